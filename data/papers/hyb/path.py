"""HYB.6: it walks along a path, by clips of a walk and of turns.

Of all walks through the clips' motion graph, this is
the one that stays the nearest to the path.
"""
# HYB.6: kip eq HYB.6
import math

bend = 0.8  # m, how far the S goes to the side

skeleton = addCharacter("skeleton37", key="ready")
turns = [f"turn_{angle}_{side}" for angle in [45, 90, 180] for side in ["left", "right"]]
curve = [(0, 0), (2.5, bend), (5, 0), (7.5, -bend), (10, 0)]
skeleton.addClip(["walk"] + turns, name="walk_along", path=curve, priority=None)
skeleton.addClip("idle", loop=True)
setCamera((5, -8, 3.5), (5, 0, 0.6))
for x, y in curve:
    addShape(f"mark{x}", "sphere", 0.02, at=(x, y, 0.02), color=(0.9, 0.4, 0.1))


def spline(points, n):
    """n points of each piece of the cardinal spline through all, as W-HYB.6b has it."""
    p = [2 * points[0] - points[1]] + points + [2 * points[-1] - points[-2]]
    out = []
    for i in range(1, len(p) - 2):
        for k in range(n):
            u = k / n
            m1, m2 = 0.5 * (p[i + 1] - p[i - 1]), 0.5 * (p[i + 2] - p[i])
            out.append((2 * u ** 3 - 3 * u ** 2 + 1) * p[i] + (u ** 3 - 2 * u ** 2 + u) * m1
                       + (3 * u ** 2 - 2 * u ** 3) * p[i + 1] + (u ** 3 - u ** 2) * m2)
    return out + [p[-2]]


def off(at, points):
    return min([math.hypot(at.x - p.x, at.y - p.y) for p in points])


way, passed = spline([vec(x, y, 0) for x, y in curve], 40), []
run(1)
skeleton.do("walk_along")
run(0.1)
arrived = False
while not arrived and time() < 30:
    passed.append(getPosition("pelvis"))
    arrived = run(1 / 30, until=lambda: skeleton.activeSkill() == "idle")
measure("it arrives", 1 if arrived else 0, "", "= 1", "paper")
measure("after", time() - 1, "s", "< 15")
measure("its pelvis leaves an S of 10 m by", max([off(at, way) for at in passed]), "m", "< 0.25")
measure("and passes its points", max([off(vec(x, y, 0), passed) for x, y in curve]), "m", "< 0.25")
record("path.html")
