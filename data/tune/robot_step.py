"""The robot is pushed from behind and from the front, for kip tune: its balance and steps.

kip tune data/tune/robot_step.py --only 'robot_balance.*' --only 'robot_step.*' --out out/robot_step.params
"""
import random

setTimestep(0.004)
setPeriod(0.004)
skeleton = addCharacter("robot16", name="robot", key="stand")
for skill in ["robot_balance", "robot_step"]:
    skeleton.addSkill(skill)
cost, stood, tries, still = 0, 0, 0, 0


def decided():
    global still
    if skeleton.comVelocity().length() > 0.1 or time() < 1.2:
        still = time()
    return skeleton.height() < 0.65 or time() - still > 0.6


for impulse in [20, 50, 80]:
    for way in [1, -1]:
        if tries:
            restart()
        tries, still = tries + 1, 0
        skeleton.disturb(0.01, 0.05)
        run(0.5)
        length = random.choice([0.1, 0.2, 0.4])
        push("trunk", (way * (impulse + random.uniform(-15, 15)) / length, 0, 0), length)
        ended = run(4.5, until=decided)
        if skeleton.height() < 0.65:
            cost += 2 - 0.3 * time()
        else:
            stood += 1
            apart = abs(getPosition("foot_l").x - getPosition("foot_r").x)
            cost += 0.1 * time() + 0.3 * apart + (0 if ended else 0.5)
measure("stands", stood / tries, "", "= 1")
measure("cost", cost)
