"""What the robot's skills share (data/models/robot16.xml): it moves in the plane, x ahead, z up.

Feet: where its feet are along x, what they bear, how the ground pushes. "xi" is the capture point: where it
would come to rest if it stood there on one point (VST.6).
"""
import math
import rising

LENGTH, MIDDLE = 0.12, 0.0665  # m: of a sole, half of it; from the ankle to its middle
FEET, LEGS = ["foot_l", "foot_r"], ["_l", "_r"]
TALL = 0.848  # m: the hips above the ankles, as it stands
APART = 0.15  # m: feet farther from one another are not side by side
ARM, NECK = ["shoulder_flex", "elbow_flex"], ["neck_flex", "head_flex"]


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


def joints():
    """What has a motor."""
    return [joint for joint in skeleton.joints() if joint[:4] != "root"]


def beside(xi):
    """Where a foot goes beside the other: there, or where the capture point will be if that is too far."""
    return clamp(xi, -0.3, 0.3) if abs(xi) > 0.06 else 0


def touched(robot):
    """Does anything above the knees touch the ground?"""
    return any([robot.touching(part) for part in ["hips", "hands", "head"]])


def smooth(x):
    """From 0 to 1, its rate and acceleration 0 at both ends."""
    x = clamp(x, 0, 1)
    return x * x * x * (10 - 15 * x + 6 * x * x)


class Feet:
    pitch = 0.0  # rad: how far the trunk is to bend forward
    height = TALL

    def look(self):
        self.speed = skeleton.comVelocity().length()
        self.omega = math.sqrt(9.81 / clamp(skeleton.height(), 0.2, 1.2))
        self.xi = capture(skeleton)
        self.ankle = [getPosition(foot, (0, 0, 0)) for foot in FEET]
        self.sole = [ankle.x + MIDDLE for ankle in self.ankle]
        self.load = [skeleton.footLoad(foot) for foot in FEET]

    def between(self):
        return 0.5 * (self.sole[0] + self.sole[1])

    def apart(self):
        return abs(self.sole[0] - self.sole[1])

    def lost(self):
        """How far the capture point is outside the soles and what is between them."""
        return max(0, min(self.sole) - LENGTH - self.xi, self.xi - max(self.sole) - LENGTH)

    def on_feet_alone(self, up=0.7):
        """Do the feet bear it, and neither hips, hands nor knees?"""
        if skeleton.up().z < up:
            because("it is not upright")
        elif touched(skeleton) or rising.on_ground(rising.KNEES):
            because("more than its feet touches the ground")
        elif min(self.ankle[0].z, self.ankle[1].z) > 0.1:
            because("its feet are off the ground")
        else:
            return True
        return False

    def lift_off(self, foot, seconds):
        self.foot, self.begun, self.since, self.seconds = foot, self.ankle[foot], time(), seconds
        self.ground = self.ankle[1 - foot].z

    def landed(self):
        """Has the foot that swings met the ground, or missed it?"""
        now = time() - self.since
        return now > self.seconds + 0.3 or now > 0.55 * self.seconds and self.load[self.foot] > 40

    def press(self, gain):
        """Of the foot that bears: where its middle is; where it pushes so that the capture point comes back
        over it; and where that will be as the other foot touches down, both from the middle."""
        c = self.sole[1 - self.foot]
        off = self.xi - c
        push = clamp((1 + gain) * off, -LENGTH, LENGTH)
        left = max(0, self.since + self.seconds - time())
        return c, push, push + math.exp(self.omega * left) * (off - push)

    def swing(self, skill, cop, x):
        """One foot bears; the ankle of the other goes to x, skill.apex high."""
        now = (time() - self.since) / self.seconds
        k = smooth((now - skill.linger) / (0.9 - skill.linger))
        late = clamp(0.6 * self.seconds * (now - 1), 0, 0.08)
        z = self.ground + skill.apex * math.sin(math.pi * min(1, now) ** 0.7) - late
        x = self.begun.x + k * (x - self.begun.x)
        self.bear(skill, cop, FEET[self.foot], (x, self.begun.y, z))

    def bear(self, skill, cop, swing=None, ankle=None):
        """Legs make the ground push at cop, by the skill's numbers; trunk and arms move against the fall."""
        off = self.xi - cop
        skeleton.stance(
            (cop, 0, 0), height=self.height, heading=0, pitch=self.pitch + clamp(skill.lean * off, -0.5, 0.6),
            swing=swing, ankle=ankle, turnStiffness=skill.turn, turnDamping=skill.turn_damping,
            liftStiffness=skill.lift, liftDamping=skill.lift_damping)
        swung = clamp(skill.arm * off, -0.8, 1.5)
        for side in LEGS:
            skeleton.setTarget("shoulder_flex" + side, swung, 100, 10)
            skeleton.setTarget("elbow_flex" + side, 0.3, 40, 4)


class Rising(rising.Rising):
    """Poses that follow each other, with the joints that it has."""

    def full(self, pose):
        self.names = joints()
        return super().full(pose)


def capture(robot):
    """The capture point, along x."""
    com = robot.com()
    return com.x + robot.comVelocity().x * math.sqrt(clamp(com.z, 0.2, 1.2) / 9.81)


def knees(legs):
    return sum([getPosition("shank" + leg, (0, 0, 0)).x for leg in legs]) / len(legs)


def kneels(robot):
    """Upright on knees and shanks, nothing else on the ground but feet; the capture point over them."""
    over = min([getPosition(foot).x for foot in FEET]) < capture(robot) < knees(LEGS)
    return not touched(robot) and over and rising.on_ground(rising.KNEES) and robot.up().z > 0.6


def kneel_on(skill, legs):
    """On knees and shanks: by the torques of the knees the ground pushes beyond the capture point."""
    xi, knee = capture(skeleton), knees(legs)
    behind = clamp(knee - xi - skill.hold * (xi - knee + skill.behind), 0, 0.5)
    for leg in legs:
        skeleton.setTarget("knee_flex" + leg, 0, 0, 0)
        skeleton.setTorque("knee_flex" + leg, -skeleton.mass() * 9.81 * behind / len(legs))


def free_knees():
    for leg in LEGS:
        skeleton.setTorque("knee_flex" + leg, 0)
