"""VST 5.2, a plunge whose roll fails: the robot stays straight as it lands, lies on its face, and rises from there.

`straight=0`: it bends as it should, and rolls.
"""
import everyday
import planar

straight = 1
angle = 30

robot = addCharacter("robot16", name="robot", key="stand")
planar.teach(robot)
setCamera((2, -6, 1.5), (1.5, 0, 0.6))
order, turned, most, still = everyday.Order(robot), 0, 0, 0


def look():
    """Once a control period; True: it has stood still for a second."""
    global turned, most, still
    order.look()
    turned += 0.005 * getSpin("trunk").y
    most = max(most, turned)
    still = still + 0.005 if robot.activeSkill() == "balance" and robot.comVelocity().length() < 0.1 else 0
    return still > 1


run(4, until=look)
still = 0
robot.do("plunge", angle=angle, bends=1 - straight)
run(1.5, until=look)
run(20, until=look)
print(order.text())
measure("turned at the most", most, "rad", "< 2.5" if straight else "> 3.5", "paper")
measure("rises from prone", order.met(["rise_prone", "kneel_to_crouch", "balance"]), "", "= 3" if straight else "")
measure("stands still again", 1 if still > 1 else 0, "", "= 1")
