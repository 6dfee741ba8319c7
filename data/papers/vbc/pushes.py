"""VBC: pushes of -250 to 600 N for half a second while it walks, on trunk and root, at 16 phases of a step

The paper: all survived, and outside that range it falls. Survived: it has not fallen twelve steps after the
push. Back: of the steps from the tenth after the push on at most one is 1 cm off the plan or more. A few are
shown here. The whole table, then the range by bisection, where one phase stands for 1/16 of a step:
  kip sweep data/papers/vbc/pushes.py --param one=1 --param force=-250:600:50 --param phase=0:15:1 \\
      --param root=0,1 --param planar=0,1
  kip sweep data/papers/vbc/pushes.py --param one=1 --boundary force --param force=300:1500:25 \\
      --param phase=0:15:1 --param root=0,1
"""
import trials

one = 0  # 1: only the push that these numbers say
force = 300  # N
phase = 0  # sixteenths of a step after a strike
root = 0  # 1: at the pelvis; else at the trunk
planar = 0  # 1: held in the plane

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((3, -5, 1.2), (3, 0, 0.8))
trials.prepare(skeleton)


def pushed(force, phase, root, planar):
    return trials.Push("pelvis" if root else "trunk", force, (phase + 0.5) / 16, planar)


def few(planar, root, force, phases):
    pushes = [pushed(force, at, root, planar) for at in phases]
    where, all = "planar" if planar else "3-D", f"= {len(phases)}"
    where += ", root" if root else ", trunk"
    survived = sum([push.survived for push in pushes])
    measure(f"{where}, {force} N: survived of {len(phases)}", survived, "", all, "paper")
    measure("back at the planned steps", sum([push.back for push in pushes]), "", all)


if one:
    push_ = pushed(force, phase, root, planar)
    measure("survived", 1 if push_.survived else 0, "", "= 1")
    measure("back at the planned steps", 1 if push_.back else 0)
else:
    for flat in [1, 0]:
        for at_root in [0, 1]:
            for newton in [-250, 600]:
                few(flat, at_root, newton, [10 if at_root else 1])
