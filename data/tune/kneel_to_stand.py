"""From its knees to its feet with a person's strengths, any body, for kip tune: data/skills/kneel_to_stand.py.

kip tune data/tune/kneel_to_stand.py --only 'kneel_to_stand*' --starts 8 --out out/kneel_to_stand.params
"""
import random

most = 9
setTimestep(0.002)
setPeriod(0.004)
height, mu = random.uniform(1.6, 1.9), random.uniform(0.6, 1.0)
mass = random.uniform(21, 29) * height * height
skeleton = addCharacter("human37", name="skeleton", key="kneel", height=height, mass=mass, friction=mu)
addGround(mu)
skeleton.addSkill("kneel_to_stand")
skeleton.disturb(0.03, 0.1)
skeleton.do("kneel_to_stand")
leg = skeleton.limb("foot_l")
progress = 0


def look():
    global progress
    if skeleton.activeSkill() == "kneel_to_stand":
        progress = time()
    return progress > 0 and skeleton.activeSkill() != "kneel_to_stand"


run(most, until=look)
loads = [contactForce("foot_l").z, contactForce("foot_r").z]
stands = skeleton.com().z > leg and skeleton.up().z > 0.8 and min(loads) > 20
measure("stands", 1 if stands else 0, "", "= 1")
measure("time", time(), "s")
measure("high", skeleton.com().z / leg)
measure("cost", (0.02 * time() if stands else 2 - 0.15 * progress))
