"""The ground as a walk sees it: how a sole would lie somewhere, where it can be set down, what the body
rises along.

How a sole lies is a plate: (height of its middle, its pitch, its roll to the right). Lengths are in legs.
"""
import math

HEEL, TOE, HALF, MIDDLE = -0.0774, 0.2322, 0.0535, 0.0774  # of a sole, off its ankle
OVER = 0.03  # heel and toes may stand over an edge by so much
EVEN, STEEP = 0.014, 0.25  # ground under a sole that is less even than that, or steeper (rad), bears none
NEAR = 0.03  # what stands up so near to heel or toes is in their way
ENDS = [HEEL + OVER - MIDDLE, TOE - OVER - MIDDLE]  # off a sole's middle: so far it is to have ground under it
LONG = TOE - HEEL - 2 * OVER
WAY = [HEEL - NEAR - MIDDLE, TOE + NEAR - MIDDLE]  # and here nothing is to stand up
HIGH = 0.16  # no foothold is chosen that is so much higher or lower than the one before
SINK = 0.001  # so deep soles sink that bear
SMOOTH = 0.001  # legs^2: the less, the more steps and bumps to a side tilt what it rises along


def under(p, eye):
    """The height of the ground there, as an eye sees it that is so high."""
    return groundUnder(vec(p.x, p.y, eye))


def dips(foot):
    """The sine of how far its toes point down."""
    w, x, y, z = getOrientation(foot)
    return 2 * (w * y - x * z)


def plate(middle, yaw, leg, eye):
    """How a sole lies there, and by how much it is uneven, m."""
    ahead = leg * vec(math.cos(yaw), math.sin(yaw), 0)
    middle, aside = vec(middle.x, middle.y, eye), HALF * vec(-ahead.y, ahead.x, 0)
    heel, toe = groundUnder(middle + ENDS[0] * ahead), groundUnder(middle + ENDS[1] * ahead)
    l, r = groundUnder(middle + aside), groundUnder(middle - aside)
    long, wide = leg * LONG, 2 * leg * HALF
    pitch, roll = math.atan((heel - toe) / long), math.atan((l - r) / wide)
    high = 0.5 * (heel + toe)
    off = 2 * max(abs(0.5 * (l + r) - high), abs(groundUnder(middle) - high))  # the height of an edge under it
    if max(abs(pitch), abs(roll)) > STEEP:
        return (max(heel, toe, l, r) - SINK * leg, 0, 0), 1
    rise = math.tan(pitch) * leg
    for x in WAY:  # what stands up there is in the way
        off = max(off, groundUnder(middle + x * ahead) - (high - x * rise))
    return (high - SINK * leg, pitch, roll), off


def rests(middle, yaw, leg, eye):
    """How a sole rests that is set down there, and bears at its middle: on what stands up under it."""
    ahead = leg * vec(math.cos(yaw), math.sin(yaw), 0)
    middle, aside = vec(middle.x, middle.y, eye), vec(-ahead.y, ahead.x, 0)
    along, across = [], []
    for i in range(8):
        x, y = HEEL - MIDDLE + (TOE - HEEL) * i / 7, HALF * (i / 3.5 - 1)
        along.append((leg * x, max([groundUnder(middle + x * ahead + k * HALF * aside) for k in [-1, 0, 1]])))
        across.append((leg * y, max([groundUnder(middle + k * (TOE - MIDDLE) * ahead + y * aside) for k in [-1, 0, 1]])))
    high, pitch = chord(along)
    high, roll = chord(across)
    return (high - SINK * leg, -pitch, roll)


def chord(points):
    """The height over 0 and the slope of what rests on points of either side, as high as they hold it."""
    best, slope = -1e9, 0
    for a in points:
        for b in points:
            if a[0] <= 0 <= b[0] and b[0] > a[0]:
                rise = (b[1] - a[1]) / (b[0] - a[0])
                if a[1] - a[0] * rise > best + 1e-9:
                    best, slope = a[1] - a[0] * rise, rise
    return best, math.atan(slope)


def hold(middle, yaw, ahead, leg, eye):
    """How a sole lies there, and None; where that is not even, the next place, ahead or back, where it is.

    Where there is none it is set down all the same, and rests as it can.
    """
    lies, off = plate(middle, yaw, leg, eye)
    if off < EVEN * leg:
        return lies, None
    for k in range(1, 11):
        for way in [1, -1]:
            other = middle + way * k * 0.02 * leg * ahead
            there, off = plate(other, yaw, leg, eye)
            if off < EVEN * leg:
                return there, other
    return rests(middle, yaw, leg, eye), middle


def bearing(middle, yaw, leg, eye, plate):
    """From where to where along a sole that lies so there is ground under it, off its middle."""
    ahead, found = leg * vec(math.cos(yaw), math.sin(yaw), 0), []
    rise = math.tan(plate[1])
    for k in range(-5, 6):
        x = 0.03 * k
        if under(middle + x * ahead, eye) > plate[0] - x * leg * rise - EVEN * leg:
            found.append(x * leg)
    return (found[0], found[-1]) if found else (0, 0)


def stride(from_, want, yaw, ahead, leg, eye, z):
    """How far ahead to step, near to what is wanted, for a sole to lie even, and how it lies there."""
    lie, off = plate(from_ + want * ahead, yaw, leg, eye)
    if off < EVEN * leg and abs(lie[0] - z) < HIGH * leg:
        return want, lie
    best, least, there = want, 1e9, lie
    for k in range(-24, 13):
        x = want + 0.02 * leg * k
        lie, off = plate(from_ + x * ahead, yaw, leg, eye)
        cost = abs(x - want) + (1 if off >= EVEN * leg else 0) + (1 if abs(lie[0] - z) > HIGH * leg else 0)
        if cost < least and x * want > 0:
            best, least, there = x, cost, lie
    return best, there


def tilt(points, leg):
    """The slope (dz/dx, dz/dy) of the plane through the last of three footholds, as the others have it."""
    a, b, c, d, e = SMOOTH * leg * leg, 0, SMOOTH * leg * leg, 0, 0
    for p in points[:2]:
        off = p - points[2]
        x, y, z = off.x, off.y, off.z
        a, b, c, d, e = a + x * x, b + x * y, c + y * y, d + x * z, e + y * z
    n = a * c - b * b
    return vec((c * d - b * e) / n, (a * e - b * d) / n, 0)


def lies(plate, yaw):
    """The unit vectors along and out of a sole that lies so."""
    cp, sp, cr, sr = math.cos(plate[1]), math.sin(plate[1]), math.cos(plate[2]), math.sin(plate[2])
    c, s = math.cos(yaw), math.sin(yaw)
    x, y, z = sp * cr, -sr, cp * cr
    return vec(c * cp, s * cp, -sp), vec(c * x - s * y, s * x + c * y, z)
