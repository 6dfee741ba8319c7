"""The step that catches the capture point: with which foot, where to, in what time.

While one foot bears and pushes at p, the capture point xi is after T seconds at p + exp(omega T) (xi - p).
The other foot is to be set down there, and further out; but in T it comes only so far off where it drifts,
and never across the leg that bears: thighs are in the way. Of all T and both feet that is taken which misses
its place the least, and then the soonest and shortest. A foot that bears is longer in the air by what its
load takes to go over to the other. In flight the foot stays, and T and place are found anew. Lengths are in
legs; numbers are those of the skill that steps.
"""
import math
import upright

INWARD = 0.08  # legs: so far inside of the foot that bears the capture point may be for a step beside it


class Plan:
    def __init__(self, foot, seconds, place):
        self.foot, self.seconds, self.place = foot, seconds, place


def place(on, skill, foot, far, drift, xi):
    """Where its ankle is set down when it comes so far off where it drifts, and by how much that misses."""
    stays, side = on.ankle[1 - foot], 1 - 2 * foot
    u, off = (xi - on.sole[1 - foot]) / on.leg, (on.ankle[foot] - stays) / on.leg
    out = skill.aside * side * u.y
    x = skill.ahead * u.x + skill.more_ahead * upright.clamp(u.x / 0.1, -1, 1)
    to = vec(x, side * max(out + skill.more_aside, skill.apart), 0)
    to = to * min(1, skill.most / to.length())
    off += drift
    miss, way = skill.across * max(0, -INWARD - out), (to - off).length()
    if way > far:
        miss += way - far
        to = off + far / way * (to - off)
        to = vec(to.x, side * max(side * to.y, skill.apart), 0)
    return stays + on.leg * to, miss


def best(on, skill, foot, times, delay, moves):
    """Of these times for that foot, which moves so, in legs a second: (cost, plan)."""
    p, middle = on.press(1 - foot, skill.gain), 0.5 * (on.sole[0] + on.sole[1])
    least, plan = 0, None
    for seconds in times:
        grow = math.exp(on.omega * seconds)
        xi = p + grow * (on.xi - p) + (grow - math.exp(on.omega * (seconds - 0.5 * delay))) * (p - middle)
        flies = max(0, seconds - delay - (skill.lag if delay > 0 else 0))
        to, miss = place(on, skill, foot, skill.quick * flies * flies / 5, 0.6 * flies * moves, xi)
        off = (to - on.ankle[1 - foot]) / on.leg
        cost = skill.dear * miss + seconds + skill.long * off.dot(off)
        if plan is None or cost < least:
            least, plan = cost, Plan(foot, seconds, to)
    return least, plan


def choose(on, skill, feet):
    """The foot of these that lifts now, and its step."""
    least, plan = 0, None
    for foot in feet:
        delay = skill.hand_over * min(1, 2 * on.load[foot])
        times = [skill.soonest + delay + 0.03 * k for k in range(12)]
        cost, its = best(on, skill, foot, times, delay, vec(0, 0, 0))
        if plan is None or cost < least:
            least, plan = cost, its
    return plan


def again(on, skill, foot, left):
    """Of a foot in flight that was to land after so long."""
    times = [max(0.02, left + 0.01 * k) for k in [-3, -1, 0, 1, 3]] if left > 0.05 else [left]
    velocity = on.local(getVelocity(upright.FEET[foot], (0, 0, 0)))
    return best(on, skill, foot, times, 0, velocity / on.leg)[1]
