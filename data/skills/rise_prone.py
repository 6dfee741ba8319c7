"""Rises from prone (VST 5.1, "rise from prone"): the hands press the trunk up, onto hands and knees.

Pre: face down, low. Expected: it does not roll over; so many tries. Post: on hands and knees, hips and trunk
off the ground: there "kneel to crouch" begins. Phases: legs straight, arms bent beside the head ("spread"),
hands beside the shoulders, press, all fours ("all4"). All must be symmetric before it presses: what comes up
askew falls aside later. NAME_waist .. NAME_ankle are the angles (rad) of phase NAME. `out` (rad): how far an
arm goes outward before it turns; `exact`: how near arms are to their pose before it goes on.
"""
import feel
import rising


class RiseProne(rising.Rising):
    priority = 6
    learned = "rise_prone"
    back = {"press": 2, "all4": 3}
    firm = {"spread": 0.2}
    carry = 0.8  # tune 0.4..1.1
    spread = 0.4  # tune 0.2..0.8
    spread_shoulder = 1.5  # tune 1..2.5
    spread_abd = 1.4  # tune 0.5..2
    spread_elbow = 1.6  # tune 0..2.4
    spread_hip = -0.1  # tune -0.3..0.5
    spread_knee = 0.3  # tune 0..1.5
    spread_ankle = -0.4  # tune -0.6..0.3
    hands = 0.4  # tune 0.3..1
    hands_shoulder = -0.2  # tune -1..1
    hands_abd = 1.3  # tune 0..1.6
    hands_elbow = 2.4  # tune 1..2.44
    hands_hip = 0.1  # tune -0.2..0.5
    hands_knee = 0.4  # tune 0..1.5
    hands_ankle = -0.2  # tune -0.6..0.3
    press_waist = -0.2  # tune -0.4..0.8
    press_shoulder = 1.3  # tune 0.3..2
    press_abd = 0.67  # tune 0..1.2
    press_hip = 0.4  # tune -0.2..1.5
    press_knee = 1.2  # tune 0..2
    press_ankle = -0.44  # tune -0.6..0.34
    out = 1.25  # tune 0.8..1.5
    press = 1.0  # tune 0.6..1.5
    all4 = 1.2  # tune 0.6..1.5
    exact = 0.5  # tune 0.1..0.8

    def features(self):
        return feel.lying(skeleton)

    def pre(self):
        because("it lies face down" if skeleton.facing().z < -0.65 else "it does not lie face down")
        return skeleton.facing().z < -0.65 and skeleton.height() < 0.4

    def expected(self):
        because("it rolled onto its side" if skeleton.facing().z > -0.2 else "it tried too often")
        return super().expected() and skeleton.facing().z < -0.2

    def start(self):
        self.begin([("spread", self.spread, 1), ("hands", self.hands, 0.6), ("press", self.press, 0.6),
                    ("all4", self.all4, 0.6)], 4)

    def pose(self, name):
        return rising.ALL_FOURS if name == "all4" else self.on_palms(name)

    def prepare(self, name):
        self.turned = {"_l": False, "_r": False}

    def place(self, name, now):
        """Arms at the sides are lifted, go outward straight, turn, and only then bend beside the head."""
        for side, turned in self.turned.items() if name == "spread" else []:
            flex, abd = skeleton.getAngle("shoulder_flex" + side), skeleton.getAngle("shoulder_abd" + side)
            turned = self.turned[side] = turned or flex > 0.9 or abd > self.out
            skeleton.setTarget("shoulder_flex" + side, self.spread_shoulder if turned else -0.5, 250, 25)
            skeleton.setTarget("shoulder_abd" + side, self.spread_abd if turned else 1.8, 250, 25)
            skeleton.setTarget("elbow_flex" + side, self.spread_elbow if flex > 0.9 else 0, 160, 16)

    def gate(self, name):
        if name in ("spread", "hands"):
            late = time() - self.since > self.seconds + self.patience - 0.1
            return late or self.near(["shoulder_flex", "shoulder_abd", "elbow_flex"], self.exact)
        part, high = ("neck", 0.42) if name == "press" else ("pelvis", 0.4)
        is_up = rising.above(part) > high
        return is_up and rising.up_force(rising.HANDS) > 40 and not rising.on_ground(rising.BODY)
