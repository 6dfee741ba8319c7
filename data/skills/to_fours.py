"""From face down onto hands and knees."""
import plan

FALLEN = 0.25


class ToFours(plan.Plan):
    priority = 6
    firm = 1.0
    draw_hip = 1.9
    draw_knee = 2.1
    draw_abd = 0.15
    draw = 1.2
    back_feet = 0.3
    back_high = 0.45
    back_lean = 1.4
    press = 0.8
    hands_ahead = 0.58
    hands_wide = 0.12
    place = 0.5

    def pre(self):
        because("it lies face down" if skeleton.facing().z < -0.65 else "it does not lie face down")
        return skeleton.facing().z < -0.65 and skeleton.com().z < 0.5 * skeleton.limb("foot_l")

    def start(self):
        self.phases = self.lie() + self.press_up()
        super().start()

    def lie(self):
        out = {"shoulder_flex": -0.4, "shoulder_abd": 1.6, "elbow_flex": 0.1, "elbow_twist": 1.2, "wrist_flex": 0,
               "neck_flex": -0.3, "head_flex": 0, "waist_flex": 0.2, "waist_abd": 0, "waist_twist": 0,
               "hip_twist": 0, "hip_abd": self.draw_abd, "ankle_flex": -0.3, "ankle_abd": 0}
        return [{"name": "arms out", "lie": self.firm, "seconds": 0.5, "joints": out},
                {"name": "turn", "seconds": 0.3, "joints": {"shoulder_flex": 1.4, "shoulder_abd": 1.4}},
                {"name": "bend", "seconds": 0.2, "joints": {"elbow_flex": 1.6, "wrist_flex": -1.1}},
                {"name": "draw", "seconds": self.draw,
                 "joints": {"hip_flex": self.draw_hip, "knee_flex": self.draw_knee, "waist_flex": 0.3}}]

    def press_up(self):
        fours = {"waist_flex": 0, "waist_abd": 0, "waist_twist": 0, "neck_flex": -0.4, "neck_abd": 0,
                 "neck_twist": 0, "head_flex": -0.2, "hip_flex": 1.43, "hip_abd": 0, "hip_twist": 0,
                 "knee_flex": 1.7, "ankle_flex": -0.69, "ankle_abd": 0, "shoulder_flex": 1.78,
                 "shoulder_abd": 0.05, "elbow_flex": 0.05, "elbow_twist": 1.35, "wrist_flex": -1.1, "wrist_abd": 0}
        hands = {"hand_l": ("thigh_l", self.hands_ahead, self.hands_wide, 0.03), "hand_r": ("thigh_r", self.hands_ahead, -self.hands_wide, 0.03)}
        return [{"name": "press", "lie": 0, "bear": ["thigh_l", "thigh_r", "shank_l", "shank_r", "forearm_l", "forearm_r", "hands", "feet"],
                 "over": {"thigh_l": 1, "thigh_r": 1, "feet": self.back_feet}, "high": self.back_high, "weight": 10000,
                 "lean": self.back_lean, "seconds": self.press, "joints": fours},
                {"name": "hands", "off": ["forearm_l", "forearm_r", "hands"], "move": hands, "most": 1, "lift": 0.04,
                 "seconds": self.place, "patience": 0.5},
                {"name": "fours", "bear": ["hands"], "over": {"thigh_l": 1, "thigh_r": 1, "hands": 1}, "high": 0.5, "lean": 1.43, "seconds": 0.8, "patience": 1,
                 "joints": fours}]
