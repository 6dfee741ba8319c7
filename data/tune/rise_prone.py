"""Rises from where it fell on its belly, for kip tune: searches the numbers of data/skills/rise_prone.py,
kneel_to_crouch.py and crouch_to_stand.py. A fall each start; those that do not end face down are left out.

kip tune data/tune/rise_prone.py --only 'rise*' --only 'kneel*' --only 'crouch*' --out out/rise_prone.params
"""
import random
import fallen
import judging

most = 9
mu = random.uniform(0.6, 1)
skeleton = addCharacter("skeleton37", name="skeleton", key="stand", friction=mu)
addGround(mu)
for skill in ["limp", "rise_prone", "kneel_to_crouch", "crouch_to_stand", "protective_step", "balance"]:
    skeleton.addSkill(skill)
fallen.fall(skeleton, 2.24, 1, 1)
while skeleton.facing().z > -0.65:
    restart()
    fallen.fall(skeleton, 2.24, 1, 1)
judge = judging.Judge(skeleton)
stands = run(most, until=judge.look)
measure("stands", 1 if stands else 0, "", "= 1")
measure("time", judge.took(), "s")
measure("greatest force of the ground", judge.peak, "N")
measure("impulse on the head", judge.head, "N s")
measure("cost", (0.1 * judge.took() if stands else 2) + judge.penalty())
