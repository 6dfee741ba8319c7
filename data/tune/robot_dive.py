"""The robot dives and rolls, for kip tune: data/skills/robot_dive.py, at any angle, onto flat ground.

kip tune data/tune/robot_dive.py --only 'robot_dive.*' --out out/robot_dive.params
"""
import math
import planar
import random

angle = 0.0  # degrees; 0: by the seed
angle = angle or random.choice([20, 30, 40, 50, 60])
skeleton = addCharacter("robot16", name="robot", key="stand", friction=random.uniform(0.7, 1.0))
for skill in ["robot_balance", "robot_dive"]:
    skeleton.addSkill(skill)
head, turned, hands, off, best = 0, 0, None, None, 0


def look():
    global head, turned, hands, off, best
    head += 0.005 * max(0, contactForce("head").length() - 200)
    turned += 0.005 * getSpin("trunk").y
    best = max(best, turned)
    v = skeleton.comVelocity()
    if off is None and time() > 1 and skeleton.footLoad("foot_l") + skeleton.footLoad("foot_r") < 5:
        off = math.degrees(math.atan2(v.z, v.x))
    if hands is None and any([skeleton.touching(part) for part in ["hands", "head", "hips"]]):
        hands = 1 if skeleton.touching("hands") else 0
    return time() > 2 and (skeleton.activeSkill() == "rest" or turned > 5)


skeleton.disturb(0.02, 0.05)
run(0.5)
skeleton.do("robot_dive", angle=angle)
run(4.5, until=look)
missed = abs(off - angle) if off is not None else 90
event(f"turned {turned:.2f} head {head:.1f} N s, hands {hands} off {off} for {angle}")
measure("rolls", 1 if turned > 4.5 and hands else 0, "", "= 1")
measure("cost", max(0, 5 - best) + min(2, 0.02 * head) + (0 if hands else 2) + 0.03 * min(60, missed))
