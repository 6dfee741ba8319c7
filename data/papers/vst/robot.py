"""VST 6, the robot's sequence: pushed three times it steps, steps, falls, and gets up and stands by itself.

A light push from the front, one from behind, and a hard one; each when it has stood still for a second.
Nobody says what to do: the supervisor alone chooses. The paper's robot sits, walks and dives before that, on
command; ours tries a step before it falls, and after both steps puts its feet together. `--param hard=-200`:
it falls on its back.
"""
light = 55  # N s
hard = 200  # N s
seconds = 20  # after each push

robot = addCharacter("robot16", name="robot", key="stand")
names = {"limp": "limp", "robot_balance": "balance", "robot_step": "protective_step", "robot_fall": "fall",
         "robot_rise_supine": "rise_supine", "robot_rise_prone": "rise_prone",
         "robot_kneel_to_crouch": "kneel_to_crouch", "robot_double_stance": "double_stance_to_crouch",
         "robot_stand": "crouch_to_stand"}
for file in names:
    robot.addSkill(file, name=names[file])
robot.disturb(0.01, 0.05)
setCamera((2, -6, 1.5), (0, 0, 0.7))
stepped = ["protective_step", "double_stance_to_crouch", "crouch_to_stand", "balance"]
rises = ["rise_prone", "kneel_to_crouch"] if hard > 0 else ["rise_supine"]
fallen = ["fall", "limp"] + rises + ["crouch_to_stand", "balance"]
order, calm, on_head = [], 0, 0


def look():
    """Each control period; True: it has stood still for a second."""
    global calm, on_head
    if not order or order[-1] != robot.activeSkill():
        order.append(robot.activeSkill())
    still = order[-1] == "balance" and robot.comVelocity().length() < 0.1
    calm = calm + 0.005 if still else 0
    if robot.touching("head") and getPosition("pelvis").z > 0.4 and order[-1] != "fall":
        on_head += 0.005
    return calm > 1


run(5, until=look)
for impulse, wanted in [(-light, stepped), (light, stepped), (hard, fallen)]:
    order, calm = [], -0.2
    push("trunk", (impulse / 0.1, 0, 0), 0.1)
    stood = run(seconds, until=look)
    print(", ".join(order))
    met = 0
    for skill in order:
        if met < len(wanted) and skill == wanted[met]:
            met += 1
    measure(f"after {impulse} N s: skills of the sequence, in its order", met, "", f"= {len(wanted)}", "paper")
    measure(f"after {impulse} N s: stands still for a second", 1 if stood else 0, "", "= 1")
measure("time on its head as it rises", on_head, "s", "= 0")
measure("simulated", time(), "s")
