"""VST 6, the robot's sequence: sits, rises, walks to the stairs, dives down, gets up, is hit by two balls.

Sitting, rising, walking and diving are commanded; all else the supervisor chooses. A light ball hits its back:
it steps; a heavy one its face: it falls. Ours tries a step before that, and rises from supine or prone, as it lies.
"""
import everyday
import planar

light, heavy = 5.0, 40.0  # kg, of the balls
rise, tread, stairs = 0.15, 0.3, 4
top = stairs * rise

robot = addCharacter("robot16", name="robot", at=(0, 0, top), key="stand")
addShape("landing", "box", [1.4, 0.5, top / 2], at=(0.6, 0, top / 2), color=(0.62, 0.56, 0.5))
for i in range(1, int(stairs)):
    high = top - i * rise
    addShape(f"step{i}", "box", [tread / 2, 0.5, high / 2], at=(2 + (i - 0.5) * tread, 0, high / 2))
addShape("seat", "box", [0.21, 0.21, 0.21], at=(-0.31, 0, top + 0.21), color=(0.76, 0.6, 0.38))
addShape("back", "box", [0.02, 0.21, 0.21], at=(-0.5, 0, top + 0.63), color=(0.76, 0.6, 0.38))
addShape("light", "sphere", 0.1, mass=light, present=False)
addShape("heavy", "sphere", 0.12, mass=heavy, present=False)
planar.teach(robot)
robot.disturb(0.01, 0.05)
setCamera((3, -7, 2), (1.5, 0, 0.8))
order, still = everyday.Order(robot), 0


def waits():
    """Each control period; True: it has stood or sat still for a second, or lies after its last fall."""
    global still
    order.look()
    slow = robot.comVelocity().length() < 0.1
    still = still + 0.005 if slow and robot.activeSkill() in ("balance", "stand_to_sit") else 0
    return still > 1


def thrown(what, link, way, speed):
    at = getPosition(link)
    throw(what, (at.x - way * 0.5, 0, at.z + 0.03), (way * speed, 0, 0))


run(5, until=waits)
acts = [lambda: robot.do("stand_to_sit"), lambda: robot.do("sit_to_crouch"), lambda: robot.do("walk", steps=6),
        lambda: robot.do("plunge", angle=40), lambda: thrown("light", "trunk", 1, 8),
        lambda: thrown("heavy", "head", -1, 12)]
done = 0
for act in acts:
    still = 0
    act()
    done += 1 if run(25 if done < 5 else 3, until=waits) else 0
print(order.text())
rises = "rise_supine" if "rise_supine" in order.names else "rise_prone"
up = ["crouch_to_stand", "balance"]
wanted = ["balance", "stand_to_sit", "sit_to_crouch"] + up + ["walk", "double_stance_to_crouch"] + up
wanted += ["plunge", "default", rises] + up + ["protective_step"] + ["balance", "fall"]
measure("skills of the sequence, in its order", order.met(wanted), "", f"= {len(wanted)}", "paper")
measure("acts that it came through", done, "", "= 5")
measure("lies at the end", 1 if robot.height() < 0.6 else 0, "", "= 1")
measure("simulated", time(), "s")
