"""Rises from prone to a crouch (VST 5.1, "rise from prone"): onto hands and knees, then onto the feet.

Pre: face down, low. Expected: it does not roll over; no trunk or head on the ground past all fours; so many
tries. Post: the capture point over the soles. Phases: hands beside the shoulders, press, all fours ("all4"),
knees off the ground ("bear"), each foot a step towards the hands on tiptoe, gather: legs bend and arms push
until the weight is over the feet. What does not succeed in time is tried again from a phase before.
NAME_waist .. NAME_ankle are the angles (rad) of phase NAME."""
import math
import rising


class RiseProne(rising.Rising):
    priority = 6
    back = {"gather": 2}
    carry = 0.8  # tune 0.4..1.1
    hands = 0.5  # tune 0.3..1
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
    all4_waist = 0.2  # tune -0.4..1.2
    all4_shoulder = 1.4  # tune 0.8..2.4
    all4_abd = 0.3  # tune 0..0.8
    all4_elbow = 0.5  # tune 0..1.5
    all4_hip = 1.8  # tune 1..2
    all4_knee = 2.1  # tune 1..2.4
    all4_ankle = 0.3  # tune -0.5..0.34
    bear_waist = 0.5  # tune 0..1.3
    bear_shoulder = 1.8  # tune 1.2..2.9
    bear_abd = 0.2  # tune 0..0.6
    bear_elbow = 0.1  # tune 0..1.2
    bear_hip = 1.9  # tune 1..2
    bear_knee = 1.6  # tune 0.2..2.2
    bear_ankle = 0.3  # tune -0.5..0.34
    gather_waist = 0.9  # tune 0..1.3
    gather_shoulder = 2.2  # tune 0.6..2.9
    gather_abd = 0.2  # tune 0..0.6
    gather_elbow = 0.1  # tune 0..1.2
    gather_hip = 2.0  # tune 1..2
    gather_knee = 1.9  # tune 0.5..2.4
    gather_ankle = 0.3  # tune -0.5..0.34
    gather_legs = 0.1  # tune 0..0.4
    upright = 4.0  # tune -2..6
    aside = 0.07  # tune 0.03..0.15
    reach = 0.3  # tune -0.1..0.5
    tiptoe = 0.5  # tune 0..1
    apart = 0.16  # tune 0.08..0.25
    apex = 0.08  # tune 0.03..0.25
    swing = 0.7  # tune 0.3..1
    rise = 1.0  # tune 0.3..1.5
    push = 0.35  # tune 0.1..1
    margin = 0.1  # tune 0..0.3

    def pre(self):
        return skeleton.facing().z < -0.65 and skeleton.com().z < 0.4

    def expected(self):
        because("it rolled onto its side" if skeleton.facing().z > -0.2 else "it fell, or tried too often")
        return super().expected() and (self.index >= self.clear or skeleton.facing().z < -0.2)

    def start(self):
        # An arm from overhead comes down as it presses; others must be beside the shoulders before.
        self.overhead = max([skeleton.getAngle("shoulder_flex_l"), skeleton.getAngle("shoulder_flex_r")]) > 2
        phases = [("hands", self.hands, 0.8), ("press", 1.2, 0.6), ("all4", 1.2, 0.6), ("bear", self.rise, 1),
                  ("left", self.swing, 0.3), ("right", self.swing, 0.3), ("gather", self.push, 0.4)]
        self.begin(phases, 2)

    def pose(self, name):
        return self.on_palms("bear" if name in ("left", "right") else name)

    def prepare(self, name):
        self.by_place = []
        if name in ("left", "right"):
            ahead, left = self.frame()
            self.leg = "_l" if name == "left" else "_r"
            self.kept = getPosition("foot_l", rising.TIP) if name == "right" else None
            hands = 0.5 * (getPosition("hand_l") + getPosition("hand_r"))
            p = hands - self.reach * ahead + (self.apart if self.leg == "_l" else -self.apart) * left
            self.lifted, self.goal = getPosition("foot" + self.leg, rising.TIP), vec(p.x, p.y, 0)
            self.by_place = [joint + leg for leg in ["_l", self.leg] for joint in rising.LEG]

    def place(self, name, now):
        k = rising.smooth(now / self.seconds)
        if name == "gather":
            ahead, left = self.frame()
            lean = self.upright * rising.capture().dot(left)  # hips lean against what goes aside
            lean = rising.clamp(lean, -0.3, 0.3) * rising.smooth(now / 0.3)
            for leg, side in (("_l", 1), ("_r", -1)):
                skeleton.setTarget("hip_abd" + leg, self.gather_legs + side * lean, 600, 60)
        elif self.by_place:
            up = vec(0, 0, self.apex * math.sin(math.pi * k) - 0.02 * k)
            self.put(self.leg, self.lifted + k * (self.goal - self.lifted) + up, self.tiptoe)
            if self.kept:
                self.put("_l", self.kept, self.tiptoe)

    def gate(self, name):
        hands = rising.up_force(rising.HANDS)
        if name == "hands":
            beside = self.overhead or self.near(["shoulder_abd", "elbow_flex"], 0.35)
            return hands > 10 and (beside or time() - self.since > self.seconds + 0.7)
        if rising.on_ground(rising.BODY):
            return False
        if name in ("press", "all4"):
            part, high = ("neck", 0.42) if name == "press" else ("pelvis", 0.4)
            return hands > 40 and getPosition(part, (0, 0, 0)).z > high
        if name == "bear":
            return hands > 40 and rising.up_force(rising.FEET) > 150 and not rising.on_ground(rising.KNEES)
        if self.by_place:
            return contactForce("foot" + self.leg).z > 60
        (ahead, left), xi = self.frame(), rising.capture()
        return -0.1 < xi.dot(ahead) < self.margin and abs(xi.dot(left)) < self.aside
