"""VST 6, the tackle: the robot dives from a platform into the skeleton, which balances; each has its supervisor.

Only the dive is commanded. The robot's part is to hit, the skeleton's to be felled; both have skills to rise.
"""
import everyday
import planar

high, gap = 0.3, 1.0  # m: of the platform; from the robot to the skeleton
skeleton = addCharacter("skeleton37", name="skeleton", at=(gap, 0, 0), key="stand", turn=3.14159)
robot = addCharacter("robot16", name="robot", at=(0, 0, high), key="stand")
addShape("platform", "box", [0.6, 0.5, high / 2], at=(-0.3, 0, high / 2), color=(0.62, 0.56, 0.5))
planar.teach(robot)
everyday.teach(skeleton, stiff=True)
setCamera((1, -6, 1.5), (1, 0, 0.7))
hit = None
orders = [everyday.Order(robot), everyday.Order(skeleton)]


def look():
    """Once a control period."""
    global hit
    for order in orders:
        order.look()
    if hit is None and robot.isColliding("skeleton"):
        hit = time()
    return False


at(1, lambda: robot.do("plunge", angle=20))
run(7, until=look)
print("robot:", orders[0].text())
print("skeleton:", orders[1].text())
measure("the robot hits the skeleton", 1 if hit else 0, "", "= 1", "paper")
measure("after", hit or 0, "s")
measure("skeleton: balance, then it falls", orders[1].met(["balance", "fall"]), "", "= 2", "paper")
measure("robot: balance, plunge, default", orders[0].met(["balance", "plunge", "default"]), "", "= 3", "paper")
