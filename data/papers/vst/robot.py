"""VST 6, the robot's sequence: sits, rises, walks to the stairs, dives down, gets up, is hit by two balls.

Commands sit, rise, walk and dive; all else the supervisor chooses. A light ball hits its back: it steps; a heavy
one its face: it falls. Each thing happens when it has stood, or sat, still. Our robot rises as it lies, from prone
or supine, and tries a step before it falls. Of the paper, that the log has its skills in its order.
"""
import everyday
import planar

light, heavy = 5.0, 40.0  # kg, of the balls
fast, faster = 8.0, 12.0  # m/s
angle, walked = 40.0, 6  # degrees, steps
rise, tread, stairs = 0.15, 0.3, 4
top = stairs * rise

robot = addCharacter("robot16", name="robot", at=(0, 0, top), key="stand")
addShape("landing", "box", [1.4, 0.5, top / 2], at=(0.6, 0, top / 2), color=(0.62, 0.56, 0.5))
for i in range(1, int(stairs)):
    high = top - i * rise
    addShape(f"step{i}", "box", [tread / 2, 0.5, high / 2], at=(2 + (i - 0.5) * tread, 0, high / 2))
addShape("seat", "box", [0.21, 0.21, 0.21], at=(-0.31, 0, top + 0.21), color=(0.76, 0.6, 0.38))
addShape("back", "box", [0.02, 0.21, 0.21], at=(-0.5, 0, top + 0.63), color=(0.76, 0.6, 0.38))
ball = addShape("light", "sphere", 0.1, mass=light, present=False)
ball2 = addShape("heavy", "sphere", 0.12, mass=heavy, present=False)
planar.teach(robot)
robot.disturb(0.01, 0.05)
setCamera((3, -7, 2), (1.5, 0, 0.8))
order, still, seconds = everyday.Order(robot), 0, 0


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
acts = [lambda: robot.do("stand_to_sit"), lambda: robot.do("sit_to_crouch"), lambda: robot.do("walk", steps=walked),
        lambda: robot.do("plunge", angle=angle), lambda: thrown("light", "trunk", 1, fast),
        lambda: thrown("heavy", "head", -1, faster)]
done = 0
for act in acts:
    still = 0
    act()
    if done == 5:
        run(3, until=lambda: waits() or order.names[-1] == "fall" and robot.height() < 0.5)
    else:
        ended = run(25, until=waits)
        done += 1 if ended else 0
print(order.text())
rises = "rise_supine" if "rise_supine" in order.names else "rise_prone"
up = ["crouch_to_stand", "balance"]
wanted = ["balance", "stand_to_sit", "sit_to_crouch"] + up + ["walk", "double_stance_to_crouch"] + up
wanted += ["plunge", "default", rises] + up + ["protective_step"] + ["balance", "fall"]
measure("skills of the sequence, in its order", order.met(wanted), "", f"= {len(wanted)}", "paper")
measure("acts that it came through", done, "", "= 5")
measure("lies at the end", 1 if robot.height() < 0.6 else 0, "", "= 1")
