"""From hands and knees to its feet by whole-body control, with a person's strengths and any body.

Toes come under it, knees leave the ground, hips go up, feet walk to the hands; its weight goes over the
feet, hands leave the ground, the trunk comes upright. Hands and one foot bear it until both feet are flat:
it needs no balance. Pre: it is on hands and knees. Lengths in legs; lib/plan.py has the phases' words.
"""
import fours
import plan

TOES = {"foot_l": ("thigh_l", -0.5, 0), "foot_r": ("thigh_r", -0.5, 0)}
HANDS = ["hands", "forearm_l", "forearm_r"]
ARMS = {"shoulder_abd": 0.3, "waist_twist": 0, "waist_abd": 0}
KNEES, TRUNK = ["thigh_l", "thigh_r"], ["pelvis", "trunk", "head"]


class FoursToStand(plan.Plan):
    priority = 6.5
    fours = 0.15  # tune 0.1..0.8
    load_feet = 0.7  # tune 0.3..1.5
    load_high = 0.45  # tune 0.4..0.5
    load = 0.4  # tune 0.3..0.8
    lift_high = 0.605  # tune 0.5..0.68
    lift_lean = 1.7  # tune 1.4..2
    lift = 0.45  # tune 0.4..1.2
    dog_high = 0.77  # tune 0.66..0.85
    dog_feet = 0.778  # tune 0.6..1.5
    dog_lean = 2.0  # tune 1.7..2.3
    dog_hip = 1.4  # tune 1.2..2
    dog_knee = 0.326  # tune 0.2..1
    dog_waist = 0.5  # tune 0..1.1
    dog = 0.7  # tune 0.4..1.2
    shift_feet = 0.33  # tune 0.2..1.5
    shift_other = 0.25  # tune 0..0.4
    shift = 0.25  # tune 0.2..0.7
    step_wide = 0.16  # tune 0.08..0.2
    step_most = 0.75  # tune 0.25..0.8
    step_lift = 0.28  # tune 0.08..0.3
    step_time = 0.75  # tune 0.4..0.9
    near = 0.553  # tune 0.35..0.6
    over_feet = 0.1  # tune 0.05..0.13
    over_high = 0.72  # tune 0.6..0.75
    over_lean = 1.78  # tune 1.4..2.1
    over = 0.8  # tune 0.4..1.2
    free_high = 0.78  # tune 0.65..0.85
    free_lean = 1.23  # tune 0.8..1.7
    free = 0.4  # tune 0.3..0.9
    close = 0.09  # tune 0.02..0.1
    up = 0.8  # tune 0.7..1.6

    def pre(self):
        ready = fours.on(skeleton)
        because("it is on hands and knees" if ready else "it is not on hands and knees")
        return ready

    def start(self):
        self.phases = self.hips_up() + self.walk() + self.rise()
        super().start()

    def hips_up(self):
        return [{"name": "fours", "bear": HANDS + KNEES, "off": ["feet", "knees"], "weight": 10000,
                 "high": 0.5, "lean": 1.4, "seconds": self.fours,
                 "over": {"hands": 1, "thigh_l": 1, "thigh_r": 1}, "joints": ARMS},
                {"name": "toes", "move": TOES, "most": 1, "lift": 0.03, "seconds": 0.4, "patience": 0.2,
                 "rate": 8, "joints": {"ankle_flex": 0.3}},
                {"name": "load", "bear": ["feet"], "rate": 0, "high": self.load_high, "seconds": self.load,
                 "over": {"thigh_l": 1, "thigh_r": 1, "feet": self.load_feet, "hands": 0.5}, "lean": 1.45},
                {"name": "knees off", "off": KNEES, "over": {"hands": 1, "feet": 1}, "high": self.lift_high,
                 "lean": self.lift_lean, "seconds": self.lift,
                 "joints": {"hip_flex": 1.7, "knee_flex": 1.2, "shoulder_flex": 1.9, "elbow_flex": 0.05,
                            "waist_flex": 0.3}},
                {"name": "hips up", "over": {"hands": 1, "feet": self.dog_feet}, "high": self.dog_high,
                 "lean": self.dog_lean, "seconds": self.dog,
                 "joints": {"hip_flex": self.dog_hip, "knee_flex": self.dog_knee, "shoulder_flex": 2.4,
                            "ankle_flex": 0.2, "waist_flex": self.dog_waist}}]

    def walk(self):
        """Feet to the hands; after() repeats it."""
        left = {"foot_l": ("hands", -self.near, self.step_wide)}
        right = {"foot_r": ("hands", -self.near, -self.step_wide)}
        return [{"name": "to the left", "bear": ["foot_l"], "seconds": self.shift, "patience": 0.4,
                 "over": {"hands": 1, "foot_l": self.shift_feet, "foot_r": self.shift_other}},
                {"name": "right foot", "off": ["foot_r"], "move": right, "most": self.step_most, "flat": True,
                 "lift": self.step_lift, "seconds": self.step_time, "joints": {"ankle_flex_r": 0.2}},
                {"name": "to the right", "bear": ["foot_r"], "seconds": self.shift,
                 "over": {"hands": 1, "foot_r": self.shift_feet, "foot_l": self.shift_other}},
                {"name": "left foot", "off": ["foot_l"], "move": left, "most": self.step_most,
                 "seconds": self.step_time, "joints": {"ankle_flex_l": 0.2}}]

    def rise(self):
        return [{"name": "over the feet", "bear": ["feet"], "over": {"feet": 1}, "patience": 1.2,
                 "high": self.over_high, "lean": self.over_lean, "seconds": self.over,
                 "joints": {"hip_flex": 1.9, "knee_flex": 1.1, "ankle_flex": 0.2}},
                {"name": "hands off", "off": HANDS, "high": self.free_high, "lean": self.free_lean,
                 "seconds": self.free, "joints": {"shoulder_flex": 1, "waist_flex": 0.3}},
                {"name": "up", "high": 1.08, "lean": 0.1, "seconds": self.up,
                 "joints": {"hip_flex": 0.3, "knee_flex": 0.4, "ankle_flex": 0.1, "waist_flex": 0,
                            "shoulder_flex": 0.2, "shoulder_abd": 0.12}},
                {"name": "stand", "seconds": 0.3}]

    def step(self):
        super().step()
        if self.at > len(self.phases) - 3:
            skeleton.task("pelvis", turn=(self.heading, self.lean, 0), weight=100)
        down = sum([contactForce(link).z for link in KNEES + TRUNK if skeleton.touching(link)])
        if skeleton.height() < 0.35 * self.leg or (self.at > 4 and down > 0.25 * 9.81 * skeleton.mass()):
            self.trouble = "it fell"

    def gate(self, name):
        """Its weight has come where it is to be before a foot, or the hands, leave the ground."""
        if name in ("load", "to the left", "to the right", "over the feet"):
            off = (self.goal() - skeleton.com()).cross(vec(0, 0, 1)).length() / self.leg
            return off < (self.over_feet if name == "over the feet" else self.close)
        return super().gate(name)

    def after(self, name):
        """Feet walk on until both are near."""
        far = max([(skeleton.base("hands") - skeleton.base(foot)).dot(self.way) for foot in plan.FEET])
        if name in ("right foot", "left foot") and far < (self.near + 0.15) * self.leg:
            return len(self.phases) - 4
        return self.at - 3 if name == "left foot" else self.at + 1
