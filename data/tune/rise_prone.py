"""Rises from where it fell on its belly, for kip tune: searches the numbers of data/skills/rise_prone.py."""
import fallen
import judging

falls = 6
most = 10
setTimestep(0.002)
setPeriod(0.004)
skeleton = addCharacter("skeleton37", name="skeleton", key="squat")
for skill in ["limp", "rise_prone", "crouch_to_stand", "protective_step", "balance"]:
    skeleton.addSkill(skill)
cost, prone, stood = 0, 0, 0
while prone < falls:
    fallen.fall(skeleton)
    if skeleton.facing().z < -0.65:
        prone += 1
        judge = judging.Judge(skeleton)
        stands = run(most, until=judge.look)
        stood += 1 if stands else 0
        event(f"fall {prone}: {judge.took():.2f} s")
        cost += ((0.1 * judge.took() if stands else 2) + judge.penalty()) / falls
    if prone < falls:
        restart()
measure("stands", stood / falls, "", ">= 0.95")
measure("cost", cost)
