"""VST 5.2, one plunge on many grounds: flat, down a slope, down stairs; the same controller, which is told nothing.

`slope` is downward, `rise` and `tread` are of four stairs; neither: flat. `angle` of the dive, 0: by the seed. With
`--param robot_dive.roll_waist=0 --param robot_dive.roll_hip=1` and straight knees and arms its roll fails.
"""
import everyday
import math
import planar
import random

slope = 0  # degrees: 0, 10, 20 or 30
rise = 0.0  # m
tread = 0.3
angle = 0.0
angle = angle or random.uniform(20, 60)
top = 4 * rise if rise else 3 * math.sin(math.radians(slope))
robot = addCharacter("robot16", name="robot", at=(0, 0, top), key="stand")
if top > 0:
    addShape("landing", "box", [1, 0.5, top / 2], at=(-0.7, 0, top / 2))
if rise:
    for i in range(1, 4):
        addShape(f"step{i}", "box", [tread / 2, 0.5, (top - i * rise) / 2],
                 at=(0.3 + (i - 0.5) * tread, 0, (top - i * rise) / 2))
elif slope:
    addObject("slopes", at=(1.3 + 3 * math.cos(math.radians(slope)), {10: -2, 20: 0, 30: 2}[slope], 0), turn=math.pi)
planar.teach(robot)
setCamera((3, -6, 1.5), (1, 0, 0.6))
order, turned, first, still = everyday.Order(robot), 0, "", 0


def look():
    """Once a control period; True: it has stood still for a second after the dive."""
    global turned, first, still
    order.look()
    turned += 0.005 * getSpin("trunk").y
    if not first and robot.activeSkill() == "plunge":
        for part in ["hands", "head", "hips"]:
            first = part if robot.touching(part) and not first else first
    still = still + 0.005 if robot.activeSkill() == "balance" and robot.comVelocity().length() < 0.1 else 0
    return still > 1 and "plunge" in order.names


robot.disturb(0.02, 0.05)
run(3, until=lambda: look() or still > 0.5)
robot.do("plunge", angle=angle)
run(1.5, until=look)
stood = run(20, until=look)
print(f"angle {angle:.0f}:", order.text())
measure("hands meet the ground first", 1 if first == "hands" else 0, "", "= 1", "paper")
measure("rolls over", 1 if turned > 3.5 else 0, "", "= 1", "paper")
measure("stands again", 1 if stood else 0, "", "= 1")
