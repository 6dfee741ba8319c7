"""What the experiments of On the Beat share: poses of beat39 in time, and whether each joint kept it.

A key-frame is one joint in one pose that moves it by more than 1 degree. It holds if the joint's error at its
time is at most 1 % of its travel or 1 degree, whichever is more, and its speed then at most 5 % of the
interval's highest.
"""
import math

straight = ["waist_flex", "waist_abd", "waist_twist", "neck_flex", "neck_abd", "neck_twist", "head_flex"]
for joint in ["elbow_twist", "wrist_flex", "wrist_abd"]:
    straight.extend([joint + "_l", joint + "_r"])


def is_leg(joint):
    return joint.split("_")[0] in ["hip", "knee", "ankle"]


def prepare(character, score):
    """The score's poses, all joints but the legs', which the paper's method is not for when they stand."""
    for name in dict(score).keys():
        character.addPose(name + "_all", dict([(joint, 0) for joint in straight]), base=name)


def begin(character, law, root="fixed"):
    """A new run: the pelvis "fixed", on "springs" or "free"; law moves the joints. Legs hold themselves."""
    restart()
    if root == "fixed":
        character.lockAxes("pelvis", "x y z rx ry rz", 0)
    elif root == "springs":
        character.setBalanceSpring()
    law()
    for joint in character.joints():
        if is_leg(joint):
            character.setTarget(joint, 0, 2000, 200)


def dots(points):
    """The points of a curve that no line is to join."""
    return [p for point in points for p in (point, (math.nan, math.nan))]


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
    """Plays poses, each in so many seconds, and keeps their key-frames. A run ends when a joint is faster
    than `most` (rad/s), it flies apart: what it had to reach is missed."""

    def __init__(self, character, look=None, most=100):
        self.character, self.also, self.most, self.keys, self.wild = character, look, most, [], False

    def play(self, poses):
        for name, seconds in poses:
            self.character.setTargetPose(name + "_all", seconds)
        for name, seconds in poses:
            self.part(name, seconds)

    def part(self, name, seconds):
        end = time() + seconds
        pose = self.character.getPose(name)
        self.now = [Key(self.character, name, joint, angle, end) for joint, angle in pose.items()]
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


class Curves:
    """Of some joints over time, for plots: angle (rad), and log10 of ks and kd; look() is a Score's."""

    def __init__(self, character, joints):
        self.character, self.angle, self.ks, self.kd = character, {}, {}, {}
        for joint in joints:
            self.angle[joint], self.ks[joint], self.kd[joint] = [], [], []

    def look(self):
        for joint, angles in self.angle.items():
            angles.append((time(), self.character.getAngle(joint)))
            ks, kd = self.character.gains(joint)
            if ks > 0:
                self.ks[joint].append((time(), math.log10(ks)))
                self.kd[joint].append((time(), math.log10(kd)))
