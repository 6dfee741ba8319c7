"""The robot steps after a push and stands again, for kip tune: robot_double_stance.py and robot_stand.py.

kip tune data/tune/robot_stand.py --only 'robot_double_stance.*' --only 'robot_stand.*' --out out/robot_stand.params
"""
import random

skeleton = addCharacter("robot16", name="robot", key="stand")
for skill in ["robot_balance", "robot_step", "robot_double_stance", "robot_stand"]:
    skeleton.addSkill(skill)
cost, stood, tries, calm, last, changes = 0, 0, 0, 0, "", 0


def stands():
    global calm, changes, last
    changes += 1 if skeleton.activeSkill() != last else 0
    last = skeleton.activeSkill()
    still = last == "robot_balance" and skeleton.comVelocity().length() < 0.1
    calm = calm + 0.005 if still else 0
    return skeleton.height() < 0.5 or calm > 0.3


for way in [1, -1]:
    if tries:
        restart()
    tries, calm = tries + 1, 0
    skeleton.disturb(0.01, 0.05)
    run(0.5)
    push("trunk", (way * random.uniform(400, 800), 0, 0), 0.1)
    run(0.3)
    calm, changes = 0, 0
    run(7, until=stands)
    stood += 1 if calm > 0.3 else 0
    cost += 0.1 * time() + 0.2 * max(0, changes - 4) if calm > 0.3 else 3 - 0.2 * time()
measure("stands", stood / tries, "", "= 1")
measure("cost", cost / tries)
