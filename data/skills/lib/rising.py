"""What rises share: poses that blend into each other, each till its gate opens; and what the body touches."""
import math

STIFFNESS = {"waist_flex": 1000, "waist_abd": 1000, "waist_twist": 600, "neck_flex": 100, "neck_abd": 100,
             "neck_twist": 60, "head_flex": 100, "shoulder_flex": 250, "shoulder_abd": 250, "elbow_flex": 160,
             "elbow_twist": 30, "wrist_flex": 15, "wrist_abd": 15, "hip_flex": 800, "hip_abd": 600,
             "hip_twist": 300, "knee_flex": 800, "ankle_flex": 300, "ankle_abd": 150}  # N m/rad
TIP = (0.19, 0, -0.068)
LEG = ["hip_flex", "hip_abd", "hip_twist", "knee_flex", "ankle_flex", "ankle_abd"]
HANDS = ["hand_l", "hand_r", "forearm_l", "forearm_r"]
FEET = ["foot_l", "foot_r"]
KNEES = ["thigh_l", "thigh_r", "shank_l", "shank_r"]
BODY = ["pelvis", "trunk", "neck", "head", "upper_arm_l", "upper_arm_r"]
PALMS = {"neck_flex": -0.3, "elbow_twist": 1.3, "wrist_flex": -1.2}
PARTS = {"waist": "waist_flex", "shoulder": "shoulder_flex", "abd": "shoulder_abd", "elbow": "elbow_flex",
         "hip": "hip_flex", "knee": "knee_flex", "ankle": "ankle_flex"}
ALL_FOURS = {"neck_flex": -0.3, "waist_flex": 0.2, "shoulder_flex": 1.4, "shoulder_abd": 0.3,
             "elbow_flex": 0.5, "elbow_twist": 1.3, "wrist_flex": -1.2, "hip_flex": 1.8, "knee_flex": 2.1,
             "ankle_flex": 0.3}
ALL = HANDS + FEET + KNEES + BODY


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


def smooth(x):
    x = clamp(x, 0, 1)
    return x * x * (3 - 2 * x)


def up_force(links):
    return sum([contactForce(link).z for link in links])


def on_ground(links, body=None):
    """Does one of these touch something? Of the skill's own body, or of this one."""
    return any([(body or skeleton).touching(link) for link in links])


def above(link):
    """How high a link's origin is above the ground that the body touches."""
    return getPosition(link, (0, 0, 0)).z - skeleton.com().z + skeleton.height()


def capture():
    """The capture point from the middle of the soles (vec, world)."""
    com = skeleton.com()
    soles = 0.5 * (getPosition("foot_l", (0.0665, 0, 0)) + getPosition("foot_r", (0.0665, 0, 0)))
    xi = com + math.sqrt(max(skeleton.height(), 0.2) / 9.81) * skeleton.comVelocity() - soles
    return vec(xi.x, xi.y, 0)


def short(joint):
    return joint[:-2] if joint[-2:] in ("_l", "_r") else joint


def quaternion(heading, pitch):
    """Facing there, and tipped forward."""
    a, b, c, d = math.cos(heading / 2), math.sin(heading / 2), math.cos(pitch / 2), math.sin(pitch / 2)
    return (a * c, -b * d, a * d, b * c)


class Rising:
    """Phases: (name, seconds, patience). It blends to self.pose(name); when 70 % is over, self.gate(name)
    ends the phase; with no patience left it goes back (by self.back, or one) and tries again. A trunk on the
    ground after phase `clear` is a failure."""
    carry = 0.8
    most_tries = 6
    back = {}  # by how many phases it goes back
    firm = {}  # a phase's part of the joints' stiffness

    def post(self):
        return self.done

    def expected(self):
        return not self.failed

    def step(self):
        self.play()

    def prepare(self, name):
        """As a phase begins; self.by_place: the joints that are moved by places, not by its pose."""

    def place(self, name, now):
        """Each control period, beside the pose."""

    def begin(self, phases, clear, first=0):
        self.names = skeleton.joints()
        self.phases, self.clear = phases, clear
        self.tries = 0
        self.failed = False
        self.done = False
        self.to, self.by_place, self.placed = {}, [], []
        self.enter(first)

    def enter(self, index):
        self.index, self.since, self.open = index, time(), None
        self.name, self.seconds, self.patience = self.phases[index]
        was = self.to
        self.to = self.full(self.pose(self.name))
        self.prepare(self.name)
        self.there = False
        self.moves = []
        for joint in self.names:
            if joint not in self.by_place:
                angle = was[joint] if joint in was and joint not in self.placed else skeleton.getAngle(joint)
                stiffness = self.firm.get(self.name, 1) * STIFFNESS[short(joint)]
                self.moves.append((joint, angle, self.to[joint], stiffness))
        self.placed = self.by_place
        event(self.name)
        mark(self.name)

    def full(self, pose):
        """Names without a side stand for both sides; what is not named is straight."""
        to = {}
        for joint in self.names:
            to[joint] = pose.get(joint, pose.get(short(joint), 0))
        return to

    def on_palms(self, name):
        """The pose that numbers NAME_waist, NAME_shoulder, .. of the skill make, palms to the ground."""
        pose = dict(PALMS.items())
        for part, joint in PARTS.items():
            pose[joint] = getattr(self, name + "_" + part, 0)
        return pose

    def near(self, joints, most):
        """Are these joints, of both sides, where the phase wants them?"""
        named = [joint + side for joint in joints for side in ["_l", "_r"]]
        return max([abs(skeleton.getAngle(joint) - self.to[joint]) for joint in named]) < most

    def frame(self):
        """Unit vectors ahead and to the left, seen from above: by the hips; and the heading, rad."""
        across = getPosition("thigh_l", (0, 0, 0)) - getPosition("thigh_r", (0, 0, 0))
        left = vec(across.x, across.y, 0).unit()
        self.heading = math.atan2(-left.x, left.y)
        return vec(left.y, -left.x, 0), left

    def put(self, leg, place, tiptoe):
        """The sole's tip is to be there, the heel up by an angle: self.by_place has the leg's joints."""
        skeleton.setIKTarget(place, "foot" + leg, TIP, quaternion(self.heading, tiptoe))

    def play(self):
        now = time() - self.since
        if not self.there:
            self.there = now >= self.seconds
            k = smooth(now / self.seconds)
            for joint, from_, to, stiffness in self.moves:
                skeleton.setTarget(joint, from_ + k * (to - from_), stiffness, 0.1 * stiffness)
        skeleton.carry(self.carry)
        self.place(self.name, now)
        if self.index > self.clear and on_ground(["pelvis", "trunk", "head"]):
            mark("again")
            self.failed = True
        if now < 0.7 * self.seconds or not self.gate(self.name):
            self.open = None
        elif self.open is None:
            self.open = time()
        if self.open is not None and time() - self.open >= 0.03:
            if self.index + 1 == len(self.phases):
                self.done = True
            else:
                self.enter(self.index + 1)
        elif now > self.seconds + self.patience:
            self.tries += 1
            mark("again")
            if self.tries > self.most_tries or self.index == 0:
                self.failed = True
            else:
                self.enter(max(0, self.index - self.back.get(self.name, 1)))
