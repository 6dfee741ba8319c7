"""The robot is pushed from behind and from the front, for kip tune: its balance and steps.

kip tune data/tune/robot_step.py --only 'robot_balance.*' --only 'robot_step.*' --out out/robot_step.params
"""
import looks
import random

skeleton = addCharacter("robot16", name="robot", key="stand")
for skill in ["robot_balance", "robot_step"]:
    skeleton.addSkill(skill)
cost, stood, tries, still = 0, 0, 0, 0


def decided():
    global still
    seen.look()
    if skeleton.comVelocity().length() > 0.1 or time() < 1.2:
        still = time()
    return skeleton.height() < 0.65 or time() - still > 0.6


for impulse in [20, 45, 70]:
    for way in [1, -1]:
        if tries:
            restart()
        tries, still = tries + 1, 0
        seen = looks.Looks(skeleton, "robot")
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
            rough = max(0, seen.rate - 12) / 10 + max(0, seen.jump - 80) / 100
            cost += 0.1 * time() + 0.3 * apart + (0 if ended else 0.5) + min(1, 0.3 * rough)
measure("stands", stood / tries, "", "= 1")
measure("cost", cost)
