"""From prone to its feet with a person's strengths, by whole-body control: onto its knees, then up.

1.75 m and 80 kg; with `anyone` it is a body and a friction by the seed: 1.55 to 1.95 m, 55 to 110 kg, 0.5 to 1.1.
"""
import random

anyone = 0
seconds = 20
height, mass, friction = 1.75, 80.0, 0.9
if anyone:
    height, friction = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
    mass = max(55, min(110, random.uniform(19, 32) * height * height))

skeleton = addCharacter("human37", name="skeleton", key="prone", height=height, mass=mass, friction=friction)
addGround(friction)
setCamera((2.5, -2.5, 1.2), (0, 0, 0.4))
skeleton.addSkill("bear_rise")
skeleton.addSkill("kneel_to_stand")
skeleton.disturb(0.05, 0.1)
leg = skeleton.limb("foot_l")
kneels, high = None, 0


def look():
    """It kneels upright; it stands; or a try has failed."""
    global kneels, high
    high = skeleton.com().z / leg
    if kneels is None and high > 0.6 and skeleton.up().z > 0.8:
        kneels = time()
    return time() > 1 and skeleton.activeSkill() == "rest"


run(seconds, until=look)
measure("kneels upright", 1 if kneels else 0, "", "= 1", whose="ours")
measure("after", kneels or seconds, "s")
measure("then stands", 1 if high > 1 and skeleton.up().z > 0.8 else 0)
