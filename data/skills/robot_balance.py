"""The robot stands still (VST 5.1, "balance"): the ground is made to push beyond the capture point.

Pre: slow, the capture point well over the feet, straight, feet side by side. Expected: the capture point
stays over the soles. Ankles do it, trunk and arms help; the neck nods by smooth noise. All numbers are ours.
"""
import perlin
import planar
import random


class RobotBalance:
    priority = 10
    gain = 1.0  # tune 0.2..4
    shift = 0.01278  # tune -0.03..0.03
    fast = 0.3  # m/s
    inside = 0.03  # m within the soles, to begin
    outside = 0.02  # m beyond the soles

    def __init__(self):
        self.feet = planar.Feet()

    def pre(self):
        self.feet.look()
        if self.feet.speed > self.fast:
            because("it moves too fast")
        elif self.feet.apart() > planar.APART:
            because("its feet are apart")
        elif skeleton.posture(["hip_flex", "knee_flex", "waist_flex"]) > 0.35:
            because("it is not straight")
        elif self.feet.lost(self.inside) > 0:
            because("the capture point is not over the middle of the feet")
        else:
            return self.feet.on_feet_alone()
        return False

    def expected(self):
        because("the capture point is beyond the feet")
        return self.feet.lost() < self.outside

    def start(self):
        skeleton.hold()
        skeleton.setTarget("head_flex", 0)
        self.seed = random.uniform(0, 1000)

    def step(self):
        self.feet.look()
        self.feet.bear(self.feet.xi + self.gain * (self.feet.xi - self.feet.between() - self.shift))
        skeleton.setTarget("neck_flex", 0.15 * perlin.noise(0.4 * time() + self.seed))
