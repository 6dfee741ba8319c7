"""A person dives and rolls in three dimensions, for kip tune: data/skills/plunge.py.

kip tune data/tune/plunge.py --only 'plunge.*' --out out/plunge.params
"""
import math
import random

angle = random.choice([20, 30, 40, 50])
skeleton = addCharacter("skeleton37", name="person", key="stand", friction=random.uniform(0.75, 1.0))
for skill in ["bear_balance", "plunge"]:
    skeleton.addSkill(skill)
turned, first, rose, off, head, air = 0, "", None, 0, 0, 0


def look():
    """Once a control period."""
    global turned, first, rose, off, head, air
    turned += 0.005 * getSpin("trunk").dot(vec(0, 1, 0))
    air += 0.005 if not skeleton.isColliding("ground") else 0
    left = skeleton.up().cross(skeleton.facing())
    off = max(off, abs(left.z))
    head += 0.005 * max(0, contactForce("head").length() - 400)
    for part in ["hands", "head", "hips"]:
        if not first and time() > 1.2 and skeleton.touching(part):
            first = part
    v = skeleton.comVelocity()
    if rose is None and time() > 1 and contactForce("foot_l").z + contactForce("foot_r").z < 20:
        rose = math.degrees(math.atan2(v.z, v.x))
    return False


skeleton.disturb(0.03, 0.1)
run(0.6)
skeleton.do("plunge", angle=angle)
run(4, until=look)
missed = abs(rose - angle) if rose is not None else 90
done = turned > 3.5 and first == "hands" and off < 0.5
event(f"{angle:.0f}: {rose} turned {turned:.1f} first {first} tilt {off:.2f} air {air:.2f} head {head:.1f}")
measure("rolls", 1 if done else 0, "", "= 1")
cost = max(0, 5 - turned) + (0 if first == "hands" else 1) + 2 * max(0, off - 0.2) + 5 * max(0, 0.2 - air)
measure("cost", cost + min(2, 0.02 * head) + 0.03 * min(60, missed))
