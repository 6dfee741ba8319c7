"""The robot rises from where it fell forward, for kip tune: its rises.

kip tune data/tune/robot_kneel_to_crouch.py --only 'robot_rise*' --only 'robot_kneel*' --out out/rise.params
"""
import planar
import random

falls = 1
skeleton = addCharacter("robot16", name="robot", key="stand")
for skill in ["limp", "robot_fall", "robot_rise_prone", "robot_kneel_to_crouch", "robot_double_stance",
              "robot_stand", "robot_balance", "robot_step"]:
    skeleton.addSkill(skill)
cost, stood = 0, 0


def decided():
    global best, calm
    if skeleton.activeSkill() == "robot_kneel_to_crouch" and skeleton.up().z > 0.5:
        foot, xi = getPosition("foot_r").x, planar.capture(skeleton)
        ahead = max(-0.5, min(0.25, foot - planar.knees(["_l"])))
        best = max(best, skeleton.height() + 2 * ahead - max(0, min(0.5, foot - xi)))
    calm = calm + 0.005 if skeleton.activeSkill() == "robot_balance" else 0
    return calm > 0.4 or skeleton.activeSkill() == "limp"


for i in range(falls):
    if i > 0:
        restart()
    skeleton.disturb(0.05, 0.2)
    at(0.1, lambda: push("trunk", (random.uniform(700, 2500), 0, 0), 0.1))
    run(4, until=lambda: skeleton.activeSkill() == "robot_rise_prone")
    begun, best, calm = time(), -1, 0
    run(8, until=decided)
    stood += 1 if calm > 0.4 else 0
    event(f"{calm:.2f} best {best:.2f} {time() - begun:.1f} s")
    cost += (0.1 * (time() - begun) if calm > 0.4 else 3 - best) / falls
measure("stands", stood / falls, "", "= 1")
measure("cost", cost)
