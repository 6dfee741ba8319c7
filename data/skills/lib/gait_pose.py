"""Poses of gait22's legs by where hip and ankles are to be, for walks as in Velocity Based Controllers.

Lengths are those of the figure that is 1.799 m tall; one of another height has them `size` times as long.
The pelvis is upright in all poses. Places are (ahead, up) from the point of the ground below the ankle that
stands.
"""
import math
import triangle

THIGH, SHANK = 0.4585, 0.4505  # m
ANKLE, HINGE = 0.0702, 0.02  # m: how high ankle and toes' hinge are when the foot is flat
HEEL, BALL, TOE = 0.05, 0.14, 0.061  # m: from the ankle back to the heel, ahead to the hinge; the toes
WIDTH = 0.09  # m: from the middle to a hip
OUT = {"_l": 1, "_r": -1}  # the sign of a turn about x that moves a leg out
clamp = triangle.clamp


def hip(flexion, out, side):
    """The hip's quaternion: flexed, then moved out."""
    a, b = -0.5 * flexion, 0.5 * out * OUT[side]
    return (math.cos(a) * math.cos(b), math.cos(a) * math.sin(b), math.sin(a) * math.cos(b),
            -math.sin(a) * math.sin(b))


class Leg:
    """One leg's angles (rad), the foot `pitch` off the level, heel up."""

    def __init__(self, flexion, knee, pitch=0, toe=0):
        self.flexion, self.knee, self.toe = flexion, max(knee, 0.02), toe
        self.ankle = clamp(self.knee - flexion - pitch, -0.65, 0.34)

    def joints(self, side, out=0, roll=0):
        """out: abduction of the hip; roll: that of the ankle."""
        return {"hip" + side: hip(self.flexion, out, side), "knee_flex" + side: self.knee,
                "ankle_flex" + side: self.ankle, "ankle_abd" + side: roll, "toe_flex" + side: self.toe}


class Poses:
    def __init__(self, size):
        self.size = size

    def reach(self, hip, ankle, pitch=0, toe=0):
        """The leg that has its ankle there when the hip is where it is to be."""
        n = self.size
        flexion, knee = triangle.bend(n * THIGH, n * SHANK, ankle[0] - hip[0], ankle[1] - hip[1])
        return Leg(flexion, knee, pitch, toe)

    def strike(self, step, lean, knee):
        """Where the hip is at the strike: by the triangle, the calf that stands leaning ahead by so much."""
        n = self.size
        stands = triangle.beyond((0, n * ANKLE), n * SHANK, 0.5 * math.pi - lean)
        leg = triangle.leg(n * THIGH, n * SHANK, knee)
        return triangle.Step(stands, (step, n * ANKLE), n * THIGH, leg).hip

    def height(self, x, tall):
        """Of a hip x ahead of the ankle that stands: as high as the leg reaches, at most `tall`."""
        leg = 0.996 * (THIGH + SHANK) * self.size
        return min(tall * self.size, ANKLE * self.size + math.sqrt(max(0.04, leg * leg - x * x)))

    def tipped(self, ankle, pitch):
        """Where the ankle gets when its foot, flat on the ground, turns about the toes' hinge."""
        n, rise = self.size, ANKLE - HINGE
        return (ankle + n * (BALL - BALL * math.cos(pitch) + rise * math.sin(pitch)),
                n * (HINGE + BALL * math.sin(pitch) + rise * math.cos(pitch)))
