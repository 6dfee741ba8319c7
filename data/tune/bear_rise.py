"""Rises from prone with a person's strengths, any body, for kip tune: data/skills/bear_rise.py.

kip tune data/tune/bear_rise.py --only 'bear_rise*' --only 'kneel_to_stand*' --out out/bear_rise.params
"""
import random

most = 18
setTimestep(0.002)
setPeriod(0.004)
height, mu = random.uniform(1.6, 1.9), random.uniform(0.6, 1.0)
mass = random.uniform(21, 29) * height * height
skeleton = addCharacter("human37", name="skeleton", key="prone", height=height, mass=mass, friction=mu)
addGround(mu)
skeleton.addSkill("bear_rise")
skeleton.addSkill("kneel_to_stand")
skeleton.disturb(0.05, 0.1)
skeleton.hold()
run(0.3)
skeleton.do("bear_rise")
leg = skeleton.limb("foot_l")
highest, kneels = 0, 0


def look():
    """It has stood up, or failed."""
    global highest, kneels
    skill = skeleton.activeSkill()
    kneels = kneels or (skill == "kneel_to_stand" and skeleton.com().z > 0.6 * leg and skeleton.up().z > 0.8)
    highest = max(highest, skeleton.com().z / leg)
    return time() > 1 and skill != "bear_rise" and skill != "kneel_to_stand"


run(most, until=look)
stands = skeleton.com().z > 1.0 * leg and skeleton.up().z > 0.8
measure("stands", 1 if stands else 0, "", "= 1")
measure("kneels", 1 if kneels else 0)
measure("highest", highest)
measure("time", time(), "s")
measure("cost", (0.03 * time() if stands else 3 - 1.5 * highest - 0.02 * min(time(), 12)))
