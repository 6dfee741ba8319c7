"""The robot sits down (VST 5.1, "stand to sit"): it sinks over its feet until a seat bears, and sits.

Pre: upright, straight, slow, on both feet. Expected: it meets a seat before the hips are `lowest`. No post:
it sits until something else is commanded. It begins by command. All numbers are ours.
"""
import planar


class RobotSit:
    priority = 0  # it begins by command
    sinks = 0.35  # tune 0.1..0.6; m/s
    bow = 0.9  # tune 0.3..1.2; rad
    back = 0.03  # tune -0.02..0.1; m: so far behind the middle of the soles the weight goes
    arms = 1.0  # tune 0..2; rad
    settle = 0.9  # tune 0.4..1.5; s
    soft = 10  # tune 0..100; N m/rad, of the knees
    damping = 60  # tune 10..100
    lowest = 0.25  # m, hips above the ankles

    def __init__(self):
        self.feet, self.seated = planar.Feet(), None

    def pre(self):
        self.feet.look()
        return self.seated is not None and planar.seat_bears() > 0.4 or self.feet.ready()

    def expected(self):
        because("there is no seat, or it fell")
        return self.feet.high() > self.lowest and skeleton.up().z > 0.2

    def start(self):
        skeleton.hold()
        self.feet.height, self.feet.pitch, self.seated, self.last = planar.TALL, 0, None, time()

    def step(self):
        feet, dt, self.last = self.feet, time() - self.last, time()
        feet.look()
        if self.seated is not None:
            self.sit()
            return
        feet.height -= self.sinks * dt
        k = planar.smooth((planar.TALL - feet.height) / 0.3)
        feet.pitch, feet.arms = k * self.bow, k * self.arms
        feet.bear(feet.xi + feet.xi - feet.between() + k * self.back)
        if planar.seat_bears() > 0.3:
            self.seated, self.was = time(), planar.angles()

    def sit(self):
        """Knees and ankles give; the trunk comes upright."""
        to = dict(self.was.items())
        for joint in to:
            to[joint] = {"hip_f": 1.6, "elbow": 0.5, "shoul": 0.3}.get(joint[:5], 0)
        planar.blend(self.was, to, (time() - self.seated) / self.settle)
        for leg in planar.LEGS:
            skeleton.setTarget("knee_flex" + leg, 1.5, self.soft, self.damping)
            skeleton.setTarget("ankle_flex" + leg, 0, 5, 10)
