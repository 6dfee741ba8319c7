"""What the robot's skills share (data/models/robot16.xml): it moves in the plane, x ahead, z up.

Feet: where its feet are along x, what they bear, how the ground pushes. "xi" is the capture point: where it
would come to rest if it stood there on one point (VST.6).
"""
import math
import rising

LEG = 0.85925  # m, of a robot of 1.75 m, as all that follow
LENGTH, MIDDLE = 0.12, 0.0665  # of a sole, half of it; from the ankle to its middle
FEET, LEGS = ["foot_l", "foot_r"], ["_l", "_r"]
OTHERS = ["pelvis", "trunk", "head", "forearm_l", "forearm_r"] + rising.KNEES
TALL = 0.848  # the hips above the ankles, as it stands
APART = 0.15  # feet farther from one another are not side by side
ARM, NECK = ["shoulder_flex", "elbow_flex"], ["neck_flex", "head_flex"]


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


def joints():
    """What has a motor."""
    return [joint for joint in skeleton.joints() if joint[:4] != "root"]


def leg():
    """m, from hip to ankle along its bones."""
    hip, knee, ankle = [getPosition(link, (0, 0, 0)) for link in ("thigh_l", "shank_l", "foot_l")]
    return (hip - knee).length() + (knee - ankle).length()


def beside(xi):
    """Where a foot goes beside the other: there, or where the capture point will be if that is too far."""
    return clamp(xi, -0.3, 0.3) if abs(xi) > 0.06 else 0


def angles():
    """Of all its joints, by name."""
    return dict([(joint, skeleton.getAngle(joint)) for joint in joints()])


def blend(was, to, part):
    """Targets between two poses."""
    k = smooth(part)
    for joint in to:
        stiffness = rising.STIFFNESS[rising.short(joint)]
        skeleton.setTarget(joint, was[joint] + k * (to[joint] - was[joint]), stiffness, 0.1 * stiffness)


def seat_bears():
    """The part of its weight that something under its hips and thighs bears."""
    return rising.up_force(["pelvis", "thigh_l", "thigh_r"]) / (9.81 * skeleton.mass())


def touched(robot):
    """Does anything above the knees touch the ground?"""
    return rising.on_ground(["hips", "hands", "head"], robot)


def smooth(x):
    """From 0 to 1, its rate and acceleration 0 at both ends."""
    x = clamp(x, 0, 1)
    return x * x * x * (10 - 15 * x + 6 * x * x)


