"""Stands still on two feet (VST 5.1, "balance"): the ground is made to push beyond the capture point.

Pre: slow, the capture point over the feet, upright. Expected: the capture point stays over the soles; if not,
another skill has to step or to fall. Ankles do it, and where they do not suffice trunk and arms turn against
the fall. The neck looks about by smooth noise. The paper's limits are lost; ours are below, the numbers found
by search.
"""
import feel
import feet
import perlin
import random


class Balance:
    priority = 10
    learned = "balance"
    gain = 3.993  # tune 0.2..4
    height = 0.8545  # tune 0.8..0.855
    shift = -0.02571  # tune -0.03..0.03
    lean = -2.36  # tune -4..2
    sway = -1.139  # tune -4..2
    arm = 0.641  # tune -2..2
    turn = 226  # tune 200..2000
    turn_damping = 110  # tune 20..400
    lift = 10460  # tune 2000..20000
    lift_damping = 493  # tune 200..2000
    waist = 943  # tune 100..1000
    fast = 0.3  # m/s
    lost = 0.02  # m outside the soles

    def __init__(self):
        self.feet, self.tall = feet.Feet(skeleton), self.height

    def features(self):
        return feel.features(skeleton)

    def pre(self):
        self.feet.look()
        if skeleton.comVelocity().length() > self.fast:
            because("it moves too fast")
        elif skeleton.up().z < 0.9 or skeleton.height() < 0.85:
            because("it is not upright")
        elif min(self.feet.load) < 20:
            because("it is not on both feet")
        else:
            return self.inside(0)
        return False

    def inside(self, far):
        if self.feet.lost() > far:
            because("the capture point is beyond the feet")
            return False
        return True

    def expected(self):
        return self.inside(self.lost)

    def start(self):
        skeleton.hold()
        self.height = self.tall * self.feet.size()
        for joint in ["neck_flex", "neck_abd", "head_flex"]:
            skeleton.setTarget(joint, 0)
        self.seed = random.uniform(0, 1000)

    def step(self):
        self.feet.look()
        between = 0.5 * (self.feet.sole[0] + self.feet.sole[1]) + vec(self.shift, 0, 0)
        self.feet.bear(self, self.feet.xi + self.gain * (self.feet.xi - between))
        skeleton.setTarget("neck_twist", 0.3 * perlin.noise(0.3 * time() + self.seed))
