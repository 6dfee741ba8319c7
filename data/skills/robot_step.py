"""The robot steps so as not to fall (VST 5.1, "protective step"), as often as it takes.

Pre: upright, on its feet alone, the capture point beyond the soles. The foot that is behind steps; where to
follows from where the capture point will be at touch-down. Expected: the capture point is not beyond
one step, so that "fall" can take over early. Post: still, on both feet; pushed back, it leans forward at
the end. All numbers are ours.
"""
import planar


class RobotStep:
    priority = 20
    gain = 1.0  # tune 0.2..3
    single = 3.006  # tune 0.3..4
    swing = 0.28  # tune 0.22..0.4
    apex = 0.1213  # tune 0.04..0.2
    ahead = 0.7  # tune 0.2..1.4
    more = 0.0  # tune -0.05..0.2
    trigger = 0.003652  # tune 0..0.05
    drop = 0.01989  # tune 0..0.1
    linger = 0.09062  # tune 0..0.4
    bow = 0.127  # tune 0..0.5
    reach = 0.75  # m: a step
    calm = 0.1  # m/s

    def __init__(self):
        self.feet = planar.Feet()

    def pre(self):
        self.feet.look()
        if self.feet.lost() == 0:
            because("the capture point is over the feet")
        elif self.feet.lost() > self.reach:
            because("the capture point is beyond one step")
        else:
            return self.feet.on_feet_alone()
        return False

    def expected(self):
        because("the capture point is beyond one step, or it is down")
        return self.feet.lost() < self.reach and skeleton.height() > 0.5 and skeleton.up().z > 0.4

    def post(self):
        return self.feet.foot is None and time() - self.restless > 0.3

    def start(self):
        skeleton.hold()
        self.feet.pitch, self.feet.foot, self.since, self.restless = 0, None, time(), time()

    def step(self):
        feet = self.feet
        feet.look()
        if feet.speed > self.calm or feet.lost() > 0:
            self.restless = time()
        if feet.foot is not None and feet.landed():
            feet.foot, self.since = None, time()
        elif feet.foot is None and feet.lost() > self.trigger and time() - self.since > 0.01:
            self.begin()
        feet.height = planar.TALL if feet.foot is None else planar.TALL - self.drop
        if feet.foot is None:
            feet.bear(feet.xi + self.gain * (feet.xi - feet.between()))
        else:
            self.go()

    def begin(self):
        """With the foot that is behind, seen the way that it falls; of two, with the one that bears less."""
        feet = self.feet
        self.way = 1 if feet.xi > feet.between() else -1
        feet.pitch = self.bow if self.way < 0 else 0
        behind = self.way * (feet.sole[1] - feet.sole[0])
        left = feet.load[0] < feet.load[1] if abs(behind) < 0.03 else behind > 0
        feet.lift_off(0 if left else 1, self.swing)

    def go(self):
        c, push, xi = self.feet.press(self.single)
        far = planar.clamp(self.ahead * xi + self.way * self.more, -self.reach, self.reach)
        self.feet.swing(self, c + push, c - self.feet.middle + far)
