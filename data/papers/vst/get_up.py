"""From where it lies, however it fell, it gets up: the second half of the first sequence (VST.6, VST.8).

`--param falls=100 --seed N` is the study: so many random falls, each from rest until it has stood still for
half a second, or `seconds` are over. `--explain` shows how each went.
"""
import random
import fallen
import judging

falls = 2
seconds = 15
setTimestep(0.002)
setPeriod(0.004)
skeleton = addCharacter("skeleton37", name="skeleton", key="squat")
for skill in ["limp", "roll_over", "rise_prone", "crouch_to_stand", "protective_step", "balance"]:
    skeleton.addSkill(skill)
stood, total, longest, peak, head, flight, cost = 0, 0, 0, 0, 0, 0, 0
for i in range(falls):
    if i > 0:
        restart()
    fallen.fall(skeleton)
    judge = judging.Judge(skeleton)
    event(f"fall {i + 1}: faces {skeleton.facing().z:.2f} up")
    stands = run(seconds, until=judge.look)
    if stands:
        stood += 1
        total += judge.took()
        longest = max(longest, judge.took())
    event(f"fall {i + 1}: " + (f"stands after {judge.took():.1f} s" if stands else "does not stand"))
    peak, head, flight = max(peak, judge.peak), max(head, judge.head), max(flight, judge.flight)
    cost += ((0.1 * judge.took() if stands else 4) + judge.penalty()) / falls
measure("stands within 15 s", stood / falls, "", ">= 0.95")
measure("mean time to stand", total / max(1, stood), "s", "< 10")
measure("longest time to stand", longest, "s", "< 15")
measure("greatest force of the ground", peak, "N")
measure("greatest impulse on the head", head, "N s")
measure("most time off the ground", flight, "s")
measure("cost", cost)
