"""The robot rises from a seat into a crouch (VST 5.1, "sit to crouch"): it leans forward, then legs bear it.

Pre: upright on a seat, slow, feet on the ground. Expected: it does not lie down, and is soon over its feet.
Post: off the seat, the capture point over the soles, so that "crouch to stand" goes on. It begins by command.
All numbers are ours.
"""
import planar


class RobotSitToCrouch:
    priority = 0
    lean = 0.5  # tune 0.3..1; s
    hip = 1.9  # tune 1.5..2; rad
    waist = 0.8  # tune 0..1.2
    arms = 1.4  # tune 0..2
    early = 0.04  # tune -0.05..0.1; m before the heels: there the capture point is when legs bear
    bow = 0.9  # tune 0.3..1.2
    up = 0.25  # tune 0.03..0.3; m, the hips, until it is a crouch

    def __init__(self):
        self.feet = planar.Feet()

    def pre(self):
        self.feet.look()
        if planar.seat_bears() < 0.4:
            because("no seat bears it")
        elif self.feet.speed > 0.2:
            because("it moves too fast")
        elif skeleton.up().z < 0.8:
            because("it is not upright")
        else:
            because("its feet are off the ground")
            return skeleton.touching("feet")
        return False

    def expected(self):
        because("it came down on the seat again, or fell")
        return skeleton.timeInSkill() < 4 and skeleton.up().z > 0

    def post(self):
        feet = self.feet
        return self.lifted and planar.seat_bears() == 0 and feet.lost() == 0 and feet.high() > self.goal

    def start(self):
        self.lifted, self.was = False, planar.angles()
        self.bent = {"hip_f": self.hip, "elbow": 0.2, "shoul": self.arms, "waist": self.waist}
        self.feet.look()
        self.goal = self.feet.high() + self.up

    def step(self):
        feet, now = self.feet, skeleton.timeInSkill()
        feet.look()
        if not self.lifted:
            to = dict(self.was.items())
            for joint in to:
                if joint[:4] not in ("knee", "ankl"):
                    to[joint] = self.bent.get(joint[:5], 0)
            planar.blend(self.was, to, now / self.lean)
            if feet.xi > feet.between() - feet.length + self.early:
                self.lifted = True
                feet.height, feet.pitch, feet.arms = self.goal + 0.1, self.bow, self.arms
        else:
            feet.bear(feet.xi + feet.xi - feet.between())
