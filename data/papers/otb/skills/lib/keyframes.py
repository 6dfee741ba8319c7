"""What the experiments of On the Beat share: poses of beat39 in numbers, and whether each joint kept its time.

A key-frame is one joint in one pose that moves it by more than 1 degree. It holds if the joint's error at its time is
at most 1 % of its travel or 1 degree, whichever is more, and its speed then at most 5 % of the interval's highest.
"""
import math

joints = ["shoulder_flex", "shoulder_twist", "shoulder_abd", "elbow_flex"]
straight = ["waist_flex", "waist_abd", "waist_twist", "neck_flex", "neck_abd", "neck_twist", "head_flex"]
straight.extend([joint + side for joint in ["elbow_twist", "wrist_flex", "wrist_abd"] for side in ["_l", "_r"]])
# beat39.pose, rad: both arms, or the left and then the right.
table = {
    "Y": [1.57, 0.764, 1.49, 0.0847],
    "M": [1.32, 0.351, 1.45, 2.27],
    "C": [1.48, -0.89, 1.38, 0.912, 1.33, 0.987, 1.62, 1.77],
    "A": [1.57, 0.843, 1.47, 1.4],
    "ArmsFront": [0.597, 0.0375, 0.283, 1.06],
    "ArmsUp": [1.54, 0.268, 0.577, 0.9],
    "Out": [1.01, -0.293, 0.966, 0.717],
    "UpBeat": [1.1, 0.0816, 0.527, 1.21],
    "DownBeat": [0.239, 0.274, 0.298, 0.937],
    "In": [0.306, 0.743, 0.349, 1.43],
    "LeftSweep": [0.975, -0.371, 0.844, 0.867, 0.568, 0.713, 0.134, 1.23],
    "RightSweep": [0.568, 0.713, 0.134, 1.23, 0.975, -0.371, 0.844, 0.867],
    "Wide": [0.988, 0.119, 1.39, 0.503],
    "Hush": [0.374, 0.369, 0.331, 0.591],
    "Fermata": [1.51, 0.559, 1.22, 0.493],
    "CutOff": [0.447, 0.318, 0.51, 1.92]}


def angles(pose):
    """A pose's joints and their angles."""
    numbers = table[pose] if len(table[pose]) == 8 else table[pose] * 2
    return dict(zip([joint + side for side in ["_l", "_r"] for joint in joints], numbers))


def is_leg(joint):
    return joint.split("_")[0] in ["hip", "knee", "ankle"]


def prepare(character):
    """The poses, all joints of them, but the legs, which the paper's method is not for when they stand."""
    for name in table:
        character.addPose("Whole" + name, dict([(joint, 0) for joint in straight]), base=name)


def begin(character, law, root="fixed"):
    """A new run: the pelvis "fixed", on "springs" or "free"; law says how joints move. Legs hold themselves."""
    restart()
    if root == "fixed":
        character.lockAxes("pelvis", "x y z rx ry rz", 0)
    elif root == "springs":
        character.setBalanceSpring()
    law()
    for joint in character.joints():
        if is_leg(joint):
            character.setTarget(joint, 0, 2000, 200)


class Key:
    """A joint on its way to a pose."""

    def __init__(self, character, pose, joint, angle, late):
        self.character, self.pose, self.joint, self.angle, self.time = character, pose, joint, angle, late
        self.travel = abs(angle - character.getAngle(joint))
        self.peak = 0

    def look(self):
        self.peak = max(self.peak, abs(self.character.getRate(self.joint)))

    def end(self):
        self.off = self.character.getAngle(self.joint) - self.angle
        self.speed = abs(self.character.getRate(self.joint))
        late = [joint for joint, due, arrival in self.character.misses() if abs(due - self.time) < 1e-6]
        self.told = self.joint in late
        self.arrived = abs(self.off) <= max(0.01 * self.travel, math.radians(1))
        self.holds = self.arrived and time() > self.time - 1e-6 and self.speed <= 0.05 * self.peak


class Score:
    """Plays poses, each in so many seconds, and keeps their key-frames. A run ends when a joint is faster than `most`
    (rad/s), it flies apart: what it had to reach is missed."""

    def __init__(self, character, look=None, most=100):
        self.character, self.also, self.most, self.keys, self.wild = character, look, most, [], False

    def play(self, poses):
        for name, seconds in poses:
            self.character.setTargetPose("Whole" + name, seconds)
        for name, seconds in poses:
            self.part(name, seconds)

    def part(self, name, seconds):
        end = time() + seconds
        self.now = [Key(self.character, name, joint, angle, end) for joint, angle in angles(name).items()]
        self.now = [key for key in self.now if key.travel > math.radians(1)]
        for key in self.now:
            key.played = not self.wild
        if not self.wild:
            run(seconds, until=self.look)
        for key in self.now:
            key.end()
        self.keys.extend(self.now)

    def look(self):
        for key in self.now:
            key.look()
        if self.also:
            self.also()
        fastest = max([abs(self.character.getRate(joint)) for joint in self.character.joints()])
        self.wild = self.wild or fastest > self.most
        return self.wild

    def share(self, pose=None):
        """Of the key-frames (of one pose): how many hold."""
        keys = [key for key in self.keys if pose in (None, key.pose)]
        return sum([key.holds for key in keys]) / len(keys)

    def worst(self, pose=None):
        """The largest error, degrees."""
        return max([math.degrees(abs(key.off)) for key in self.keys if pose in (None, key.pose)])
