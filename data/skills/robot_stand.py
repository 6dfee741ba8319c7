"""The robot stands up (VST 5.1, "crouch to stand"): legs and waist straighten over the feet.

Pre: feet side by side, nothing else on the ground, slow, the capture point over the soles, joints bent.
Expected: nothing else touches the ground, and the capture point stays over the soles. Post: straight and
slow. The trunk comes up by `unroll` (rad/s), the hips by `raises` (m/s). All numbers are ours.
"""
import math
import planar


class RobotStand:
    priority = 8
    unroll = 1.223  # tune 0.5..4
    raises = 0.5087  # tune 0.2..0.8
    gain = 1.0  # tune 0.2..3
    shift = -0.001344  # tune -0.03..0.05
    outside, fast = 0.02, 0.9  # m beyond the soles, m/s

    def __init__(self):
        self.feet = planar.Feet()

    def pre(self):
        self.feet.look()
        if self.feet.apart() > planar.APART:
            because("its feet are apart")
        elif self.feet.speed > self.fast:
            because("it moves too fast")
        elif self.feet.lost() > 0:
            because("the capture point is beyond the feet")
        elif self.straight():
            because("it is straight")
        else:
            return self.feet.on_feet_alone(0.2)
        return False

    def straight(self):
        return skeleton.posture(["hip_flex", "knee_flex", "waist_flex"]) < 0.33

    def post(self):
        return self.straight() and self.feet.speed < 0.15 and self.feet.height == planar.TALL

    def expected(self):
        because("the capture point is beyond the feet")
        return self.feet.lost() < self.outside and self.feet.on_feet_alone(0.2)

    def start(self):
        skeleton.hold()
        trunk = getPosition("neck", (0, 0, 0)) - getPosition("trunk", (0, 0, 0))
        self.feet.pitch, self.last = math.atan2(trunk.x, trunk.z), time()
        self.feet.height = min(planar.TALL, self.feet.high())

    def step(self):
        feet, dt, self.last = self.feet, time() - self.last, time()
        feet.look()
        feet.pitch = max(0, feet.pitch - self.unroll * dt)
        feet.height = min(planar.TALL, feet.height + self.raises * dt)
        feet.bear(feet.xi + self.gain * (feet.xi - feet.between() - self.shift))
