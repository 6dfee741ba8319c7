"""On two feet: where they are and what they bear, seen from where it faces, and the push of the ground.

Points are vec(ahead, to the left, 0) about the world's origin, turned to the character's heading. "sole" is
the middle of a sole, "xi" the capture point: where it would come to rest if it stood there on one point
(VST.6).
"""
import math

length, width = 0.12, 0.036  # m: a sole presses so far from its middle
middle = (0.0665, 0, 0)  # of the sole, in the foot's frame
heel, toes = (-0.0685, 0, -0.068), (0.2, 0, -0.068)  # of the sole: its ends
links = ["foot_l", "foot_r"]
legs = 0.85925  # m: from hip to ankle, of the model as it is


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


class Feet:
    pitch = 0  # rad: how far the trunk is to bend forward

    def __init__(self, character):
        self.character = character

    def size(self):
        """Its legs by those of the model as it is, to a hundredth."""
        thigh = getPosition("thigh_l", (0, 0, 0)) - getPosition("shank_l", (0, 0, 0))
        shank = getPosition("shank_l", (0, 0, 0)) - getPosition("foot_l", (0, 0, 0))
        return round((thigh.length() + shank.length()) / legs, 2)

    def local(self, p):
        return vec(p.dot(self.ahead), p.dot(self.left), 0)

    def world(self, p, z=0):
        return p.x * self.ahead + p.y * self.left + vec(0, 0, z)

    def both(self, point):
        return [self.local(getPosition("foot_l", point)), self.local(getPosition("foot_r", point))]

    def look(self, swing=None, part=1):
        """What is so now; of a foot that swings, only a part of its leg's momentum counts."""
        left = self.character.up().cross(self.character.facing())
        self.heading = math.atan2(-left.x, left.y)  # by the hips, so that it may bend as it likes
        self.ahead = vec(math.cos(self.heading), math.sin(self.heading), 0)
        self.left = vec(-self.ahead.y, self.ahead.x, 0)
        com, velocity = self.character.com(), self.character.comVelocity()
        self.omega = math.sqrt(9.81 / clamp(self.character.height(), 0.6, 1.2))
        self.speed = velocity.length()
        if swing is not None:
            side = "_l" if swing == 0 else "_r"
            leg = getMomentum("thigh" + side) + getMomentum("shank" + side) + getMomentum("foot" + side)
            leg -= 0.161 * self.character.mass() * getVelocity("thigh" + side, (0, 0, 0))
            velocity -= (1 - part) / self.character.mass() * leg
        self.com, self.xi = self.local(com), self.local(com + velocity / self.omega)
        self.ankle, self.sole = self.both((0, 0, 0)), self.both(middle)
        self.load = [contactForce("foot_l").z, contactForce("foot_r").z]

    def press(self, foot, gain):
        """Where a foot alone pushes so that the capture point comes back over it."""
        c = self.sole[foot]
        off = (1 + gain) * (self.xi - c)
        return c + vec(clamp(off.x, -length, length), clamp(off.y, -width, width), 0)

    def outside(self, point, a, b):
        """How far a point is outside soles at a and b and what is between them."""
        d = b - a
        off = point - a - clamp((point - a).dot(d) / max(d.dot(d), 1e-9), 0, 1) * d
        return math.hypot(max(0, abs(off.x) - length), max(0, abs(off.y) - width))

    def lost(self):
        """How far the capture point is outside the soles and what is between them."""
        return self.outside(self.xi, self.sole[0], self.sole[1])

    def beside(self, wide, within=0.08):
        """Are the feet side by side, so far apart, more or less?"""
        off = self.ankle[0] - self.ankle[1]
        return abs(off.x) < 0.06 and abs(off.y - wide) < within

    def farther(self):
        """The foot that is farther from the centre of mass."""
        far = [(self.com - sole).length() for sole in self.sole]
        return 0 if far[0] > far[1] else 1

    def tiptoe(self, foot):
        """How much higher the ankle is than when it stands level: the pelvis is not to rise by that, too."""
        low = min([getPosition(foot, point).z for point in [heel, toes]])
        return max(0, getPosition(foot, (0, 0, 0)).z - low + heel[2])

    def bear(self, skill, cop, drop=0, foot=None, ankle=None):
        """Legs make the ground push at cop, by the skill's numbers; trunk and arms move against the fall."""
        off = self.xi - cop
        pitch, roll = clamp(skill.lean * off.x, -0.6, 0.6), clamp(-skill.sway * off.y, -0.5, 0.5)
        rise = 0 if foot is None else self.tiptoe(links[1 - foot])
        self.character.stance(
            self.world(cop), height=skill.height - drop - rise, heading=self.heading,
            pitch=self.pitch + pitch, roll=roll, swing=None if foot is None else links[foot], ankle=ankle,
            turnStiffness=skill.turn, turnDamping=skill.turn_damping, liftStiffness=skill.lift,
            liftDamping=skill.lift_damping, waistStiffness=skill.waist)
        fore, out = clamp(-skill.arm * off.x, -1, 1.2), clamp(abs(skill.arm * off.y), 0, 1.2)
        for side in ["_l", "_r"]:
            self.character.setTarget("shoulder_flex" + side, fore, 100, 10)
            self.character.setTarget("shoulder_abd" + side, 0.15 + out, 100, 10)
            self.character.setTarget("elbow_flex" + side, 0.3, 40, 4)
