"""HYB 2.5: a tracking controller is back on its clip within delta after a hit of 10 N s.

Beside the same run without the hit. The pelvis is held, as in tension.py of On the Beat: what the tracking
controller alone does is seen.
"""
# HYB.5, OTB.13: kip eq OTB.13
import math

clip = "wave"
delta = 0.4  # s: tension, after which it is to be back
link = "forearm_r"
side = 90  # degrees, where it is pushed to: 0 ahead, 90 its left
h, HIT, LASTS = 0.001, 1.0, 0.05  # s

setPeriod(h)
skeleton = addCharacter("skeleton37", key="stand")
setCamera((2.6, -2.6, 1.4), (0, 0, 0.9))
way = vec(math.cos(math.radians(side)), math.sin(math.radians(side)), 0)


def follow(hit):
    """All angles, a list a step."""
    restart()
    skeleton.lockAxes("pelvis", "x y z rx ry rz", 0)
    skeleton.setBeat()
    skeleton.track(clip, tension=delta)
    if hit:
        at(HIT, lambda: push(link, 10 / LASTS * way, LASTS))
    angles = []

    def look():
        angles.append([skeleton.getAngle(name) for name in skeleton.joints()[1:]])

    run(HIT + LASTS + delta + 0.3, until=look)
    return angles


def off(t):
    """How far the worst joint is off, so long after the hit."""
    i = round((HIT + LASTS + t) / h)
    return math.degrees(max([abs(a - b) for a, b in zip(still[i], hit[i])]))


still, hit = follow(False), follow(True)
worst = max([off(0.01 * i) for i in range(round(100 * delta))])
measure("the most that a joint is off after the hit", worst, "degrees", "> 0.1")
measure("off, delta after it", off(delta), "degrees", "< 0.1")
record("recover.html")
