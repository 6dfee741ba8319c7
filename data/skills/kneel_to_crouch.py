"""From kneeling to a crouch (VST 5.1, "kneel to crouch"): one foot, then both, and the weight over them.

Pre: knees or shanks on the ground, hips and trunk off it, slow, face down or level. Expected: it does not
fall, one try: from where that ends "crouch to stand" often stands up; after a failure it begins with the
other foot. Post: the capture point over the soles.
Phases: on all fours ("all4"), knees off the ground ("bear"), each foot a step towards the hands on tiptoe,
gather: legs bend and arms push until the weight is over the feet. From all fours as "rise from prone" ends it
works; from upright kneeling the hands come down, but the weight hardly ever gets over the feet. NAME_waist ..
NAME_ankle are the angles (rad) of phase NAME.
"""
import math
import rising


class KneelToCrouch(rising.Rising):
    priority = 6.5
    most_tries = 0
    carry = 0.8  # tune 0.4..1.1
    all4 = 0.4  # tune 0.1..1.5
    bear_waist = 0.5  # tune 0..1.3
    bear_shoulder = 1.8  # tune 1.2..2.9
    bear_abd = 0.2  # tune 0..0.6
    bear_elbow = 0.1  # tune 0..1.2
    bear_hip = 1.9  # tune 1..2
    bear_knee = 1.6  # tune 0.2..2.2
    bear_ankle = 0.3  # tune -0.5..0.34
    gather_waist = 0.965  # tune 0..1.3
    gather_shoulder = 2.13  # tune 0.6..2.9
    gather_abd = 0.2  # tune 0..0.6
    gather_elbow = 0.1  # tune 0..1.2
    gather_hip = 2.0  # tune 1..2
    gather_knee = 1.9  # tune 0.5..2.4
    gather_ankle = 0.333  # tune -0.5..0.34
    gather_legs = 0.1  # tune 0..0.4
    upright = 4.07  # tune -2..6
    aside = 0.07  # tune 0.03..0.15
    reach = 0.278  # tune -0.1..0.5
    tiptoe = 0.486  # tune 0..1
    apart = 0.17  # tune 0.08..0.25
    apex = 0.0749  # tune 0.03..0.25
    swing = 0.657  # tune 0.3..1
    rise = 0.751  # tune 0.1..1.5
    push = 0.359  # tune 0.1..1
    margin = 0.0937  # tune 0..0.3

    def __init__(self):
        self.steps = [("left", self.swing, 0.3), ("right", self.swing, 0.3)]

    def pre(self):
        if rising.on_ground(rising.BODY) or not rising.on_ground(rising.KNEES):
            because("it does not kneel")
        elif skeleton.comVelocity().length() > 0.6 or skeleton.facing().z > 0.3:
            because("it moves too fast, or faces up")
        else:
            return rising.above("pelvis") > 0.25
        return False

    def expected(self):
        because("it fell, or tried too often")
        return super().expected() and skeleton.facing().z < 0.5

    def start(self):
        rises = [("all4", self.all4, 0.8), ("bear", self.rise, 1)]
        self.begin(rises + self.steps + [("gather", self.push, 0.4)], 0)

    def end(self):
        if not self.done:
            self.steps = self.steps[::-1]

    def pose(self, name):
        if name == "all4":
            return rising.ALL_FOURS
        return self.on_palms("bear" if name in ("left", "right") else name)

    def prepare(self, name):
        self.by_place = []
        if name in ("left", "right"):
            ahead, left = self.frame()
            self.leg, self.other = ("_l", "_r") if name == "left" else ("_r", "_l")
            self.kept = getPosition("foot" + self.other, rising.TIP) if self.index > 2 else None
            hands = 0.5 * (getPosition("hand_l") + getPosition("hand_r"))
            p = hands - self.reach * ahead + (self.apart if self.leg == "_l" else -self.apart) * left
            self.lifted, self.goal = getPosition("foot" + self.leg, rising.TIP), vec(p.x, p.y, 0)
            legs = [self.leg, self.other] if self.kept else [self.leg]
            self.by_place = [joint + leg for leg in legs for joint in rising.LEG]

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
                self.put(self.other, self.kept, self.tiptoe)

    def gate(self, name):
        hands = rising.up_force(rising.HANDS)
        if rising.on_ground(rising.BODY):
            return False
        if name == "all4":
            return hands > 40 and rising.above("pelvis") > 0.4
        if name == "bear":
            return hands > 40 and rising.up_force(rising.FEET) > 150 and not rising.on_ground(rising.KNEES)
        if self.by_place:
            return contactForce("foot" + self.leg).z > 60
        (ahead, left), xi = self.frame(), rising.capture()
        return -0.1 < xi.dot(ahead) < self.margin and abs(xi.dot(left)) < self.aside
