"""From hands and knees to its feet with a person's strengths, any body, for kip tune: data/skills/fours_to_stand.py.

kip tune data/tune/fours_to_stand.py --only 'fours_to_stand*' --starts 8 --out out/fours_to_stand.params
"""
import looks
import random

most = 22
setTimestep(0.002)
setPeriod(0.004)
height, mu = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
mass = max(55, min(110, random.uniform(19, 32) * height * height))
skeleton = addCharacter("human37", name="skeleton", key="fours", height=height, mass=mass, friction=mu)
addGround(mu)
skeleton.addSkill("fours_to_stand")
skeleton.disturb(0.05, 0.1)
skeleton.bear("hands", "thigh_l", "thigh_r")
run(0.3)
skeleton.do("fours_to_stand")
leg = skeleton.limb("foot_l")
judge = looks.Looks(skeleton, "skeleton")
best, bad = 0, 0


def look():
    """It has stood up, or failed."""
    global best
    judge.look()
    if skeleton.activeSkill() == "fours_to_stand":
        hands = (skeleton.base("hands") - skeleton.base("feet")).length() / leg
        best = max(best, min(1, max(0, 1.6 - hands)))
        return False
    return time() > 1


run(most, until=look)
took = time()
run(0.7)
stands = skeleton.com().z > leg and skeleton.up().z > 0.8
measure("stands", 1 if stands else 0, "", "= 1")
measure("time", took, "s")
measure("fastest joint", judge.rate, "rad/s")
measure("torque jump", judge.jump, "N m")
ugly = 0.05 * max(0, judge.rate - 12) + 0.01 * max(0, judge.jump - 80)
measure("cost", (0.05 * took + min(0.6, ugly) if stands else 3 - best - 0.02 * took))
