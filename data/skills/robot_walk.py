"""The robot walks slowly (VST 5.1, "walk"): its weight goes over one foot, the other swings ahead, and again.

Pre: upright, straight, slow, feet side by side. Expected: the capture point stays over the soles and between
them. Post: `steps` made, still, feet apart, so that "double stance to crouch" goes on. It begins by command:
do("robot_walk", steps=6). All numbers are ours.
"""
import math
import planar


class RobotWalk:
    priority = 0  # it begins by command
    stride = 0.24  # tune 0.15..0.4; m, from foot to foot
    high = 0.79  # tune 0.75..0.848; m, hips above the ankles
    over = 0.5  # tune 0.2..1; s, until the weight is over the foot that is to bear
    swing = 0.4  # tune 0.3..0.7; s
    gain = 1.0  # tune 0.2..3
    ahead = 0.1  # tune 0..0.2; m, from the middle of the sole that bears to the capture point, at touch-down
    apex = 0.06  # tune 0.04..0.15; m
    linger = 0.03  # tune 0..0.4
    near = 0.075  # tune 0.02..0.12; m: the capture point to the foot, when the other may leave the ground
    calm = 0.5  # m/s, then

    def __init__(self):
        self.feet, self.steps = planar.Feet(), 6

    def pre(self):
        self.feet.look()
        return self.feet.ready()

    def expected(self):
        because("the capture point is beyond the feet")
        return self.feet.lost() < 0.03 and self.feet.on_feet_alone()

    def post(self):
        because(f"{self.made} steps are made")
        stands = self.feet.foot is None and self.feet.speed < 0.1
        return self.made == self.steps and stands and time() > self.begun + 0.2

    def start(self):
        skeleton.hold()
        self.feet.foot, self.feet.pitch, self.feet.arms, self.feet.height = None, 0, 0, self.high
        self.made, self.next, self.begun = 0, 0, time()

    def step(self):
        feet = self.feet
        feet.look()
        if feet.foot is not None and feet.landed():
            self.made, self.next, self.begun, feet.foot = self.made + 1, 1 - feet.foot, time(), None
        if feet.foot is not None:
            c = feet.sole[1 - feet.foot]
            e = math.exp(feet.omega * max(0.05, self.swing - time() + feet.since))
            push = (c + self.ahead - e * feet.xi) / (1 - e)  # so that it is there at touch-down
            push = planar.clamp(push, c - feet.length, c + feet.length)
            feet.swing(self, push, c - feet.middle + self.stride)
        elif self.made == self.steps:
            feet.bear(feet.xi + self.gain * (feet.xi - feet.between()))
        elif feet.lean_over(1 - self.next, self, self.begun):
            feet.lift_off(self.next, self.swing)
