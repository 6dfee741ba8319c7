"""A person kips up from its back in three dimensions, for kip tune: data/skills/kip.py.

kip tune data/tune/kip.py --only 'kip.*' --out out/kip.params
"""
import everyday
import math
import random

thorax = 0  # 1: skeleton40, with a joint more in the back
skeleton = addCharacter("skeleton40" if thorax else "skeleton37", name="person", key="supine",
                        friction=random.uniform(0.75, 1.0))
for skill in ["bear_balance", "bear_step", "bear_straighten", "kip"]:
    skeleton.addSkill(skill)
best, air, high, calm, head = -2, 0, 0, 0, 0


def look():
    """How near it comes to standing on its feet, its weight over them."""
    global best, air, high, calm, head
    skill = skeleton.activeSkill()
    if skill == "kip" and skeleton.timeInSkill() < 1:
        return False
    feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
    com, v = skeleton.com(), skeleton.comVelocity()
    head += 0.005 * max(0, contactForce("head").length() - 400)
    flies = not skeleton.isColliding("ground")
    air += 0.005 if flies else 0
    high = max(high, com.z if flies else 0)
    touched = skeleton.touching("hips") or skeleton.touching("hands") or skeleton.touching("head")
    off = math.hypot(com.x + v.x * math.sqrt(max(0.2, com.z) / 9.81) - feet.x, com.y - feet.y)
    if contactForce("foot_l").z + contactForce("foot_r").z > 200 and not touched and feet.z < 0.08:
        best = max(best, 1 + com.z + 0.5 * skeleton.up().z - 2 * min(0.8, max(0, off - 0.05)))
    elif flies:
        ahead = min(1.5, max(0, math.hypot(feet.x - com.x, feet.y - com.y)))
        best = max(best, -0.5 + min(1, 2 * com.z) - 0.7 * ahead + 0.3 * skeleton.up().z)
    else:
        best = max(best, -2 + com.z)
    calm = calm + 0.005 if skill == "bear_balance" and v.length() < 0.2 else 0
    return calm > 0.3 or skill == "" and time() > 1


skeleton.disturb(0.03, 0.1)
skeleton.do("kip")
run(6, until=look)
event(f"best {best:.2f} air {air:.2f} s high {high:.2f} m calm {calm:.2f}")
measure("stands", 1 if calm > 0.3 else 0, "", "= 1")
measure("cost", (0 if calm > 0.3 else 4 - best) + min(1, 0.02 * head))
