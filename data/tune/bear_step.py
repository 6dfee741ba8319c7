"""Hard pushes of people of any size, for kip tune: searches the numbers of data/skills/bear_step.py.

kip tune data/tune/bear_step.py --only 'bear_step.*' --out out/bear_step.params
"""
import looks
import math
import random

height, friction = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
mass = max(55, min(110, random.uniform(19, 32) * height * height))
skeleton = addCharacter("human37", name="person", key="stand", height=height, mass=mass, friction=friction)
addGround(friction)
skeleton.addSkill("bear_balance")
skeleton.addSkill("bear_step")
leg = skeleton.limb("foot_l")


def down():
    return skeleton.com().z < 0.7 * leg


def over():
    eye.look()
    return down() or (time() > pushed + 1 and skeleton.activeSkill() == "bear_balance")


cost, stood = 0, 0
sector = random.uniform(0, 45)
for k in range(8):
    restart()
    skeleton.disturb(0.01, 0.05)
    run(0.5)
    impulse = random.uniform(28, 62) * mass / 80
    angle = math.radians(sector + 45 * k)
    eye = looks.Looks(skeleton, "person")
    push("trunk", (impulse / 0.1 * math.cos(angle), impulse / 0.1 * math.sin(angle), 0), 0.1)
    pushed = time()
    run(3.5, until=over)
    if down():
        cost += 2 - (time() - pushed) / 4
    else:
        stood += 1
        cost += 0.1 * (time() - pushed) + 0.1 * (eye.rate > 15) + 0.1 * min(2, max(0, eye.slip() / 0.03 - 1))
measure("survives", stood / 8, "", "= 1")
measure("cost", cost)