class Feet:
    pitch = 0.0  # rad: how far the trunk is to bend forward
    height = TALL  # as a robot of 1.75 m has it
    size = 0.0  # of the robot, to that
    arms = 0.0  # rad: the shoulders

    def look(self):
        self.size = self.size or leg() / LEG
        self.length, self.middle = LENGTH * self.size, MIDDLE * self.size
        self.speed = skeleton.comVelocity().length()
        self.omega = math.sqrt(9.81 / clamp(skeleton.height(), 0.2, 1.2))
        self.xi = capture(skeleton)
        self.ankle = [getPosition(foot, (0, 0, 0)) for foot in FEET]
        self.sole = [ankle.x + self.middle for ankle in self.ankle]
        self.load = [skeleton.footLoad(foot) for foot in FEET]

    def high(self):
        """Of the hips above the ankles, as a robot of 1.75 m would have it."""
        return (getPosition("pelvis", (0, 0, 0)).z - self.ankle[0].z) / self.size

    def between(self):
        return 0.5 * (self.sole[0] + self.sole[1])

    def apart(self):
        return abs(self.sole[0] - self.sole[1])

    def lost(self, inside=0):
        """How far the capture point is outside the soles and what is between, less `inside` at either end."""
        reach = self.length - inside
        return max(0, min(self.sole) - reach - self.xi, self.xi - max(self.sole) - reach)

    def on_feet_alone(self, up=0.7):
        """Do the feet bear it, and hardly anything else?"""
        if skeleton.up().z < up:
            because("it is not upright")
        elif rising.up_force(OTHERS) > 0.2 * 9.81 * skeleton.mass():
            because("more than its feet bears it")
        elif min(rising.above(FEET[0]), rising.above(FEET[1])) > 0.1:
            because("its feet are off the ground")
        else:
            return True
        return False

    def ready(self):
        """Does it stand still, straight, its feet side by side?"""
        if self.speed > 0.2:
            because("it moves too fast")
        elif self.apart() > APART:
            because("its feet are apart")
        elif skeleton.posture(["hip_flex", "knee_flex", "waist_flex"]) > 0.35:
            because("it is not straight")
        elif self.lost() > 0:
            because("the capture point is beyond the feet")
        else:
            return self.on_feet_alone()
        return False

    def lean_over(self, foot, skill, begun):
        """Both bear, and the weight goes over one foot; True: the other can leave the ground. Each bears as
        it would if all stood still, and both push with heels or toes, lest straight legs lock."""
        k, late = smooth((time() - begun) / skill.over), time() - begun
        cop = self.xi + skill.gain * (self.xi - (1 - k) * self.between() - k * self.sole[foot])
        share = None
        if self.apart() > 0.1:
            share = clamp((self.xi - self.sole[0]) / (self.sole[1] - self.sole[0]), 0.25, 0.75)
            middle = self.sole[0] + share * (self.sole[1] - self.sole[0])
            cop = clamp(cop, middle - 0.1, middle + 0.1)
        hip, reach = getPosition("pelvis", (0, 0, 0)).x, 0.99 * (TALL + 0.01)
        far = min(0.4, max(abs(hip - self.ankle[0].x), abs(hip - self.ankle[1].x)) / self.size)
        self.height = min(skill.high, math.sqrt(reach * reach - far * far))  # as far as both legs reach
        self.bear(cop, share=share)
        near, calm = skill.near + 0.02 * late, skill.calm + 0.1 * max(0, late - 2)  # less is enough then
        return k == 1 and abs(self.xi - self.sole[foot]) < near and self.speed < calm

    def lift_off(self, foot, seconds):
        self.foot, self.begun, self.since, self.seconds = foot, self.ankle[foot], time(), seconds
        self.ground = self.ankle[1 - foot].z

    def landed(self):
        """Has the foot that swings met the ground, or missed it?"""
        now = time() - self.since
        return now > self.seconds + 0.3 or now > 0.55 * self.seconds and self.load[self.foot] > 40

    def press(self, gain, ahead=0):
        """Of the foot that bears: where its middle is; where it pushes so that the capture point comes back
        over it, or so far ahead; and where that will be as the other foot touches down, both from there."""
        c = self.sole[1 - self.foot]
        off = self.xi - c
        push = clamp(off + gain * (off - ahead), -self.length, self.length)
        left = max(0, self.since + self.seconds - time())
        return c, push, push + math.exp(self.omega * left) * (off - push)

    def swing(self, skill, cop, x):
        """One foot bears; the ankle of the other goes to x, skill.apex high."""
        now = (time() - self.since) / self.seconds
        k = smooth((now - skill.linger) / (0.9 - skill.linger))
        late = clamp(0.6 * self.seconds * (now - 1), 0, 0.08)
        z = self.ground + skill.apex * math.sin(math.pi * min(1, now) ** 0.7) - late
        x = self.begun.x + k * (x - self.begun.x)
        self.bear(cop, FEET[self.foot], (x, self.begun.y, z))

    def bear(self, cop, swing=None, ankle=None, share=None):
        """Legs make the ground push at cop; the ankle of the foot that swings goes to a place."""
        skeleton.stance((cop, 0, 0), height=self.height * self.size, heading=0, pitch=self.pitch,
                        turnStiffness=500, turnDamping=50, swing=swing, ankle=ankle, share=share)
        for side in LEGS:
            skeleton.setTarget("shoulder_flex" + side, self.arms, 100, 10)
            skeleton.setTarget("elbow_flex" + side, 0.3, 40, 4)


class Rising(rising.Rising):
    """Poses that follow each other, with the joints that it has."""

    def full(self, pose):
        self.names = joints()
        return super().full(pose)


def capture(robot):
    """The capture point, along x."""
    com = robot.com()
    return com.x + robot.comVelocity().x * math.sqrt(clamp(robot.height(), 0.2, 1.2) / 9.81)


def knees(legs):
    return sum([getPosition("shank" + leg, (0, 0, 0)).x for leg in legs]) / len(legs)


def kneels(robot):
    """Upright on knees and shanks, nothing else on the ground but feet; the capture point over them."""
    over = min([getPosition(foot).x for foot in FEET]) < capture(robot) < knees(LEGS)
    return not touched(robot) and over and rising.on_ground(rising.KNEES, robot) and robot.up().z > 0.6


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


SKILLS = {"robot_default": "default", "robot_balance": "balance", "robot_step": "protective_step",
          "robot_double_stance": "double_stance_to_crouch", "robot_stand": "crouch_to_stand",
          "robot_sit": "stand_to_sit", "robot_sit_to_crouch": "sit_to_crouch", "robot_walk": "walk",
          "robot_dive": "plunge", "robot_fall": "fall", "robot_rise_prone": "rise_prone",
          "robot_kneel_to_crouch": "kneel_to_crouch", "robot_rise_supine": "rise_supine", "robot_kip": "kip"}


def teach(robot):
    """All skills of the robot, by the names that the paper gives them."""
    for skill, name in SKILLS.items():
        robot.addSkill(skill, name=name)
