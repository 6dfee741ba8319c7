"""A person kneels down on its left knee and stands up again, for kip tune: data/skills/kneel.py.

kip tune data/tune/kneel.py --only 'kneel.*' --out out/kneel.params
"""
import everyday
import random

skeleton = addCharacter("skeleton37", name="person", key="stand", friction=random.uniform(0.7, 1.0))
everyday.teach(skeleton)  # limp would have it where it kneels too low
skeleton.addSkill("kneel")
kneels, far, least = 0, 0, 9


def look():
    """Once a control period; True: it has knelt for a second, or fell."""
    global kneels, far, least
    acts = skeleton.activeSkill() == "kneel"
    touched = any([skeleton.touching(part) for part in ["hips", "hands", "head"]])
    knee = contactForce("thigh_l").z + contactForce("shank_l").z > 100 and contactForce("foot_r").z > 50
    slow = skeleton.comVelocity().length() < 0.2
    kneels = kneels + 0.005 if knee and slow and not touched and skeleton.up().z > 0.8 else 0
    least = min(least, getPosition("shank_l", (0, 0, 0)).z if skeleton.up().z > 0.7 and not touched else 9)
    far = far + 0.005 if acts and skeleton.up().z > 0.7 and not touched else far
    return kneels > 0.6 or touched or skeleton.up().z < 0.5


skeleton.disturb(0.03, 0.1)
run(0.6)
skeleton.do("kneel")
run(9, until=look)
knelt = kneels > 0.6


def stands():
    return skeleton.activeSkill() == "bear_balance" and skeleton.height() > 0.85


up = knelt and run(10, until=stands)
event(f"far {far:.1f} s, knee {least:.2f} m, kneels {kneels:.2f}")
measure("kneels and stands", 1 if up else 0, "", "= 1")
measure("cost", 0 if up else 1 if knelt else 2 + 4 * min(0.5, least) + 0.2 * max(0, 8 - far) - kneels)
