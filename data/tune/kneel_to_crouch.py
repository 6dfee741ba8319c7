"""From hands and knees to standing, for kip tune: searches the numbers of data/skills/kneel_to_crouch.py.

It rises from prone first, and is pushed about as it comes to kneel; half of the starts are on smooth ground.
Few numbers nearby rise at all, so steps are small:

kip tune data/tune/kneel_to_crouch.py --only 'kneel_to_crouch.*' --starts 40 --sigma 0.025 --out out/kneel_to_crouch.params
"""
import random
import judging

most = 5
push_by = 60  # N
mu = random.choice([random.uniform(0.6, 0.66), random.uniform(0.6, 1)])
skeleton = addCharacter("skeleton37", name="skeleton", key="prone", friction=mu)
addGround(mu)
for skill in ["rise_prone", "kneel_to_crouch", "crouch_to_stand", "bear_step", "bear_balance", "bear_straighten"]:
    skeleton.addSkill(skill)
skeleton.disturb(0.1, 0.5)
run(6, until=lambda: skeleton.activeSkill() == "kneel_to_crouch")
for link in ["pelvis", "trunk"]:
    push(link, (random.uniform(-push_by, push_by), random.uniform(-push_by, push_by), 0), 0.3)
judge = judging.Judge(skeleton)


def over():
    """It stands, or has failed once."""
    failed = skeleton.activeSkill() in ("rest", "rise_prone") or timeSince("again") < judge.took()
    return judge.look() or failed


run(most, until=over)
stands = judge.stood()
measure("stands", 1 if stands else 0, "", "= 1")
measure("time", judge.took(), "s")
measure("greatest force of the ground", judge.peak, "N")
measure("cost", (0.2 * judge.took() if stands else 3 - 0.2 * judge.took()) + judge.penalty())
