"""On two feet by whole-body control: where they are, where the capture point goes, and what bears.

Points are vec(ahead, to the left, 0) about the world's origin, turned to where the character faces; lengths are in
its own legs, so that nothing changes with its size. "sole" is the middle of a sole, "xi" the capture point.
"""
import math
import footing

LENGTH, WIDTH = 0.135, 0.04  # legs: a sole presses so far from its middle
ANKLE = 0.0795  # legs: over the sole
HIPS, TALL, TRUNK = 0.1, 0.985, 0.18  # legs: a hip from the middle; hips' height; of the centre of mass over them
NEAR = 0.25  # legs: ground is one on which to step if it is no further up or down
SETTLES = 0.2  # s: a sole's velocity is taken for that of what bears it
FEET = ["foot_l", "foot_r"]
ARMS = ["upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r", "hand_l", "hand_r"]
KNEES, SHANKS = ["knee_flex_l", "knee_flex_r"], ["shank_l", "shank_r"]
STRAIGHT = 0.3  # rad: a knee that is bent less
FREE = ARMS + ["neck", "head"]
SOLE = (0.0665, 0, -0.068)  # of skeleton37's foot: where what bears it is asked how it moves
POSTURE = {"knee_flex": 0.3, "hip_flex": 0.15, "ankle_flex": 0.15, "shoulder_flex": 0, "shoulder_abd": 0.12,
           "elbow_flex": 0.25, "elbow_twist": 0, "wrist_flex": 0, "wrist_abd": 0, "waist_flex": 0, "waist_abd": 0,
           "waist_twist": 0, "neck_flex": 0, "neck_abd": 0, "neck_twist": 0, "head_flex": 0, "hip_abd": 0,
           "hip_twist": 0, "ankle_abd": 0}


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


def bend(character, feet, weight):
    """How firmly straight knees of these feet bend: a locked leg neither lifts its foot nor lets the body down."""
    for k in [0, 1]:
        straight = k in feet and character.getAngle(KNEES[k]) < STRAIGHT
        character.task(SHANKS[k], weight=weight if straight else 1)


