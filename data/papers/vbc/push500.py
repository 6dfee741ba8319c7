"""VBC: 500 N for half a second on the trunk: it takes long steps, and is back at its own

The paper shows this push as a film strip:
  kip run data/papers/vbc/push500.py --record out/push500.kip
  kip plot out/push500.kip --film 2.8,3.2,3.6,4,4.4,4.8,5.2,5.6 --svg out/push500.svg
"""
import trials

force = 500  # N
phase = 4  # sixteenths of a step after a strike

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((4, -6, 1.3), (4, 0, 0.9))
trials.prepare(skeleton)
speeds = []


def look(walk):
    speeds.append((time(), walk.speed))


push = trials.Push("trunk", force, (phase + 0.5) / 16, False, [look])
measure("falls", 0 if push.survived else 1, "", "= 0", "paper")
measure("its longest step", max(push.lengths), "m")
measure("its highest speed", max([speed for t, speed in speeds]), "m/s")
measure("from the tenth step after the push on: steps off by", 100 * max(push.errors), "cm", "< 1")
lengths = [(i + 1, step[3]) for i, step in enumerate(trials.steps())]
plans = [(i + 1, step[2]) for i, step in enumerate(trials.steps())]
plot("push500.svg", f"Velocity Based Controllers: {force} N on the trunk for half a second", "step",
     {"length (m)": {"wanted by the balance rule": plans, "made": lengths}})
record("push500.html")
