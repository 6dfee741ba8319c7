"""The robot rises to its knees from where it fell forward, for kip tune: data/skills/robot_rise_prone.py.

kip tune data/tune/robot_rise_prone.py --only 'robot_rise_prone.*' --out out/robot_rise_prone.params
"""
import planar
import random

falls = 2
skeleton = addCharacter("robot16", name="robot", key="stand")
for skill in ["limp", "robot_fall", "robot_rise_prone"]:
    skeleton.addSkill(skill)
cost, knelt, high, head = 0, 0, 0, 0


def ended():
    global high, head
    head += 0.005 * contactForce("head").length()
    high = max(high, skeleton.up().z * getPosition("neck", (0, 0, 0)).z)
    return skeleton.activeSkill() != "robot_rise_prone"


for i in range(falls):
    if i > 0:
        restart()
    skeleton.disturb(0.05, 0.2)
    at(0.1, lambda: push("trunk", (random.uniform(700, 2500), 0, 0), 0.1))
    run(4, until=lambda: skeleton.activeSkill() == "robot_rise_prone")
    begun, high, head = time(), 0, 0
    run(6, until=ended)
    done = planar.kneels(skeleton)
    knelt += 1 if done else 0
    cost += ((0.1 * (time() - begun) if done else 3 - 2 * high) + 0.002 * head) / falls
measure("kneels", knelt / falls, "", "= 1")
measure("cost", cost)
