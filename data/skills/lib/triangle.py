"""Where a step's foot goes (VBC.6), and the legs' angles for it (VBC.5).

The printed equation 1 and figure 5 are lost; this is the triangle that the text describes. The toes, the
foot and the calf of the leg that stands have given directions; so its knee has a place. The foot that strikes
has a given place. Hip and both thighs follow: the thigh that stands, the leg that strikes, and the line from
knee to ankle are a triangle. Points are (x, y) in the plane of the walk, x ahead, y up; lengths in m, angles
in rad; a direction of zero is ahead, a quarter turn is up.
"""
import math


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


def angle(opposite, one, other):
    """Of a triangle: the angle between two sides, by the third."""
    return math.acos(clamp((one * one + other * other - opposite * opposite) / (2 * one * other), -1, 1))


def angles(a, b, d):
    """Of the triangle with sides a, b, d: between a and d, b and d, a and b."""
    return angle(b, a, d), angle(a, b, d), angle(d, a, b)


def leg(thigh, calf, knee=0):
    """From hip to ankle, the knee flexed by so much."""
    return math.sqrt(thigh * thigh + calf * calf + 2 * thigh * calf * math.cos(knee))


def beyond(point, length, direction):
    return point[0] + length * math.cos(direction), point[1] + length * math.sin(direction)


class Step:
    """The triangle over a knee that stands and an ankle that strikes.

    side: from knee to ankle; alpha, beta, gamma: angles at the knee, the ankle, the hip; hip: where it is;
    thigh: the direction from knee to hip; short: how much is missing where the ankle is out of reach. Then
    the legs come as near as they can, stretched towards it, or folded.
    """

    def __init__(self, knee, ankle, thigh, leg):
        x, y = ankle[0] - knee[0], ankle[1] - knee[1]
        self.side = math.hypot(x, y)
        near = clamp(self.side, abs(thigh - leg) + 1e-9, thigh + leg)
        self.short = abs(self.side - near)
        self.alpha, self.beta, self.gamma = angles(thigh, leg, near)
        self.thigh = math.atan2(y, x) + self.alpha
        self.hip = beyond(knee, thigh, self.thigh)


def bend(thigh, calf, x, y):
    """Flexion of hip and knee that bring an ankle to x, y from its hip, the pelvis upright, or near it."""
    far = clamp(math.hypot(x, y), abs(thigh - calf) + 1e-6, thigh + calf - 1e-3)
    return math.atan2(x, -y) + angle(calf, thigh, far), math.pi - angle(far, thigh, calf)


def gap(com, rear, foot):
    """The balance rule as printed: the gap between rear toe and front heel, of feet so long, with which the
    centre of mass is over 75 % of the new base. rear: the base's rearmost point. Negative: feet overlap."""
    return 4 * (com - rear) / 3 - 2 * foot


def forward(com, heel, foot):
    """From heel to heel by that rule, the base being a foot from this heel on."""
    return gap(com, heel, foot) + foot


def backward(com, heel, foot):
    """The mirrored rule, from the base's front; negative."""
    return -(gap(heel + foot, com, foot) + foot)
