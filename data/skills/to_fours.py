"""Comes from lying face down onto hands and knees, with a person's strengths and any body.

Off an arm that it lies on its chest rises and turns; arms come out and beside the head. Hips and knees draw
the knees under the hips, chest and knees bearing, as an inchworm does; then it carries itself: its weight
goes back over the knees, each hand is set under its shoulder, and both share the weight. Pre: it lies face
down. Post: it is on hands and knees (lib/fours.py), quiet. Lengths are in legs; phases: lib/plan.py.
"""
import fours
import plan

OUT = {"shoulder_flex": -0.4, "shoulder_abd": 1.6, "elbow_flex": 0.1, "elbow_twist": 1.2, "wrist_flex": 0,
       "wrist_abd": 0, "neck_flex": -0.3, "neck_abd": 0, "head_flex": 0, "waist_flex": 0.2, "waist_abd": 0,
       "waist_twist": 0, "hip_flex": 0.2, "hip_twist": 0, "knee_flex": 0.4, "ankle_flex": -0.3,
       "ankle_abd": 0}
TURN = {"shoulder_flex": 1.4, "shoulder_abd": 1.4, "waist_flex": 0.2, "waist_twist": 0}
FOURS = {"waist_flex": 0, "waist_abd": 0, "waist_twist": 0, "neck_flex": -0.4, "neck_abd": 0, "neck_twist": 0,
         "head_flex": -0.2, "hip_flex": 1.43, "hip_abd": 0.2, "hip_twist": 0, "knee_flex": 1.7,
         "ankle_flex": -0.69, "ankle_abd": 0, "shoulder_flex": 1.78, "shoulder_abd": 0.05, "elbow_flex": 0.05,
         "elbow_twist": 1.35, "wrist_flex": -1.1, "wrist_abd": 0}
ARMS = {"shoulder_flex": 1, "shoulder_abd": 1, "elbow_flex": 0.7, "elbow_twist": 0.1, "wrist_flex": 0.1,
        "wrist_abd": 0.1}  # of their stiffness
KNEES = ["thigh_l", "thigh_r", "shank_l", "shank_r", "feet"]
HANDS = ["forearm_l", "forearm_r", "hands"]


class ToFours(plan.Plan):
    priority = 6
    firm = 1.5  # tune 0.3..3
    arms = 150.0  # N m/rad  # tune 10..200
    gather = 0.5  # tune 0.2..0.8
    lift = 0.4  # tune 0..0.5
    twist = 0.6  # tune 0..1
    knee = 1.3  # tune 0..1.6
    draw_hip = 1.9  # tune 1.5..2
    draw_knee = 2.1  # tune 1.5..2.4
    draw_abd = 0.35  # tune 0..0.5
    draw_waist = 0.3  # tune 0..1
    draw_arms = 1.1  # tune 0.6..1.5
    draw = 1.2  # tune 0.6..1.6
    lean_on = 0.15  # tune -0.3..0.8
    back_feet = 0.0  # tune 0..1.5
    back_hands = 0.3  # tune 0..1
    back_high = 0.45  # tune 0.35..0.5
    back_lean = 1.4  # tune 1.2..1.6
    back = 0.8  # tune 0.4..1.2
    hands_ahead = 0.45  # tune 0.3..0.7
    hands_wide = 0.06  # tune 0.05..0.25
    hands_rate = 12.0  # 1/s  # tune 4..20
    hands_time = 0.5  # tune 0.3..0.8
    share_high = 0.46  # tune 0.42..0.52
    erect = 1000.0  # tune 50..2000
    share = 0.6  # tune 0.3..1

    def pre(self):
        because("it lies face down" if skeleton.facing().z < -0.65 else "it does not lie face down")
        low = skeleton.height() < 0.7 * skeleton.limb("foot_l")
        return skeleton.facing().z < -0.65 and low and not fours.on(skeleton)

    def post(self):
        because("it is on hands and knees")
        still = fours.on(skeleton) and skeleton.comVelocity().length() < 0.15
        self.since_on = self.since_on or time() if still else None
        return still and time() - self.since_on > 0.31

    def start(self):
        self.since_on, self.again = None, False
        out = dict(OUT)
        out["hip_abd"] = self.draw_abd
        draw = {"hip_flex": self.draw_hip, "knee_flex": self.draw_knee, "waist_flex": self.draw_waist,
                "shoulder_abd": self.draw_arms}
        left = {"hand_l": ("thigh_l", self.hands_ahead, self.hands_wide, 0.03)}
        right = {"hand_r": ("thigh_r", self.hands_ahead, -self.hands_wide, 0.03)}
        self.phases = [
            {"name": "gather", "lie": self.firm, "seconds": self.gather, "joints": out},
            {"name": "turn", "seconds": 0.3, "joints": TURN},
            {"name": "bend", "seconds": 0.2, "joints": {"elbow_flex": 1.6, "wrist_flex": -1.1}},
            {"name": "draw", "seconds": self.draw, "joints": draw},
            {"name": "back", "lie": 0, "bear": KNEES + HANDS, "weight": 10000, "joints": FOURS,
             "over": {"thigh_l": 1, "thigh_r": 1, "feet": self.back_feet, "hands": self.back_hands},
             "high": self.back_high, "lean": self.back_lean, "seconds": self.back},
            {"name": "left hand", "off": ["forearm_l", "hand_l"], "move": left, "most": 1, "lift": 0.04,
             "over": {"thigh_l": 1, "thigh_r": 1, "hand_r": self.lean_on}, "patience": 0.2,
             "seconds": self.hands_time, "rate": self.hands_rate},
            {"name": "right hand", "bear": ["hand_l"], "off": ["forearm_r", "hand_r"], "move": right,
             "over": {"thigh_l": 1, "thigh_r": 1, "hand_l": self.lean_on}, "seconds": self.hands_time},
            {"name": "share", "bear": ["hand_r"], "over": {"thigh_l": 1, "thigh_r": 1, "hands": 1},
             "high": self.share_high, "lean": 1.43, "erect": self.erect, "seconds": self.share,
             "patience": 1.2, "joints": FOURS}]
        super().start()

    def step(self):
        if self.now["name"] == "gather":
            lies = self.now["joints"]
            self.free = fours.off_arms(skeleton, self.to, lies, self.lift, self.twist, self.knee)
        super().step()
        if self.now["lie"]:
            part = self.arms * skeleton.mass() * self.leg / 69
            for joint, share in ARMS.items():
                for name in (joint + "_l", joint + "_r"):
                    skeleton.setTarget(name, self.angle[name], share * part, 0.1 * share * part)
        else:
            skeleton.task("pelvis", turn=(self.heading, self.lean, 0), weight=20)

    def end(self):
        super().end()
        skeleton.task("pelvis")

    def gate(self, name):
        return name != "share" and (name != "gather" or self.free) and super().gate(name)

    def after(self, name):
        """What is not on hands and knees then sets its hands once more; what faces elsewhere has failed."""
        if skeleton.facing().z > (-0.6 if name in ("gather", "turn", "bend") else -0.3):
            self.trouble = "it does not face down any more"
        if name != "share":
            return self.at + 1
        if self.again:
            self.trouble = "it does not come onto hands and knees"
        self.again = True
        return 5
