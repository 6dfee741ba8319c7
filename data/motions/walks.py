"""The walks of data/motions, from footsteps: feet that stand stay where they are, the pelvis follows, legs reach.

    kip run data/motions/walks.py --param clip=0 > walk.bvh

sh data/motions/make.sh writes them all. Nothing is simulated: this is kinematics alone, of skeleton37. A foot lands on
its heel, lies flat, rolls over its toe and swings. The pelvis is where both feet are in the mean over a step, so that it
goes evenly, and as high as the legs let it. Hip, knee and ankle follow from where pelvis and foot are.
"""
import bones
import math

clip = 0  # 0 walk, 1 start, 2 stop, 3 to 8 turns of 45, 90, 180 degrees to the left, then to the right

STEP, BOTH, LENGTH, WIDE = 0.55, 0.1, 0.68, 0.06  # s; s on both feet; m; m from the middle to a foot
HEEL, TOE, SOLE = -0.0665, 0.1995, 0.06825  # m off the ankle
STRIKE, PUSH, ROLL = 0.3, 0.75, 0.75  # rad at heel strike and at toe-off; the part of a step for which the heel rises
AHEAD = 0.085  # m that the pelvis is ahead of the ankles' middle at full speed
RATE = 60


def smooth(s):
    s = min(1, max(0, s))
    return s * s * s * (10 - 15 * s + 6 * s * s)


def hermite(s, seconds, p, v, p1, v1):
    """From p, moving by v, to p1, moving by v1, without acceleration at both ends."""
    h = smooth(s)
    a = s - 6 * s ** 3 + 8 * s ** 4 - 3 * s ** 5
    b = -4 * s ** 3 + 7 * s ** 4 - 3 * s ** 5
    return (1 - h) * p + h * p1 + seconds * a * v + seconds * b * v1


# -- footsteps ---------------------------------------------------------------------------------------------------


class Stand:
    """A foot on the ground, from when it lands to when it leaves it."""

    def __init__(self, land, x, y, yaw, size):
        self.land, self.leave, self.at, self.yaw = land, 1e9, vec(x, y, 0), yaw
        self.size, self.next = size, 0  # how long the step to here is, and the next one; of LENGTH

    def pitch(self, t):
        down = -STRIKE * self.size * (1 - smooth((t - self.land) / (0.25 * STEP)))
        return down + PUSH * self.next * max(0, 1 + (min(t, self.leave) - self.leave) / (ROLL * STEP)) ** 2

    def ankle(self, t):
        """The foot rolls over its heel or its toe, which stays where it is."""
        pitch = self.pitch(t)
        edge = TOE if pitch > 0 else HEEL
        ahead = edge - edge * math.cos(pitch) + SOLE * math.sin(pitch)
        up = edge * math.sin(pitch) + SOLE * math.cos(pitch)
        return self.at + vec(ahead * math.cos(self.yaw), ahead * math.sin(self.yaw), up)


def rate(f, t, way):
    return way * (f(t + way * 1e-4) - f(t)) / 1e-4


class Foot:
    def __init__(self, side):
        self.stands = [Stand(-1e9, 0, side * WIDE, 0, 0)]

    def step(self, land, x, y, yaw):
        last = self.stands[-1]
        size = min(1, (vec(x, y, 0) - last.at).length() / (2 * LENGTH))
        last.leave, last.next = land - STEP + BOTH, size
        self.stands.append(Stand(land, x, y, yaw, size))

    def now(self, t):
        k = 0
        while k + 1 < len(self.stands) and t >= self.stands[k + 1].land:
            k += 1
        here = self.stands[k]
        return (here, self.stands[k + 1] if t > here.leave else here)

    def swing(self, t):
        """0 when it leaves the ground, 1 when it lands."""
        here, there = self.now(t)
        return (t - here.leave) / (there.land - here.leave) if here is not there else 0

    def pose(self, t):
        """Where its ankle is, how it is turned, and pitched: heel up is positive."""
        here, there = self.now(t)
        if here is there:
            return (here.ankle(t), here.yaw, here.pitch(t))
        a, b, s = here.leave, there.land, self.swing(t)
        at = hermite(s, b - a, here.ankle(a), rate(here.ankle, a, -1), there.ankle(b), rate(there.ankle, b, 1))
        pitch = hermite(s, b - a, here.pitch(a), rate(here.pitch, a, -1), there.pitch(b), rate(there.pitch, b, 1))
        clear = 0.02 * there.size * 64 * (s * (1 - s)) ** 3
        return (at + vec(0, 0, clear), here.yaw + smooth(s) * (there.yaw - here.yaw), pitch)

    def middle(self, t):
        here, there = self.now(t)
        at = here.at + self.swing(t) * (there.at - here.at)
        yaw = here.yaw + self.swing(t) * (there.yaw - here.yaw)
        return vec(at.x, at.y, yaw)


