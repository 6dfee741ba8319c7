"""The robot rises from prone to its knees (VST 5.1, "rise from prone"): hands, hands and knees, then knees.

Pre: face down, low, slow. Expected: it faces down; so many tries. Post: on its knees, hands off the ground,
slow, so that "kneel to crouch" can go on. Phases: chest and straight arms come off the ground ("free": arms
that lie behind would else be pinned as they bend), hands beside the shoulders, press, all fours ("all4"), sit
back onto the shanks, "kneel". NAME_waist .. NAME_ankle are the angles (rad) of phase NAME; they are ours.
"""
import planar
import rising


class RobotRiseProne(planar.Rising):
    priority = 6
    back = {"press": 2}
    carry = 0.8  # tune 0.4..1.1
    free = 0.4  # tune 0.2..1
    free_shoulder = -1.0  # tune -1..1
    free_elbow = 0.0  # tune 0..2.44
    free_waist = -0.4  # tune -0.4..0.5
    free_hip = -0.2  # tune -0.3..0.5
    hands = 0.25  # tune 0.2..1
    hands_waist = -0.4  # tune -0.4..0.5
    hands_shoulder = -1.0  # tune -1..1
    hands_elbow = 2.44  # tune 1..2.44
    hands_hip = -0.2  # tune -0.3..0.5
    hands_knee = 0.3  # tune 0..1.5
    press = 0.8  # tune 0.4..1.5
    press_waist = -0.1  # tune -0.4..0.8
    press_shoulder = 1.2  # tune 0.3..2
    press_elbow = 0.2  # tune 0..1
    press_hip = 0.4  # tune -0.2..1.5
    press_knee = 0.8  # tune 0..2
    all4 = 0.8  # tune 0.4..1.5
    all4_waist = 0.2  # tune -0.4..1.2
    all4_shoulder = 1.4  # tune 0.8..2.4
    all4_elbow = 0.1  # tune 0..1.5
    all4_hip = 1.4  # tune 1..2
    all4_knee = 1.6  # tune 1..2.4
    sit = 0.8  # tune 0.4..1.5
    sit_waist = 0.0  # tune -0.4..1.3
    sit_shoulder = 1.8  # tune 0.8..2.9
    sit_elbow = 0.1  # tune 0..1.5
    sit_hip = 1.9  # tune 0.5..2
    sit_knee = 2.4  # tune 1..2.4
    kneel = 0.5  # tune 0.4..1.5
    kneel_waist = 0.0  # tune -0.4..1.3
    kneel_shoulder = 0.0  # tune -0.5..2
    kneel_hip = 0.7  # tune 0..2
    bent = 0.8  # tune 0.4..1.2; rad from there, the elbows open the press
    early = 0.05  # tune -0.1..0.2
    behind = 0.1  # tune 0..0.3
    hold = 1.0  # tune 0..4

    def pre(self):
        because("it does not lie face down, still")
        slow = skeleton.comVelocity().length() < 0.3 and skeleton.height() < 0.4
        return skeleton.facing().z < -0.2 and slow

    def expected(self):
        because("it turned over, fell, or tried too often")
        return super().expected() and skeleton.facing().z < 0.3

    def start(self):
        phases = [("free", self.free, 0.5), ("hands", self.hands, 0.5), ("press", self.press, 0.5),
                  ("all4", self.all4, 0.5), ("sit", self.sit, 0.8), ("kneel", self.kneel, 1)]
        self.begin(phases, 3)

    def pose(self, name):
        pose = self.on_palms(name)
        pose["ankle_flex"] = -0.6
        return pose

    def place(self, name, now):
        if name == "kneel":
            planar.kneel_on(self, planar.LEGS)

    def prepare(self, name):
        planar.free_knees()

    def gate(self, name):
        hands = skeleton.touching("hands")
        if name == "free":
            return True
        if name == "hands":
            return self.near(["elbow_flex"], self.bent)
        if name == "press":
            return hands and rising.above("neck") > 0.4
        if name == "all4":
            return hands and rising.above("pelvis") > 0.35
        if name == "sit":
            return planar.capture(skeleton) < planar.knees(planar.LEGS) + self.early
        return planar.kneels(skeleton) and skeleton.comVelocity().length() < 0.3
