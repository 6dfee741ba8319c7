"""The capture point of an inverted pendulum while the ground's push moves from place to place.

At rate omega the capture point xi runs away from where the ground pushes. Places are numbers or vec, m.
"""
import math


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


def smooth(x):
    """From 0 to 1, its rate and acceleration 0 at both ends."""
    x = max(0, min(1, x))
    return x * x * x * (10 + x * (6 * x - 15))


def jerk(off, v, a, arrive, seconds):
    """Of the way of the least jerk squared over `off`, which arrives at a velocity, without acceleration."""
    t = seconds
    return 60 / t ** 3 * off - 36 / t ** 2 * v - 24 / t ** 2 * arrive - 9 / t * a


def after(xi, p, q, seconds, omega):
    """xi once the push has gone from p to q."""
    if seconds < 1e-3:
        return xi
    r = (q - p) / (omega * seconds)
    return q + r + math.exp(omega * seconds) * (xi - p - r)


def through(xi, behind, heel, toe, seconds, omega):
    """xi over a step: the push goes from the foot behind to the heel, then to the toes, and stays there."""
    both, roll, rest = seconds
    xi = after(after(xi, behind, heel, both, omega), heel, toe, roll, omega)
    return after(xi, toe, toe, rest, omega)


def steady(stride, heel, toe, seconds, omega):
    """xi off the foot that is set down, of steps of `stride` one after the other."""
    end = through(0, toe - stride, heel, toe, seconds, omega)
    return (end - stride) / (1 - math.exp(omega * sum(seconds)))


def swaying(width, seconds, omega):
    """The same sideways, of feet that are set down by `width` to one side, then to the other."""
    end = through(0, width, 0, 0, seconds, omega)
    return (width - end) / (1 + math.exp(omega * sum(seconds)))
