"""A person jumps up and lands on its feet, for kip tune: data/skills/jump.py.

kip tune data/tune/jump.py --only 'jump.*' --out out/jump.params
"""
import random

skeleton = addCharacter("skeleton37", name="person", key="stand", friction=random.uniform(0.7, 1.0))
for skill in ["bear_balance", "bear_step", "bear_straighten", "jump"]:
    skeleton.addSkill(skill)
high, calm, tilt, air, low, least = 0, 0, 0, 0, 0, 9


def look():
    """Once a control period; True: it stands still again."""
    global high, calm, tilt, air, least
    flies = contactForce("foot_l").z + contactForce("foot_r").z < 1
    air += 0.005 if flies else 0
    high = max(high, 1.0 * min(getPosition("foot_l").z, getPosition("foot_r").z) if flies else 0)
    tilt = max(tilt, 1 - skeleton.up().z if air > 0.1 else 0)
    slow = skeleton.comVelocity().length() < 0.1 and skeleton.activeSkill() == "bear_balance"
    calm = calm + 0.005 if slow and air > 0.1 else 0
    return calm > 0.3 or skeleton.height() < 0.4


skeleton.disturb(0.03, 0.1)
run(0.6)
skeleton.do("jump")
run(5, until=look)
event(f"air {air:.2f} s, feet {high:.2f} m, tilt {tilt:.2f}, calm {calm:.2f}, {time():.1f} s")
done = calm > 0.3 and air > 0.2
measure("jumps and stands", 1 if done else 0, "", "= 1")
cost = 0 if done else 1 + 2 * min(1, tilt) + max(0, 5 - time()) / 5
measure("cost", cost + 3 * max(0, 0.4 - air))
