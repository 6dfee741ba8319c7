"""Rises from where it fell on its back, for kip tune: searches the numbers of data/skills/rise_supine.py.

kip tune data/tune/rise_supine.py --only 'rise_supine.*' --out out/rise_supine.params
"""
import fallen
import judging

falls = 4
most = 9
skeleton = addCharacter("skeleton37", name="skeleton", key="squat")
for skill in ["limp", "rise_supine", "crouch_to_stand", "protective_step", "balance"]:
    skeleton.addSkill(skill)
cost, supine, crouched, stood, peak, head = 0, 0, 0, 0, 0, 0
while supine < falls:
    fallen.fall(skeleton)
    if skeleton.facing().z > 0.6:
        supine += 1
        judge, rose = judging.Judge(skeleton), [False]


        def stands():
            rose[0] = rose[0] or skeleton.activeSkill() == "crouch_to_stand"
            return judge.look()


        up = run(most, until=stands)
        crouched += 1 if rose[0] else 0
        stood += 1 if up else 0
        event(f"fall {supine}: {judge.took():.2f} s")
        cost += ((0.1 * judge.took() if up else 2 if rose[0] else 3) + judge.penalty()) / falls
        peak, head = max(peak, judge.peak), max(head, judge.head)
    if supine < falls:
        restart()
measure("crouches", crouched / falls)
measure("stands", stood / falls, "", ">= 0.95")
measure("greatest force of the ground", peak, "N")
measure("greatest impulse on the head", head, "N s")
measure("cost", cost)