def walk(before, turn, after):
    """Steps straight ahead, those that turn by an angle in all, and steps after: both feet, and when each step ended."""
    feet = [Foot(1), Foot(-1)]
    turns = 0 if turn == 0 else round(abs(turn) / math.radians(24)) + 1
    n = before + turns + after
    at, yaw, t, landed = vec(0, 0, 0), 0, 0.4 + STEP - BOTH, []
    for i in range(n):
        size = 0 if i == n - 1 else 0.5 if i == 0 else 0.7 if before <= i < before + turns else 1
        half = 0.5 * turn / turns if before <= i < before + turns else 0
        at = at + LENGTH * size * vec(math.cos(yaw + half), math.sin(yaw + half), 0)
        yaw += 2 * half
        side = -1 if i % 2 == 0 else 1
        feet[i % 2 == 0].step(t, at.x - side * WIDE * math.sin(yaw), at.y + side * WIDE * math.cos(yaw), yaw)
        landed.append(t)
        t += STEP
    return (feet, landed)


# -- the body ----------------------------------------------------------------------------------------------------


def mean(values, seconds):
    """Each value's mean over so many seconds around it."""
    half = round(0.5 * seconds * RATE)
    n = 2 * half + 1
    values = [values[0]] * half + values + [values[-1]] * half
    total = values[0] - values[0]
    out = []
    for i in range(len(values)):
        total = total + values[i]
        if i >= n - 1:
            out.append(total / n)
            total = total - values[i - n + 1]
    return out


def reach(feet, at, yaw, t):
    """How high the pelvis can be."""
    high = 0.924
    for foot, side in zip(feet, [1, -1]):
        ankle = foot.pose(t)[0]
        hip = vec(at.x - side * bones.HIP * math.sin(yaw), at.y + side * bones.HIP * math.cos(yaw), 0)
        flat = (hip.x - ankle.x) ** 2 + (hip.y - ankle.y) ** 2
        high = min(high, ankle.z + math.sqrt(max(0, (0.996 * (bones.THIGH + bones.SHANK)) ** 2 - flat)))
    return high


def pelvis(feet, times):
    ways = [0.5 * (feet[0].middle(t) + feet[1].middle(t)) for t in times]
    ways = mean(mean(ways, STEP), 0.25 * STEP)
    loads = [(1 if feet[1].swing(t) > 0 else 0) - (1 if feet[0].swing(t) > 0 else 0) for t in times]
    loads = mean(mean(loads, 0.5 * STEP), 0.3 * STEP)
    ats = []
    for i in range(len(ways)):
        w, s, before = ways[i], 0.035 * loads[i], ways[max(0, i - 1)]
        fast = (vec(w.x, w.y, 0) - vec(before.x, before.y, 0)).length() * RATE * STEP / LENGTH
        way = AHEAD * fast
        ats.append(vec(w.x + way * math.cos(w.z) - s * math.sin(w.z), w.y + way * math.sin(w.z) + s * math.cos(w.z), 0))
    highs = [reach(feet, at, w.z, t) for at, w, t in zip(ats, ways, times)]
    n = round(0.1 * STEP * RATE)
    lows = [min(highs[max(0, i - n):i + n + 1]) for i in range(len(highs))]
    return (ats, [w.z for w in ways], mean(mean(lows, 0.2 * STEP), 0.15 * STEP))


# -- writing -----------------------------------------------------------------------------------------------------


def frame(feet, t, at, yaw, high):
    poses = [foot.pose(t) for foot in feet]
    ahead = vec(math.cos(yaw), math.sin(yaw), 0)
    apart = (poses[1][0] - poses[0][0]).dot(ahead) / LENGTH  # right ahead of left
    twist = 0.08 * apart
    body = bones.turned(yaw + twist, 0.03)
    at = vec(at.x, at.y, high)
    turns = {"trunk": (0.03, 0, -2.2 * twist), "neck": (-0.05, 0, 1.2 * twist), "pelvis": (yaw + twist, 0.03, 0)}
    for side, sign, pose in zip(["_l", "_r"], [1, -1], poses):
        hip, knee, ankle = bones.leg(at + sign * bones.HIP * body[1], body, pose[0], bones.turned(pose[1], pose[2]))
        turns["thigh" + side], turns["shank" + side], turns["foot" + side] = hip, (knee, 0, 0), ankle
        swing = 0.04 + 0.38 * sign * apart
        turns["upper_arm" + side] = (-swing, 0.1 * sign, 0)
        turns["forearm" + side] = (-0.3 - 0.35 * smooth(0.5 + swing), 0, 0)
    bones.write(at, turns)


def write(feet, start, end):
    times = [i / RATE for i in range(round((end + 2 * STEP) * RATE))]
    ats, yaws, highs = pelvis(feet, times)
    first, last = round(start * RATE), round(end * RATE)
    bones.begin(last - first + 1, RATE)
    for i in range(first, last + 1):
        frame(feet, times[i], ats[i], yaws[i], highs[i])


turn = 0 if clip < 3 else math.radians([45, 90, 180][(clip - 3) % 3]) * (1 if clip < 6 else -1)
feet, landed = walk(5, turn, 6)
if clip == 0:
    write(feet, landed[3], landed[7])
elif clip == 1:
    write(feet, 0, landed[3])
elif clip == 2:
    write(feet, landed[5], landed[10] + 0.6)
else:
    write(feet, landed[3], landed[-4])
