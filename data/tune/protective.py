"""Hard pushes from all sides, for kip tune: searches the numbers of data/skills/protective_step.py.

Forward is hardest, and comes most often. A fall costs, the more the sooner; so does a slow recovery.

kip tune data/tune/protective.py --only 'protective_step.*' --out out/protective.params
"""
import random
import pushing

trials = [(0, 40, 0.2), (0, 66, 0.1), (6, 74, 0.1), (-3, 82, 0.1), (0, 80, 0.4), (8, 90, 0.4), (25, 85, 0.1),
          (90, 85, 0.1), (180, 85, 0.2)]
skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
for skill in ["balance", "protective_step", "double_stance_to_crouch"]:
    skeleton.addSkill(skill)


def over():
    stands = skeleton.activeSkill() not in ["protective_step", "rest"]
    return (stands and time() - begun > seconds + 0.3) or pushing.fallen(skeleton)


cost, stood = 0, 0
for direction, impulse, seconds in trials:
    pushing.begin(skeleton)
    pushing.shove(random.choice([-1, 1]) * (direction + random.uniform(-3, 3)), impulse, seconds)
    begun = time()
    run(5, until=over)
    took = time() - begun
    if pushing.fallen(skeleton):
        cost += 1.5 + (1 - took / 5)
    else:
        stood += 1
        cost += 0.1 * took
measure("survives", stood / len(trials), "", "= 1")
measure("cost", cost)
