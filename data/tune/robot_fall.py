"""The robot is pushed over both ways, for kip tune: data/skills/robot_fall.py, by what hits head and hips.

kip tune data/tune/robot_fall.py --only 'robot_fall.*' --out out/robot_fall.params
"""
import random

skeleton = addCharacter("robot16", name="robot", key="stand")
for skill in ["limp", "robot_fall"]:
    skeleton.addSkill(skill)
cost, tries, most = 0, 0, 0


def look():
    global head, hips
    head = max(head, contactForce("head").length())
    hips = max(hips, contactForce("pelvis").length(), contactForce("trunk").length())


for impulse in [100, 200]:
    for way in [1, -1]:
        if tries:
            restart()
        tries += 1
        head, hips = 0, 0
        skeleton.disturb(0.05, 0.2)
        at(0.1, lambda: push("trunk", (way * (impulse + random.uniform(-50, 50)) / 0.1, 0, 0), 0.1))
        run(2.2, until=look)
        event(f"{way} {impulse}: head {head:.0f} N, hips {hips:.0f} N, faces {skeleton.facing().z:.2f} up")
        wrong = 0 if way * skeleton.facing().z < 0 else 2
        cost += (head + 0.1 * hips) / 1000 + wrong
        most = max(most, head)
measure("greatest force on the head", most, "N")
measure("cost", cost)
