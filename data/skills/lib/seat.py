"""Sitting and rising (VST 5.1), any body in three dimensions: what a seat bears."""
import math
import rising

# than feet; what these press on one another is nought in all
OTHERS = rising.BODY + rising.KNEES + rising.HANDS


def bears():
    """The part of its weight that something else than its feet bears."""
    return rising.up_force(OTHERS) / (9.81 * skeleton.mass())


def bent():
    """rad, of the hips, with which the trunk is upright on thighs as they lie; with it of the knees shanks are."""
    thigh = getPosition("thigh_l", (0, 0, 0)) - getPosition("shank_l", (0, 0, 0))
    return 0.5 * math.pi - math.atan2(thigh.z, math.hypot(thigh.x, thigh.y))
