"""Speeds, a list of steps, and pushes, for kip tune: numbers of data/skills/lib/walking.py and planning.py.

With half the strength of gait22's joints, or all of it, by turns of the seed. Pushes come one after the other,
each harder, until one fells it.

kip tune data/tune/walk.py --only '*' --starts 4 --population 16 --sigma 0.04 --out out/walk.params
"""
import random
import strides

ladder = [48, 56, 64, 72, 82, 94]  # N s
plan = [0.6, 0.2, 0.5, 0.16, 0.5, 0.3]  # m
skeleton = addCharacter("gait22", name="skeleton", key="ready", strength=0.5 if random.random() < 0.5 else 1)
strides.teach(skeleton)


def off(speed, seconds):
    """How much its speed differs after 3 s, m/s; 1 to 3 where it falls; and what was seen."""
    watch = strides.begin(speed)
    if run(3, until=watch.look):
        return 3 - time() / 3, watch
    x = skeleton.com().x
    if run(seconds - 3, until=watch.look):
        return 2 - time() / seconds, watch
    return abs((skeleton.com().x - x) / (seconds - 3) - speed), watch


def listed():
    """The mean error of a list of steps, m."""
    watch = strides.begin(0.95, [0.38] * 6 + plan * 2)
    run(13, until=lambda: watch.look() or watch.steps >= 18)
    if watch.steps < 18:
        return 0.2 + 0.02 * (18 - watch.steps)
    return strides.mean([abs(watch.lengths[6 + k] - plan[k % 6]) for k in range(12)])


def survived(direction):
    """The last of the ladder, and a part of the next by how long it stands, N s."""
    watch, last = strides.begin(0.95), 0
    if run(3 + random.uniform(0, 0.8), until=watch.look):
        return 0
    for impulse in ladder:
        strides.shove(impulse, direction)
        begun = time()
        if run(2.2 + random.uniform(0, 0.8), until=watch.look):
            return last + (impulse - last) * min(0.9, (time() - begun) / 2.6)
        last = impulse
    return last


slow, watch = off(0.95, 7)
cost = 20 * slow + 60
if slow < 0.8:
    bend, slide, error = min(watch.bends[4:]), max(watch.slides[4:]), listed()
    speeds = sum([off(speed, 5)[0] for speed in [-0.8, 1.3]])
    stood = [survived(direction) for direction in [0, 90, 270, 0, 90, 270]]
    cost += 0.3 * max(0, 14 - bend) + 200 * max(0, slide - 0.006) - 60
    cost += 5 * speeds + 40 * max(0, error - 0.01) + 4 * sum([max(0, 1 - most / 90) ** 2 for most in stood])
    measure("toe bend", bend, "deg")
    measure("slide", slide, "m")
    measure("error of steps", error, "m")
    measure("error of speeds", speeds, "m/s")
    measure("survives, mean", strides.mean(stood), "N s")
    measure("survives, least", min(stood), "N s")
measure("cost", cost)
