"""Stands still, and against pushes: the joints hold a pose, ankles and hips answer the centre of mass.

All its numbers were found by search, from zero (data/scenes/quiet_zero.params):
kip tune data/scenes/quiet.py --only '*' --params data/scenes/quiet_zero.params --generations 15 --out out/quiet.params
"""


class Quiet:
    priority = 5
    gain = 2.48929  # tune 0..3
    ankle = 0.47751  # tune 0..8
    ankle_rate = 3.29838  # tune 0..5
    hip = 0.36255  # tune 0..2
    hip_rate = 0.00871  # tune 0..1
    side = 2.53002  # tune 0..8
    side_rate = 0.04937  # tune 0..5
    sway = 3.8854  # tune -4..4
    sway_rate = 1.81517  # tune -2..2
    lean = 0.028201  # tune -0.05..0.05

    def pre(self):
        return skeleton.up().z > 0.8 and len(skeleton.supportPolygon()) > 2

    def expected(self):
        return skeleton.com().z > 0.6

    def start(self):
        skeleton.setGain(self.gain)
        skeleton.setTargetPose("Stand")

    def step(self):
        feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
        off, speed = skeleton.com() - feet, skeleton.comVelocity()
        ahead = off.x - self.lean
        ankle = -self.ankle * ahead - self.ankle_rate * speed.x
        hip = max(-0.5, min(0.5, self.hip * ahead + self.hip_rate * speed.x))
        for leg, sign in (("_l", 1), ("_r", -1)):
            skeleton.setTarget("ankle_flex" + leg, ankle)
            skeleton.setTarget("hip_flex" + leg, hip)
            skeleton.setTarget("ankle_abd" + leg, sign * (self.side * off.y + self.side_rate * speed.y))
            skeleton.setTarget("hip_abd" + leg, sign * (self.sway * off.y + self.sway_rate * speed.y))
