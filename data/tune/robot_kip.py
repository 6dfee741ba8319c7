"""The robot kips up from its back, for kip tune: data/skills/robot_kip.py.

kip tune data/tune/robot_kip.py --only 'robot_kip.*' --out out/robot_kip.params
"""
import math
import random

skeleton = addCharacter("robot16", name="robot", key="supine", friction=random.uniform(0.75, 1.0))
for skill in ["robot_balance", "robot_kip", "robot_stand", "robot_step"]:
    skeleton.addSkill(skill)
best, air, high, calm, head, low = -2, 0, 0, 0, 0, None


def look():
    """How near it comes to standing on its feet, its weight over them."""
    global best, air, high, calm, head, low
    skill = skeleton.activeSkill()
    if skill == "robot_kip" and skeleton.timeInSkill() < 1:
        return False
    feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
    com, v = skeleton.com(), skeleton.comVelocity()
    head += 0.005 * max(0, contactForce("head").length() - 400)
    flies = not skeleton.isColliding("ground")
    air += 0.005 if flies else 0
    high = max(high, com.z if flies else 0)
    touched = skeleton.touching("hips") or skeleton.touching("hands") or skeleton.touching("head")
    if skeleton.footLoad("foot_l") + skeleton.footLoad("foot_r") > 200 and not touched and feet.z < 0.08:
        xi = com.x + v.x * math.sqrt(max(0.2, com.z) / 9.81)
        best = max(best, 1 + com.z + 0.5 * skeleton.up().z - 2 * min(0.8, max(0, abs(xi - feet.x) - 0.05)))
    elif flies:
        ahead = min(1.5, max(0, feet.x - com.x))
        best = max(best, -0.5 + min(1, 2 * com.z) - 0.7 * ahead + 0.3 * skeleton.up().z)
    else:
        best = max(best, -2 + com.z)
    calm = calm + 0.005 if skill == "robot_balance" and v.length() < 0.2 else 0
    return calm > 0.3 or skill == "rest"


skeleton.disturb(0.05, 0.1)
run(6, until=look)
event(f"best {best:.2f} air {air:.2f} s high {high:.2f} m calm {calm:.2f}")
measure("stands", 1 if calm > 0.3 else 0, "", "= 1")
measure("cost", (0 if calm > 0.3 else 4 - best) + min(1, 0.02 * head))