class Upright:
    firm = 20  # weight of trunk and pelvis against joints
    rate = 0  # 1/s: of their turns
    tipped = 0.92  # how far up its body then points
    facing = None  # rad: where it is to face; None: where it does

    def __init__(self, character, spin=0):
        self.spin = spin  # so much of the angular momentum, which soles have to take, too, moves the capture point
        self.character, self.leg = character, character.limb("foot_l")
        self.drift, self.looked = vec(0, 0, 0), time()

    def local(self, p):
        return vec(p.dot(self.ahead), p.dot(self.left), 0)

    def world(self, p, z=0):
        return p.x * self.ahead + p.y * self.left + vec(0, 0, z)

    def look(self):
        """What is so now; velocities are seen from what bears."""
        me = self.character
        left = me.up().cross(me.facing())
        self.heading = math.atan2(-left.x, left.y) if self.facing is None else self.facing
        self.ahead = vec(math.cos(self.heading), math.sin(self.heading), 0)
        self.left = vec(-self.ahead.y, self.ahead.x, 0)
        self.at = me.laden()
        soles = [me.base(foot) for foot in FEET]
        self.high = [sole.z for sole in soles]
        self.load = [contactForce(foot).z / (9.81 * me.mass()) for foot in FEET]
        bears = 0 if self.load[0] > self.load[1] else 1
        self.ground = self.high[bears]
        velocity = me.ladenVelocity() - self.carried(getVelocity(FEET[bears], SOLE))
        self.tall = (self.at.z - self.ground) / self.leg
        self.omega = math.sqrt(9.81 / clamp(self.at.z - self.ground, 0.7 * self.leg, 1.4 * self.leg))
        self.speed, self.moves, self.rises = velocity.length(), self.local(velocity), velocity.z
        h = getAngularMomentum(me, self.at)
        turns = self.spin * self.omega / (9.81 * me.mass()) * vec(h.y, -h.x, 0)
        self.com, self.xi = self.local(self.at), self.local(self.at + velocity / self.omega + turns)
        self.sole = [self.local(sole) for sole in soles]
        self.way = [self.toes(foot) for foot in FEET]
        self.ankle = [self.local(getPosition(foot, (0, 0, 0))) for foot in FEET]

    def carried(self, sole):
        """The velocity of what bears: the sole's, without how it shakes."""
        part = 1 - math.exp(min(0, self.looked - time()) / SETTLES)
        self.drift, self.looked = self.drift + part * (sole - self.drift), time()
        return self.drift

    def toes(self, foot):
        """Where a foot's toes point, of length 1."""
        w, x, y, z = getOrientation(foot)
        way = self.local(vec(1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 0))
        return way / max(way.length(), 1e-3)

    def outside(self, point, a, b):
        """How far, in legs, a point is outside the soles, the left at a, the right at b, and what is between them."""
        d = b - a
        part = clamp((point - a).dot(d) / max(d.dot(d), 1e-9), 0, 1)
        off, way = (point - a - part * d) / self.leg, self.way[0 if part < 0.5 else 1]
        x, y = off.dot(way), off.y * way.x - off.x * way.y
        return math.hypot(max(0, abs(x) - LENGTH), max(0, abs(y) - WIDTH))

    def lost(self):
        """How far the capture point is outside the soles and what is between them, in legs."""
        return self.outside(self.xi, self.sole[0], self.sole[1])

    def tips(self):
        """Does it lean over on one foot, the other in the air?"""
        return min(self.load) < 0.02 and self.character.up().z < self.tipped

    def press(self, foot, gain):
        """Where a foot alone pushes so that the capture point comes back over it."""
        c, n, w = self.sole[foot], LENGTH * self.leg, WIDTH * self.leg
        off, way = (1 + gain) * (self.xi - c), self.way[foot]
        x, y = clamp(off.dot(way), -n, n), clamp(off.y * way.x - off.x * way.y, -w, w)
        return c + vec(x * way.x - y * way.y, x * way.y + y * way.x, 0)

    def beside(self, wide=0.22, within=0.06):
        """Are the feet side by side, so far apart, in legs?"""
        off = (self.ankle[0] - self.ankle[1]) / self.leg
        return abs(off.x) < 0.08 and abs(off.y - wide) < within

    def height(self, feet):
        """Of the centre of mass, m, so that legs reach these feet; one may stand lower than the other."""
        tops = []
        for foot in feet:
            hip = self.com + vec(0, (1 - 2 * foot) * HIPS * self.leg, 0)
            far = (self.ankle[foot] - hip).length() / self.leg
            tops.append(self.high[foot] + (TRUNK + math.sqrt(max(0.5, TALL * TALL - far * far))) * self.leg)
        return min(tops)

    def stands(self, p):
        """A foot there: the height of its ankle, pitch and roll; level as it stands where no ground is near."""
        (high, pitch, roll), off = footing.plate(self.world(p), self.heading, self.leg, self.at.z)
        if abs(high - self.ground) > NEAR * self.leg:
            high, pitch, roll = self.ground, 0, 0
        return high + ANKLE * self.leg, pitch, roll

    def bear(self, feet, goal, lean=0, drop=0, up=None):
        """The centre of mass comes over goal, on these feet, or is accelerated upwards so, m/s2."""
        if up is None:
            high = self.height(feet) - drop * self.leg
            self.character.task("com", self.world(goal, high))
        else:
            at, velocity = self.world(goal, self.at.z), (0, 0, self.rises)
            self.character.task("com", at, velocity=velocity, acceleration=(0, 0, up))
        for link in ["pelvis", "trunk"]:
            self.character.task(link, turn=(self.heading, lean, 0), weight=self.firm, rate=self.rate)

    def posture(self, calm=1):
        """Joints as it stands; with `calm` arms and neck keep to it more than the others."""
        for link in FREE:
            self.character.task(link, weight=calm)
        for joint in self.character.joints():
            short = joint[:-2] if joint[-2:] in ("_l", "_r") else joint
            if short in POSTURE:
                self.character.setTarget(joint, POSTURE[short])
