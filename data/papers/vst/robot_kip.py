"""VST 5.2, the kip: from its back into a crouch, and to standing; its greatest height beside the ballistic limit.

The limit is where its centre of mass would rise from where it left the ground, with the speed it had then.
"""
import everyday
import planar

friction = 0.9
robot = addCharacter("robot16", name="robot", key="supine", friction=friction)
addGround(friction)
planar.teach(robot)
setCamera((2, -5, 1.2), (0, 0, 0.6))
robot.disturb(0.03, 0.05)
robot.do("kip")
order, high, limit, air, left, still = everyday.Order(robot), 0, 0, 0, 0, 0


def look():
    """Once a control period; True: it has stood still for half a second."""
    global high, limit, air, left, still
    order.look()
    com, v = robot.com(), robot.comVelocity()
    if robot.activeSkill() == "kip" and time() > 1 and not robot.isColliding("ground"):
        if air == 0:
            left, limit = com.z, com.z + v.z * v.z / 19.62 if v.z > 0 else com.z
        air += 0.005
        high = max(high, com.z)
    still = still + 0.005 if robot.activeSkill() == "balance" and robot.comVelocity().length() < 0.1 else 0
    return still > 0.5


stood = run(10, until=look)
print(order.text())
met = order.met(["kip", "crouch_to_stand", "balance"])
measure("kip, crouch, stand", met if "rise_supine" not in order.names else 0, "", "= 3", "paper")
measure("stands", 1 if stood else 0, "", "= 1")
measure("in the air", air, "s", "> 0.1", "paper")
measure("centre of mass as it leaves the ground", left, "m")
measure("greatest height in flight", high, "m")
measure("ballistic limit", limit, "m")
