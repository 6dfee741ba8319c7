"""A person dives, rolls and comes to its feet, for kip tune: data/skills/tumble.py.

kip tune data/tune/tumble.py --only 'tumble.*' --out out/tumble.params
"""
import math
import random

skeleton = addCharacter("skeleton37", name="person", key="stand", friction=random.uniform(0.75, 1.0))
for skill in ["bear_balance", "bear_step", "bear_straighten", "tumble"]:
    skeleton.addSkill(skill)
turned, calm, best, off, head = 0, 0, 0, 0, 0


def look():
    """Once a control period; True: it stands still."""
    global turned, calm, best, off, head
    turned += 0.005 * getSpin("trunk").y
    left = skeleton.up().cross(skeleton.facing())
    off = max(off, abs(left.z))
    head += 0.005 * max(0, contactForce("head").length() - 400)
    com = skeleton.com()
    feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
    xi = com + math.sqrt(max(0.2, com.z) / 9.81) * skeleton.comVelocity()
    far = math.hypot(xi.x - feet.x, xi.y - feet.y)
    if turned > 4:
        near = 1.5 - min(1.5, far) + skeleton.up().z + 2 * com.z
        touched = any([skeleton.touching(part) for part in ["hips", "hands", "head"]])
        best = max(best, near + (0 if touched else 1.5) if feet.z < 0.12 else 0.5 * near)
    slow = skeleton.comVelocity().length() < 0.15 and skeleton.activeSkill() == "bear_balance"
    calm = calm + 0.005 if slow and turned > 4 else 0
    return calm > 0.3


skeleton.disturb(0.03, 0.1)
run(0.6)
skeleton.do("tumble", angle=30)
run(7, until=look)
event(f"turned {turned:.1f} best {best:.2f} tilt {off:.2f} calm {calm:.2f}")
measure("stands out of the roll", 1 if calm > 0.3 else 0, "", "= 1")
cost = 0 if calm > 0.3 else 8 - best
measure("cost", cost + max(0, 5 - turned) + 2 * max(0, off - 0.2) + min(1, 0.02 * head))
