"""A walk on nothing but contacts and friction: what data/skills/walk.py does; planning.py is what it thinks.

A step goes from "both" (the weight goes over to the foot in front) to "swing" (the other one rolls over its
toes, then goes to its place, past the other leg and not through it). Legs do what the ground is to do by
stance(), whose numbers are the last ten.
"""
import math
import planning

BALL = (0.14, 0.05)  # m: the toes' hinge, ahead of and below the ankle


def smooth(x):
    """From 0 to 1, its rate and acceleration 0 at both ends."""
    x = planning.clamp(x, 0, 1)
    return x * x * x * (10 - 15 * x + 6 * x * x)


class Gait(planning.Strides):
    height = 0.8669937  # tune 0.84..0.9
    clear = 0.206294  # tune 0.18..0.28
    gate = 0.646287  # tune 0.6..0.95
    roll = 0.0204855  # tune 0.02..0.1
    rise = 0.431026  # tune 0.2..0.9
    level = 0.701598  # tune 0.3..1
    toe = 5.7881  # tune 2..20
    apex = 0.041491  # tune 0.03..0.12
    reach = 0.997935  # tune 0.7..1
    early = 0.768613  # tune 0.4..1
    quick = 0.00088108  # tune 0..0.002
    swing_gain = 5544  # tune 1500..8000
    swing_damping = 0.0482529  # tune 0.02..0.1
    turn = 691  # tune 200..2000
    turn_damping = 180.928  # tune 20..400
    lift = 8880  # tune 2000..20000
    lift_damping = 1527  # tune 200..2000
    waist = 348.23  # tune 100..1000
    lean = -0.95411  # tune -2..2
    sway = -0.58449  # tune -3..2
    react = 0.59244  # tune 0..1.2

    def __init__(self, person):
        self.person = person

    def start(self):
        self.person.hold()
        for leg in planning.LEGS:
            self.person.setTarget("toe_flex" + leg, 0, self.toe, 0.2 * self.toe)
        self.steps, self.went, self.foot, self.rate, self.last = 0, 0, 0, 1, time()
        self.enter("shift")

    def enter(self, state):
        self.state, self.clock = state, 0

    def step(self):
        self.look()
        self.clock += self.rate * (time() - self.last)
        self.last = time()
        if self.state == "swing" and self.landed():
            self.went = (self.ankle[self.foot] - self.ankle[1 - self.foot]).x
            self.foot, self.steps = 1 - self.foot, self.steps + 1
            self.enter("both")
        self.plan()
        if self.state == "both" and self.clock > self.both or self.state == "shift" and self.shifted():
            self.enter("swing")
            self.begun = self.ankle[self.foot]
        self.foresee()
        if self.state == "shift":
            self.bear(self.xi + 1.5 * (self.xi - self.goal))
        elif self.state == "both":
            share = planning.clamp(self.clock / self.both, 0.02, 0.98)
            cop = share * self.sole[1 - self.foot] + (1 - share) * self.sole[self.foot] + self.press
            self.bear(cop, share if self.foot == 0 else 1 - share)
        else:
            self.swing()

    def shifted(self):
        """At first: is the weight so far over the foot that bears that the other one can go?"""
        aim = math.exp(-self.pace * self.omega * self.seconds) * (self.stride + self.offset)
        self.goal = vec(0.5 * (self.sole[0] + self.sole[1]).x, self.sole[1 - self.foot].y + aim.y, 0)
        return abs(self.xi.y - self.goal.y) < 0.02 or self.clock > 1.5

    def landed(self):
        seconds = self.lasts(0) - self.both
        down = self.person.footLoad(planning.FEET[self.foot]) > 40 and self.clock > self.gate * seconds
        return down or self.clock > seconds + 0.3

    def swing(self):
        if self.clock < self.roll:
            pitch = self.rise * smooth(self.clock / self.roll)
            ankle = self.begun + self.rolled(pitch)
            self.left_at = ankle
        else:
            seconds = self.lasts(0) - self.both - self.roll
            s = (self.clock - self.roll) / seconds
            pitch = self.rise * (1 - smooth(s / self.level))
            ankle = self.way(s, seconds)
        self.bear(self.sole[1 - self.foot] + self.press, None, ankle, pitch)

    def rolled(self, pitch):
        """How far the ankle comes by a roll over the ball of the foot."""
        x, z = BALL
        s, c = math.sin(pitch), math.cos(pitch)
        return vec(x - x * c + z * s, 0, x * s + z * c - z)

    def way(self, s, seconds):
        """The ankle, after a part s of the way; ahead by what the leg lags as it gains speed."""
        by = self.place() - self.left_at
        x = planning.clamp(s / self.reach, 0, 1)
        k, lasts = smooth(x), seconds * self.reach / self.rate
        ahead = k + self.quick * x * (60 - 180 * x + 120 * x * x) / (lasts * lasts)
        aside = smooth(x / self.early) if self.side * by.y < 0 else k
        level = self.ground + planning.ANKLE
        z = level + (1 - k) * max(0, self.left_at.z - level)
        z += self.apex * math.sin(math.pi * min(1, s) ** 0.7)
        z -= planning.clamp(0.6 * seconds * (s - 1), 0, 0.08)
        x, y = self.left_at.x + ahead * by.x, self.left_at.y + aside * by.y
        stays = self.ankle[1 - self.foot]
        need = self.clear * planning.clamp((0.45 - abs(x - stays.x)) / 0.2, 0, 1)
        return vec(x, stays.y + self.side * max(need, self.side * (y - stays.y)), z)

    def bear(self, cop, share=None, ankle=None, tip=0):
        """Legs make the ground push at cop; the foot that swings goes to ankle."""
        pitch, roll = self.lean * self.miss.x, -self.sway * self.miss.y
        self.person.stance(
            cop, height=self.height, heading=0, share=share, pitch=planning.clamp(pitch, -0.5, 0.5),
            roll=planning.clamp(roll, -0.4, 0.4), swing=None if ankle is None else planning.FEET[self.foot],
            ankle=ankle, turnStiffness=self.turn, turnDamping=self.turn_damping, liftStiffness=self.lift,
            liftDamping=self.lift_damping, waistStiffness=self.waist, swingStiffness=self.swing_gain,
            swingDamping=self.swing_damping, react=self.react, tip=tip)
