"""Rolls over from wherever it fell, for kip tune: searches the numbers of data/skills/roll_over.py.

kip tune data/tune/roll_over.py --only 'roll_over.*' --out out/roll_over.params
"""
import fallen
import judging

falls = 4
most = 5
setTimestep(0.002)
setPeriod(0.004)
skeleton = addCharacter("skeleton37", name="skeleton", key="squat")
skeleton.addSkill("limp")
skeleton.addSkill("roll_over")
cost, over = 0, 0
for i in range(falls):
    if i > 0:
        restart()
    fallen.fall(skeleton)
    judge = judging.Judge(skeleton)


    def prone():
        judge.look()
        return skeleton.facing().z < -0.65 and skeleton.activeSkill() != "roll_over"


    over += 1 if run(most, until=prone) else 0
    event(f"fall {i + 1}: {judge.took():.2f} s")
    cost += (0.2 * judge.took() + (1 if judge.took() > most - 0.01 else 0) + 0.3 * judge.penalty()) / falls
measure("faces down", over / falls, "", ">= 0.95")
measure("cost", cost)
