"""Stands against pushes from all sides, for kip tune: searches the numbers of data/skills/balance.py.

Each push is a little harder than what it has to stand. A fall costs, the more the sooner; so do feet that
move, and who still moves at the end.

kip tune data/tune/balance.py --only 'balance.*' --out out/balance.params
"""
import random
import pushing

wanted = {0: 38, 90: 32, 91: 33, 180: 26.5}  # degrees: N s
seconds = 2.5
skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
skeleton.addSkill("balance")
cost, stood = 0, 0
for direction, impulse in wanted.items():
    side = random.choice([-1, 1])
    pushing.begin(skeleton)
    feet, begun = pushing.Feet(), time()
    pushing.shove(side * direction, impulse, 0.1)
    fails = run(seconds, until=lambda: feet.look() > 0.06 or skeleton.activeSkill() != "balance")
    if fails:
        cost += 3 - (time() - begun) / seconds
    else:
        stood += 1 if feet.moved < 0.02 else 0
        cost += max(0, feet.moved - 0.012) / 0.005 + max(0, skeleton.comVelocity().length() - 0.05) * 2
measure("stands without a step", stood / len(wanted.items()), "", "= 1")
measure("cost", cost)
