"""Rolls over (VST 5.1, "roll over", supine to prone): knees drop to one side, the trunk follows, then flat.

Pre: facing up or to the side, slow, lying. Expected: within its tries. Post: facing down. It rolls to the
side that is lower already, `low`; `top` are the limbs of the other side, `sign` is 1 where the left is low.
Phases: curl the knees up, drop them, swing the trunk after them, tip over, lie flat; the last three open by
how far it faces up.
"""
import rising

GATES = {"swing": 0.35, "tip": -0.3, "flat": -0.7}  # it faces so far up, at most

class RollOver(rising.Rising):
    priority = 6
    back = {"swing": 2, "tip": 3, "flat": 1}
    carry = 0.0
    curl_hip = 1.964  # tune 0.5..2
    curl_knee = 1.608  # tune 0..2.3
    low_arm = 2.871  # tune 0..2.9
    top_arm = 0.5669  # tune 0..2.9
    curl = 0.3647  # tune 0.2..0.8
    drop_waist = 0.2666  # tune -0.4..1
    drop_twist = -0.5899  # tune -0.6..0.6
    drop_hip = 1.799  # tune 0.5..2
    drop_knee = 1.548  # tune 0..2.3
    drop_low_hip = 1.642  # tune 0..2
    drop_low_abd = 0.5116  # tune -0.4..0.7
    drop_top_abd = -0.3961  # tune -0.4..0.7
    drop_in = 0.05465  # tune -0.7..0.7
    drop = 0.4786  # tune 0.2..1
    swing_hip = 1.599  # tune -0.3..2
    swing_abd = -0.3991  # tune -0.4..0.7
    swing_knee = 1.097  # tune 0..2.3
    swing_arm = 1.425  # tune 0..2.9
    swing_low = 1.057  # tune -0.35..2
    swing_low_abd = 0.2938  # tune -0.4..0.7
    swing_low_knee = 0.7399  # tune 0..2
    swing_waist = 0.1338  # tune -0.4..1
    swing_twist = 0.5828  # tune -0.6..0.6
    swing = 0.2946  # tune 0.1..0.6
    tip_hip = 0.7646  # tune -0.3..2
    tip_abd = 0.07928  # tune -0.4..0.7
    tip_knee = 1.028  # tune 0..2.3
    tip_arm = 0.8363  # tune 0..2.9
    tip_low = -0.3428  # tune -0.35..1
    tip_low_knee = 0.2485  # tune 0..2
    tip_waist = -0.06162  # tune -0.4..1
    tip_twist = 0.2132  # tune -0.6..0.6
    tip = 0.5346  # tune 0.2..1
    flat_hip = -0.1148  # tune -0.35..1.5
    flat_knee = 0.5584  # tune 0..2
    flat_arm = 0.03785  # tune -1..2
    flat_twist = -0.09718  # tune -0.6..0.6
    flat = 0.5145  # tune 0.1..0.8

    def pre(self):
        slow = skeleton.comVelocity().length() < 0.5
        return skeleton.facing().z > -0.65 and skeleton.com().z < 0.4 and slow

    def start(self):
        self.sign = 0
        phases = [("curl", self.curl, 0), ("drop", self.drop, 0.2), ("swing", self.swing, 1.0),
                  ("tip", self.tip, 0.5), ("flat", self.flat, 0.8)]
        self.begin(phases, len(phases), 3 if skeleton.facing().z < 0.2 else 0)

    def enter(self, index):
        """To the side that it leans to by now: where that has changed in the curl, it curls for that side."""
        left = skeleton.up().cross(skeleton.facing()).z
        changed = index == 1 and self.sign * left > 0.08
        if index == 0 or self.sign == 0 or changed:
            self.low, self.top, self.sign = ("_l", "_r", 1) if left < 0 else ("_r", "_l", -1)
        super().enter(0 if changed else index)

    def pose(self, name):
        low, top, sign = self.low, self.top, self.sign
        arms = {"neck_flex": 0.3, "shoulder_flex" + top: self.top_arm, "shoulder_flex" + low: self.low_arm}
        if name == "curl":
            return with_(arms, {"hip_flex": self.curl_hip, "knee_flex": self.curl_knee})
        if name == "drop":
            return with_(arms, {
                "waist_flex": self.drop_waist, "waist_twist": sign * self.drop_twist,
                "knee_flex": self.drop_knee,
                "hip_twist" + top: self.drop_in, "hip_twist" + low: -self.drop_in,
                "hip_flex" + top: self.drop_hip, "hip_abd" + top: self.drop_top_abd,
                "hip_flex" + low: self.drop_low_hip, "hip_abd" + low: self.drop_low_abd})
        if name == "swing":
            return with_(arms, {
                "waist_flex": self.swing_waist, "waist_twist": sign * self.swing_twist,
                "hip_flex" + top: self.swing_hip, "hip_abd" + top: self.swing_abd,
                "hip_flex" + low: self.swing_low, "hip_abd" + low: self.swing_low_abd,
                "knee_flex" + top: self.swing_knee, "knee_flex" + low: self.swing_low_knee,
                "shoulder_flex" + top: self.swing_arm, "shoulder_abd" + top: -0.3})
        if name == "tip":
            return with_(arms, {
                "neck_flex": 0, "waist_flex": self.tip_waist, "waist_twist": sign * self.tip_twist,
                "hip_flex" + top: self.tip_hip, "hip_abd" + top: self.tip_abd, "hip_flex" + low: self.tip_low,
                "knee_flex" + top: self.tip_knee, "knee_flex" + low: self.tip_low_knee,
                "shoulder_flex" + top: self.tip_arm, "shoulder_abd" + top: -0.3})
        return with_(arms, {
            "neck_flex": -0.2, "ankle_flex": -0.4, "waist_twist": sign * self.flat_twist,
            "hip_flex" + top: self.flat_hip, "hip_abd" + top: 0.4, "knee_flex" + top: self.flat_knee,
            "shoulder_flex" + top: self.flat_arm, "shoulder_abd" + top: 0.4})

    def gate(self, name):
        return name not in GATES or skeleton.facing().z < GATES[name]


def with_(pose, more):
    """A pose and, over it, another."""
    return dict(list(pose.items()) + list(more.items()))
