"""VBC 4, 5.2: what the paper's balance rule does alone, and what each of our additions to it gives

The rule says how long the next step is, from where the centre of mass is now. Ours are: joints reach a pose when
its state ends, not ever more slowly ("in time", the paper's constant optimal time is without it); the rule looks
ahead by 0.3 s; what it adds fades after two steps ("exit"); pushed steps are hurried; the leg that swings makes
good the lean of the pelvis. Each is added to those before it, then left out of the whole. Survived: it has not
fallen twelve steps after half a second of the push at the trunk, in 3-D, at phases of the seventh step.
  kip sweep data/papers/vbc/ablation.py --param phases=8 --param force=-250:650:100 --csv out/ablation.csv
"""
import trials

force = 450  # N, ahead
phases = 2  # of a step, evenly apart
planar = 0  # 1: held in the plane

additions = ["in time", "it looks ahead", "it has an exit", "it hurries", "a leg makes the lean good"]

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((3, -5, 1.2), (3, 0, 0.8))


class Part(trials.Walk):
    """The walk with some of the additions."""


trials.prepare(skeleton, Part, "Part")


def try_(what, names, claim=""):
    """Pushes that the walk with these additions survives, and after which it is back at the planned steps."""
    in_time, ahead, exits, hurries, leans = [name in names for name in additions]
    Part.mode = "remaining" if in_time else "fixed"
    Part.ahead, Part.usual = (0.3, 0.85) if ahead else (0, 0)
    Part.forget = 0.6 if exits else 1
    Part.hurries = 3 if hurries else 0
    Part.upright = 0.5 if leans else 0
    pushes = [trials.Push("trunk", force, (k + 0.5) / phases, planar) for k in range(phases)]
    measure(f"{what}: survived, of {phases}", sum([push.survived for push in pushes]), "", claim)
    measure(f"{what}: back at the planned steps", sum([push.back for push in pushes]))


for n in range(len(additions) + 1):
    what = "the paper's rule alone" if n == 0 else "and " + additions[n - 1]
    whole = n == len(additions) and -300 <= force <= 600
    try_(what, additions[:n], f"= {phases}" if whole else "")
for name in additions:
    try_(f"all but {name}", [other for other in additions if other != name])
