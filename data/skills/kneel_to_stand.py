"""From both knees to its feet by whole-body control: kneels upright, sets one foot ahead, and rises over it.

For a person's strengths and any body. Pre: it kneels, its weight over knees and toes. Its weight goes over
one knee, the other leg swings ahead, the trunk comes upright over knee and foot, then both legs raise it.
Lengths are in legs; lib/plan.py has the phases' words.
"""
import plan


class KneelToStand(plan.Plan):
    priority = 6.5
    tall_feet = 0.7  # tune 0.2..1.5
    tall_high = 0.72  # tune 0.6..0.78
    tall_lean = 0.15  # tune -0.1..0.5
    tall = 1.2  # tune 0.7..1.6
    over_foot = 0.15  # tune 0..0.5
    over_other = 0.0  # tune -0.2..0.8
    over = 0.6  # tune 0.2..0.8
    hold = 20000  # tune 500..30000
    erect = 20  # tune 20..1000
    step_foot = 0.05  # tune 0..0.4
    step_ahead = 0.54  # tune 0.35..0.8
    step_side = 0.4  # tune 0.2..0.5
    step_lift = 0.22  # tune 0.1..0.35
    step_time = 0.75  # tune 0.4..1
    half_foot = 0.4  # tune 0.2..0.6
    half_knee = 0.35  # tune 0..0.6
    half_erect = 1000  # tune 20..2000
    half_weight = 3000  # tune 3000..200000
    half_high = 0.7  # tune 0.6..0.78
    half = 1.0  # tune 0.4..1.5
    lean_weight = 10000  # tune 3000..200000
    lean_erect = 200  # tune 10..500
    lean_foot = 0.6  # tune 0.3..0.9
    lean_high = 0.78  # tune 0.68..0.9
    lean_lean = 0.2  # tune 0..0.8
    lean = 0.7  # tune 0.3..1.2
    rise_foot = 0.7  # tune 0.3..0.9
    rise_high = 0.92  # tune 0.8..1.05
    rise_lean = 0.4  # tune 0..0.8
    rise = 0.8  # tune 0.4..1.4

    def pre(self):
        high = skeleton.com().z / skeleton.limb("foot_l")
        if not (knee("_l") or knee("_r")) or high < 0.25 or high > 0.85:
            because("it does not kneel")
            return False
        knees = 0.5 * (skeleton.base("thigh_l") + skeleton.base("thigh_r"))
        because("its weight is not over its knees")
        ahead = (skeleton.com() - knees).dot(plan.way()) / skeleton.limb("foot_l")
        return -0.5 < ahead < 0.08

    def start(self):
        self.phases = self.foot_ahead() + self.rise_up()
        super().start()

    def foot_ahead(self):
        step = {"foot_r": ("thigh_l", self.step_ahead, -self.step_side)}
        return [{"name": "tall", "bear": ["thigh_l", "thigh_r", "feet"], "off": ["hands"], "weight": 10000,
                 "over": {"thigh_l": 1, "thigh_r": 1, "feet": self.tall_feet}, "high": self.tall_high,
                 "lean": self.tall_lean, "seconds": self.tall,
                 "joints": {"waist_flex": 0, "hip_flex": 0.2, "knee_flex": 1.7, "shoulder_flex": 0.3,
                            "shoulder_abd": 1.2, "elbow_flex": 0.3}},
                {"name": "over one knee", "erect": 200, "seconds": self.over,
                 "over": {"thigh_l": 1, "foot_l": self.over_foot, "thigh_r": self.over_other}},
                {"name": "foot", "off": ["thigh_r", "foot_r", "shank_r"], "flat": True, "most": 2,
                 "over": {"thigh_l": 1, "foot_l": self.step_foot}, "hold": self.hold, "erect": self.erect,
                 "move": step, "lift": self.step_lift, "seconds": self.step_time, "patience": 0.4,
                 "joints": {"hip_flex_r": 1.7, "knee_flex_r": 1.7, "ankle_flex_r": 0.3, "hip_twist_r": 0,
                            "hip_abd_r": 0.1}},
                {"name": "land", "bear": ["foot_r"], "move": {"foot_r": ("foot_r", -0.077, 0)}, "lift": 0,
                 "seconds": 0.2}]

    def rise_up(self):
        rest = 1 - self.half_knee - self.half_foot
        return [{"name": "half kneel", "move": {"foot_r": ("foot_r", -0.077, 0, 0.06)}, "hold": 100000,
                 "over": {"thigh_l": self.half_knee, "foot_r": self.half_foot, "foot_l": rest},
                 "high": self.half_high, "lean": 0.1, "weight": self.half_weight, "erect": self.half_erect,
                 "seconds": self.half,
                 "joints": {"hip_flex_l": 0.1, "hip_flex_r": 1.56, "knee_flex_r": 1.76, "ankle_flex_r": 0.2,
                            "shoulder_abd": 0.6, "waist_flex": 0}},
                {"name": "lean", "over": {"foot_r": self.lean_foot, "foot_l": 1 - self.lean_foot},
                 "high": self.lean_high, "lean": self.lean_lean, "weight": self.lean_weight,
                 "erect": self.lean_erect, "seconds": self.lean,
                 "joints": {"hip_flex_r": 1.5, "knee_flex_r": 1.6}},
                {"name": "off the knee", "off": ["thigh_l", "shank_l"],
                 "over": {"foot_r": self.rise_foot, "foot_l": 1 - self.rise_foot}, "high": self.rise_high,
                 "lean": self.rise_lean, "seconds": self.rise,
                 "joints": {"hip_flex_r": 1.3, "knee_flex_r": 1.4}},
                {"name": "up", "over": {"foot_r": 0.6, "foot_l": 0.4}, "high": 1.08, "lean": 0.1,
                 "seconds": 1.5, "joints": {"hip_flex": 0.3, "knee_flex": 0.4, "ankle_flex": 0.1}},
                {"name": "stand", "seconds": 0.5}]

    def step(self):
        super().step()
        if skeleton.com().z < (0.4 if self.at > 0 else 0.25) * self.leg:
            self.trouble = "it sinks"

    def gate(self, name):
        return len(skeleton.touching(self.side("foot_r"))) > 0 if name == "land" else super().gate(name)


def knee(side):
    return skeleton.touching("thigh" + side) or skeleton.touching("shank" + side)
