"""Stands still, and against pushes: the joints hold a pose, ankles and hips answer the centre of mass.

All its numbers were found by search, from zero (data/scenes/quiet_zero.params):
kip tune data/scenes/quiet.py --only '*' --params data/scenes/quiet_zero.params --generations 15 --out out/q
"""


class Quiet:
    priority = 5
    gain = 2.92971  # tune 0..3
    ankle = 1.2243  # tune 0..8
    ankle_rate = 3.83234  # tune 0..5
    hip = 1.98096  # tune 0..2
    hip_rate = 0.97383  # tune 0..1
    side = 3.28999  # tune 0..8
    side_rate = 3.50084  # tune 0..5
    sway = 0.1942  # tune -4..4
    sway_rate = 1.94125  # tune -2..2
    lean = -0.00012  # tune -0.05..0.05

    def pre(self):
        return skeleton.up().z > 0.8 and len(skeleton.supportPolygon()) > 2

    def expected(self):
        return skeleton.com().z > 0.6

    def start(self):
        skeleton.setGain(self.gain)
        skeleton.setTargetPose("Stand")

    def turned(self, v):
        """Ahead and to the left, as it faces."""
        ahead = skeleton.facing()
        return v.x * ahead.x + v.y * ahead.y, v.y * ahead.x - v.x * ahead.y

    def within(self, angle):
        """As it falls, its answers grow beyond what a joint may be told."""
        return max(-2.8, min(2.8, angle))

    def step(self):
        feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
        ahead, left = self.turned(skeleton.com() - feet)
        forth, aside = self.turned(skeleton.comVelocity())
        ahead -= self.lean
        hip = max(-0.5, min(0.5, self.hip * ahead + self.hip_rate * forth))
        side = self.within(self.side * left + self.side_rate * aside)
        sway = self.within(self.sway * left + self.sway_rate * aside)
        for leg, sign in (("_l", 1), ("_r", -1)):
            skeleton.setTarget("ankle_flex" + leg, self.within(-self.ankle * ahead - self.ankle_rate * forth))
            skeleton.setTarget("hip_flex" + leg, hip)
            skeleton.setTarget("ankle_abd" + leg, -sign * side)
            skeleton.setTarget("hip_abd" + leg, sign * sway)
