"""A fall on a friction of its own: some are another model, fail, diverge, end sooner or are broken off."""
import random

friction = random.uniform(0.3, 1)
case = 0
skeleton = addCharacter("skeleton37", name="s", key="stand", friction=friction, mass=70 if case == 1 else None)
addGround(friction)
skeleton.addSkill("fall")
skeleton.disturb(0.02, 0.1)
if case == 2:
    at(0.2, lambda: nothing())
if case == 3:
    for i in range(30):
        at(0.3, lambda: push("s/hand_l", (1e6, 0, 0), 1))
push("trunk", (random.uniform(-900, 900), random.uniform(-900, 900), 0), 0.1)
if random.random() < 0.5:
    at(0.4, lambda: skeleton.lockAxes("pelvis", "x y z", 0) if case == 4 else skeleton.relax())
run(0.3 if case == 5 else 1)
head = getPosition("s/head")
measure("x", head.x)
measure("y", head.y)
measure("z", head.z, "m", "< 0.7")
