"""VBC: muscles that take 0 to 100 ms to get strong; the paper's control got unstable beyond 20 ms

Literature has 100 ms. A walk, and a push of 300 N for half a second on the trunk, planar and in 3-D, at each
time. Bars: up to 20 ms, the paper's, it walks and survives; beyond that it is told. More of both:
--param number=200 --param finer=1.
"""
import math
import trials

number = 12  # steps
force = 300  # N
finer = 0  # 1: each 10 ms

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((1.5, -4, 1.2), (1.5, 0, 0.8))
trials.prepare(skeleton)
curves = {}
for planar in [True, False]:
    where = "planar" if planar else "3-D"
    curves[where], last, steady = [], -1, True
    for ms in range(0, 101, 10) if finer else [0, 20, 50, 100]:
        trials.Walk.reaction = 0.001 * ms
        trials.begin(planar)
        steady = trials.go(number) and steady
        last = ms if steady else last
        bar, struck = ms <= 20, trials.steps()
        measure(f"{where}, {ms} ms: steps without a fall", len(struck), "", f"= {number}" if bar else "", "paper")
        errors = [100 * (step[3] - step[1]) for step in struck[2:]]
        curves[where].extend([(ms, error) for error in errors] + [(ms, math.nan)])
        measure("steps off the plan by at most", max([abs(error) for error in errors]), "cm")
        push = trials.Push("trunk", force, 0.3, planar)
        measure(f"{force} N: survived", 1 if push.survived else 0, "", "= 1" if bar else "")
    measure(f"{where}: it walks at all times up to", last, "ms", ">= 20", "paper")
plot("reaction.svg", "Velocity Based Controllers: steps off the plan, by how fast muscles react",
     "reaction (ms)", {"off by (cm)": curves}, "Each line has all steps from the third on.")
record("reaction.html")
