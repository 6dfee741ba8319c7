"""The robot rises from where it fell backward, for kip tune: data/skills/robot_rise_supine.py.

kip tune data/tune/robot_rise_supine.py --only 'robot_rise_supine.*' --out out/robot_rise_supine.params
"""
import planar
import random

falls = 2
friction = random.choice([0.7, 0.8, 0.9, 1.0, 1.1])
skeleton = addCharacter("robot16", name="robot", key="stand", friction=friction)
addGround(friction)
for skill in ["limp", "robot_fall", "robot_rise_supine", "robot_double_stance", "robot_stand", "robot_step",
              "robot_balance"]:
    skeleton.addSkill(skill)
cost, stood = 0, 0


def decided():
    global best, rough, calm
    feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
    behind = min(0.5, max(0, feet.x - 0.1 - planar.capture(skeleton)))
    low = getPosition("pelvis", (0, 0, 0)).z
    if low < 0.2 or not skeleton.touching("hips"):
        best = max(best, min(low, 0.8) - 2 * behind - 5 * max(0, feet.z - 0.1))
    force = contactForce("head").length()
    air = skeleton.height() < 0.8 and not skeleton.isColliding("ground")
    rough += 0.005 * (0.005 * force + (2 if air else 0))
    calm = calm + 0.005 if skeleton.activeSkill() == "robot_balance" else 0
    return calm > 0.4 or skeleton.activeSkill() == "rest"


for i in range(falls):
    if i > 0:
        restart()
    skeleton.disturb(0.05, 0.2)
    at(0.1, lambda: push("trunk", (-random.uniform(1200, 2500), 0, 0), 0.1))
    run(4, until=lambda: skeleton.activeSkill() == "robot_rise_supine")
    begun, best, rough, calm = time(), -2, 0, 0
    run(8, until=decided)
    stood += 1 if calm > 0.4 else 0
    event(f"{calm:.2f} best {best:.2f} rough {rough:.2f} {time() - begun:.1f} s")
    cost += ((0.1 * (time() - begun) if calm > 0.4 else 2 - best) + min(1, rough)) / falls
measure("stands", stood / falls, "", "= 1")
measure("cost", cost)
