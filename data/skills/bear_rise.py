"""Rises from prone onto its knees by whole-body control, for a person's strengths and any body.

Arms go out and come beside the head, forearms and hands press the trunk up while the hips bear, hips go
back over the knees, the knees come step by step up to the hands, and it sits back until its weight is over
knees and toes: there "kneel to stand" begins. Pre: it lies face down. Lengths are in legs; lib/plan.py has
the phases' words.
"""
import plan

ARMS = {"shoulder_flex": -0.4, "shoulder_abd": 1.6, "elbow_flex": 0.1, "elbow_twist": 1.2, "wrist_flex": 0,
        "neck_flex": -0.3, "head_flex": 0}
LEGS = {"hip_flex": 0, "hip_abd": 0, "hip_twist": 0, "knee_flex": 0.2, "ankle_flex": -0.6, "ankle_abd": 0,
        "waist_flex": 0, "waist_abd": 0, "waist_twist": 0}
FEET = {"foot_l": ("thigh_l", -0.5, 0), "foot_r": ("thigh_r", -0.5, 0)}
FALLEN = 0.25  # of its weight on trunk, hips and head


class BearRise(plan.Plan):
    priority = 6
    press_high = 0.24  # tune 0.15..0.4
    press_lean = 1.05  # tune 0.7..1.4
    press = 0.5  # tune 0.3..1.2
    back_knees = 1.4  # tune 0.8..3
    back_high = 0.44  # tune 0.3..0.6
    back_lean = 1.25  # tune 1..1.6
    back = 1.2  # tune 0.6..1.6
    shift_knee = 0.4  # tune 0..1
    shift = 0.25  # tune 0.1..0.5
    crawl_most = 0.28  # tune 0.15..0.45
    crawl_near = 0.45  # tune 0.3..0.6
    crawl_wide = 0.1  # tune 0.08..0.18
    crawl = 0.45  # tune 0.3..0.7
    near = 0.7  # tune 0.55..0.9
    fours_high = 0.5  # tune 0.4..0.6
    sit_feet = 1.2  # tune 0.3..2
    sit_high = 0.4  # tune 0.3..0.55
    sit_lean = 1.35  # tune 0.9..1.6
    sit = 0.8  # tune 0.5..1.4

    def pre(self):
        because("it lies face down" if skeleton.facing().z < -0.65 else "it does not lie face down")
        return skeleton.facing().z < -0.65 and skeleton.com().z < 0.35 * skeleton.limb("foot_l")

    def start(self):
        self.phases = self.lie() + self.press_up() + self.crawl_up() + self.sit_back()
        super().start()

    def lie(self):
        out = dict(ARMS)
        out.update(LEGS)
        return [{"name": "arms out", "lie": 0.5, "seconds": 0.5, "joints": out},
                {"name": "turn", "seconds": 0.3, "joints": {"shoulder_flex": 1.4, "shoulder_abd": 1.4}},
                {"name": "bend", "seconds": 0.2, "joints": {"elbow_flex": 1.6, "wrist_flex": -1.1}},
                {"name": "hands", "seconds": 0.3,
                 "joints": {"shoulder_flex": 0.3, "shoulder_abd": 1.3, "elbow_flex": 2.3}}]

    def press_up(self):
        return [{"name": "press", "lie": 0, "bear": ["pelvis", "thigh_l", "thigh_r", "hands", "feet"],
                 "over": {"pelvis": 0.8, "hands": 0.2}, "high": self.press_high, "weight": 10000,
                 "lean": self.press_lean, "seconds": self.press,
                 "joints": {"waist_flex": -0.4, "shoulder_flex": 1, "shoulder_abd": 0.4, "elbow_flex": 0.2}},
                {"name": "back", "off": ["pelvis"], "move": FEET, "lift": 0,
                 "over": {"thigh_l": self.back_knees, "thigh_r": self.back_knees, "hands": 2},
                 "high": self.back_high, "weight": 100000, "lean": self.back_lean, "seconds": self.back,
                 "joints": {"waist_flex": 0, "hip_flex": 1, "knee_flex": 0.9, "shoulder_flex": 1.8,
                            "shoulder_abd": 0.2, "elbow_flex": 0.1}}]

    def crawl_up(self):
        left = {"shank_l": ("hands", -self.crawl_near, self.crawl_wide), "foot_l": ("shank_l", -0.5, 0)}
        right = {"shank_r": ("hands", -self.crawl_near, -self.crawl_wide), "foot_r": ("shank_r", -0.5, 0)}
        return [{"name": "to the right", "bear": ["forearm_l", "forearm_r", "thigh_r", "foot_r"],
                 "over": {"hands": 1, "thigh_r": 1, "thigh_l": self.shift_knee}, "weight": 3000,
                 "seconds": self.shift},
                {"name": "left knee", "off": ["thigh_l", "foot_l"], "move": left, "most": self.crawl_most,
                 "lift": 0.04, "seconds": self.crawl, "patience": 0.3},
                {"name": "to the left", "bear": ["thigh_l", "foot_l"],
                 "over": {"hands": 1, "thigh_l": 1, "thigh_r": self.shift_knee}, "seconds": self.shift},
                {"name": "right knee", "off": ["thigh_r", "foot_r"], "move": right, "seconds": self.crawl}]

    def sit_back(self):
        return [{"name": "fours", "bear": ["thigh_r", "foot_r"], "off": ["forearm_l", "forearm_r"],
                 "over": {"hands": 1, "thigh_l": 1, "thigh_r": 1}, "high": self.fours_high, "lean": 1.4,
                 "seconds": 0.6, "patience": 1,
                 "joints": {"hip_flex": 1.43, "knee_flex": 1.7, "shoulder_flex": 1.78, "elbow_flex": 0.05,
                            "wrist_flex": -1.1}}]

    def step(self):
        super().step()
        down = contactForce("trunk") + contactForce("pelvis") + contactForce("head")
        if self.now["name"] in ("fours", "feet", "sit") and down.z > FALLEN * 9.81 * skeleton.mass():
            self.trouble = "it fell"

    def gate(self, name):
        if name in ("bend", "hands"):
            return self.close(["shoulder_flex", "elbow_flex"], 0.4)
        if name == "sit":
            return (self.goal() - skeleton.com()).dot(self.way) > -0.06 * self.leg
        return super().gate(name)

    def after(self, name):
        """Knees go on until they are near enough to the hands."""
        knees = 0.5 * (skeleton.base("thigh_l") + skeleton.base("thigh_r"))
        far = (skeleton.base("hands") - knees).dot(self.way) > self.near * self.leg
        return self.at - 3 if name == "right knee" and far else self.at + 1
