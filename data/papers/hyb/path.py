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
nearest = [9 for point in curve]


def look():
    pelvis = getPosition("pelvis")
    for i in range(len(curve)):
        nearest[i] = min(nearest[i], math.hypot(pelvis.x - curve[i][0], pelvis.y - curve[i][1]))
    return skeleton.activeSkill() == "idle"


run(1)
skeleton.do("walk_along")
run(0.1)
arrived = run(30, until=look)
measure("it arrives", 1 if arrived else 0, "", "= 1", "paper")
measure("after", time() - 1, "s", "< 15")
measure("its pelvis passes the points of an S of 10 m", max(nearest), "m", "< 0.25")
record("path.html")
