"""From prone to its feet with a person's strengths, by whole-body control: onto hands and knees, then up.

1.75 m and 80 kg; with `anyone` it is a body and a friction by the seed: 1.55 to 1.95 m, 55 to 110 kg, 0.5 to 1.1.
Rates and torques are those until it stands.
"""
import looks
import random

anyone = 0
seconds = 30
height, mass, friction = 1.75, 80.0, 0.9
if anyone:
    height, friction = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
    mass = max(55, min(110, random.uniform(19, 32) * height * height))

skeleton = addCharacter("human37", name="skeleton", key="prone", height=height, mass=mass, friction=friction)
addGround(friction)
setCamera((2.5, -2.5, 1.2), (0, 0, 0.4))
for skill in ("bear_balance", "to_fours", "fours_to_stand"):
    skeleton.addSkill(skill)
skeleton.disturb(0.05, 0.1)
leg = skeleton.limb("foot_l")
judge = looks.Looks(skeleton, "skeleton")
fours, since = None, None


def look():
    """It stands on its feet and balances, for a second."""
    global fours, since
    if time() > 0.5:  # disturbed joints press limbs into the ground at first
        judge.look()
    if fours is None and skeleton.activeSkill() == "fours_to_stand":
        fours = time()
    stands = skeleton.activeSkill() == "bear_balance" and skeleton.com().z > leg
    since = (since or time()) if stands else None
    return since is not None and time() - since > 1


stands = run(seconds, until=look)
measure("stands", 1 if stands else 0, "", "= 1", whose="ours")
measure("after", since or seconds, "s")
measure("hands and knees after", fours or seconds, "s")
measure("fastest joint", judge.rate, "rad/s")
measure("torque jump", judge.jump, "N m")
measure("deepest contact", judge.depth, "m")
measure("palms off the level", judge.palms(), "degrees")
