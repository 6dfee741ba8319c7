"""The step that catches the capture point: with which foot, where to, in what time.

While one foot bears and pushes at p, the capture point xi is after T seconds at p + exp(omega T) (xi - p).
The other foot is to be set down there, and further out; but in T it comes only so far off where it drifts,
and across the leg that bears only well ahead: thighs are in the way. Of all T and both feet that is taken
which misses its place the least, and then the soonest and shortest. A foot that bears is longer in the air by what its
load takes to go over to the other. In flight the foot stays, and T and place are found anew. A step so wide that
a leg does not reach the ground needs lower hips in T: the body sinks, which also slows its fall, for what bears
less topples less. Lengths are in legs; numbers are those of the skill that steps.
"""
import math
import footing
import pendulum
import upright

CROSS = 0.25  # legs: so much less far aside a foot may come down well ahead, where thighs pass each other
INWARD = 0.08  # legs: so far inside of the foot that bears the capture point may be for a step beside it
HIPS = ["thigh_l", "thigh_r"]
REACH = 0.97  # legs: from a hip to an ankle
LANDS = 0.3  # m/s: the body sinks so fast as a foot is set down
RISE = 0.4  # of a step's time: so long a foot goes up


class Plan:
    def __init__(self, foot, seconds, place):
        self.foot, self.seconds, self.place = foot, seconds, place


def light(on):
    """The foot with less load, and whether that is next to none; where feet are wide apart its leg hangs sooner."""
    foot = 0 if on.load[0] < on.load[1] else 1
    wide = (on.ankle[0] - on.ankle[1]).length() > 0.6 * on.leg
    return foot, on.load[foot] < (0.2 if wide else 0.02)


def place(on, skill, foot, far, drift, xi):
    """Where its ankle is set down when it comes so far off where it drifts, and by how much that misses."""
    stays, side = on.ankle[1 - foot], 1 - 2 * foot
    u, off = (xi - on.sole[1 - foot]) / on.leg, (on.ankle[foot] - stays) / on.leg
    out = skill.aside * side * u.y
    more = skill.more_aside * abs(u.y) / max(u.length(), 0.01)
    x = skill.ahead * u.x + skill.more_ahead * upright.clamp(u.x / 0.1, -1, 1)
    beside = skill.apart - CROSS * upright.clamp(x / 0.25 - 1, 0, 1)
    to = vec(x, side * max(out + more, beside), 0)
    to = to * min(1, skill.most / to.length())
    off += drift
    miss, way = skill.across * max(0, beside - skill.apart - INWARD - out), (to - off).length()
    if way > far:
        miss += way - far
        to = off + far / way * (to - off)
        to = vec(to.x, side * max(side * to.y, beside), 0)
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


def sink(on, skill, foot, left):
    """The vertical acceleration of its centre of mass, m/s2, by which both legs reach where they then stand."""
    topples = 0.5 * (on.omega * left) ** 2 * (on.com - on.press(1 - foot, skill.gain))
    hips, lower = [getPosition(hip, (0, 0, 0)) for hip in HIPS], on.leg
    for k in [0, 1]:
        stands = skill.step_to.place if k == foot else on.ankle[k]
        off = (stands - on.local(hips[k]) - left * on.moves - topples) / on.leg
        high = upright.ANKLE + math.sqrt(max(0.4, REACH * REACH - off.dot(off)))
        lower = min(lower, on.high[1 - foot] + high * on.leg - hips[k].z)
    up = 6 / left ** 2 * lower - 4 / left * on.rises + 2 / left * LANDS
    return 9.81 * upright.clamp(up / 9.81, -skill.sinks, skill.sinks)


class Lift:
    """How high a foot on its way is to aim, so that it is up soon and comes down in time."""

    def __init__(self):
        self.pull, self.was = 0, time()  # m/s2: the acceleration upwards that its task has by now

    def aim(self, skill, ankle, now, left):
        """With so much time left, when an ankle on the ground is so high. The task's own jerk is as in pendulum.jerk."""
        name, up = upright.FEET[skill.foot], RISE * skill.lasts - now
        if up < 0:
            return ankle - skill.down * max(0, now - skill.lasts + 0.01)
        z, v = getPosition(name, (0, 0, 0)).z, getVelocity(name, (0, 0, 0)).z
        hangs = footing.TOE * max(0, footing.dips(name))
        jerk = pendulum.jerk(ankle + (skill.apex + hangs) * skill.on.leg - z, v, self.pull, 0, max(up, 0.07))
        own = pendulum.jerk(0, v, self.pull, 0, left)
        self.pull, self.was = self.pull + (time() - self.was) * jerk, time()
        return z + left ** 3 / 60 * (jerk - own)
