"""One skill of the robot (VST 5.1) from a perturbed start: does it do it, and does the robot stand (or sit)?

`skill`: 0 balance, 1 protective step, 2 double stance, 3 crouch to stand, 4 sit, 5 rise from a seat, 6 walk,
7 dive and roll, 8 fall, 9 rise prone, 10 from the knees, 11 rise supine, 12 kip.
"""
import looks
import math
import planar
import random

skill = 0
impulse = 0.0  # N s, of the push; 0: by the seed
chair = 0.0  # m; 0: by the seed, 0.35 to 0.55
steps = 0  # 0: by the seed, 1 to 30
angle = 0.0  # degrees; 0: by the seed, 20 to 60
friction = 0.9
height = 1.75
mass = 80.0
slope = 0  # degrees, up ahead: -8, -5, 0, 5 or 8; seats stand on level ground only
angles = 0.03  # rad, by how much the start is disturbed
rates = 0.1  # rad/s
after = 20.0  # s: so long it has, to stand still

names = ["balance", "protective_step", "double_stance_to_crouch", "crouch_to_stand", "stand_to_sit",
         "sit_to_crouch", "walk", "plunge", "fall", "rise_prone", "kneel_to_crouch", "rise_supine", "kip"]
keys = {2: "double_stance", 3: "crouch", 11: "supine", 12: "supine"}
skill, slope = int(skill), int(slope)
name = names[skill]
impulse = impulse or random.choice([-1, 1]) * random.uniform(30, 70) * (2.5 if skill in (8, 9, 10) else 1)
chair = chair or random.uniform(0.35, 0.55)
steps = steps or random.randint(1, 30)
angle = angle or random.uniform(20, 60)
skeleton = addCharacter("robot16", name="robot", key=keys.get(skill, "stand"), height=height, mass=mass,
                        friction=friction, at=(0, 0, 0.4 if slope else 0))
addGround(friction)
if slope:
    addObject(f"slope{abs(slope)}", turn=0 if slope > 0 else math.pi)
setCamera((2, -6, 1.5), (0, 0, 0.7))
if skill in (4, 5):
    addShape("seat", "box", [0.21, 0.21, 0.5 * chair], at=(-0.31, 0, 0.5 * chair), friction=friction)
    addShape("back", "box", [0.02, 0.21, 0.21], at=(-0.5, 0, chair + 0.21), friction=friction)
planar.teach(skeleton)
order, seen, calm, turned, tries, begun, met = [], None, 0, 0, 0, None, {}


def look():
    """Once a control period; True: it stands still, or sits."""
    global calm, turned
    active = skeleton.activeSkill()
    if not order or order[-1] != active:
        order.append(active)
    seen.look()
    turned += getSpin("trunk").y * 0.005
    for part in ["hands", "head", "hips"] if active == "plunge" else []:
        if part not in met and skeleton.touching(part):
            met[part] = turned
    slow = skeleton.comVelocity().length() < 0.1
    ends = "stand_to_sit" if skill == 4 else "balance"
    calm = calm + 0.005 if slow and active == ends else 0
    return calm > (1 if skill != 4 else 0.5)


def steady():
    slow = time() > 0.5 and skeleton.comVelocity().length() < 0.15
    return slow and skeleton.activeSkill() == "balance"


def acts():
    return skeleton.activeSkill() == name


def begin():
    """Sets it into its start, and the skill going; False: the start was not inside the pre-conditions."""
    skeleton.disturb(angles, rates)
    if skill == 1:
        run(0.5)
        push("trunk", (impulse / 0.1, 0, 0), 0.1)
        return run(0.6, until=acts)
    if skill in (8, 9, 10):
        push("trunk", ((impulse if skill == 8 else abs(impulse)) / 0.1, 0, 0), 0.1)
        return run(2 if skill == 8 else 15, until=acts)
    if skill == 12:
        skeleton.do(name)
        return run(0.01, until=acts)
    if skill in (4, 6, 7, 5):
        run(4, until=steady)
        if skill == 5:
            skeleton.do("stand_to_sit")
            run(4)
        told()
        return run(0.05, until=acts)
    return run(2, until=acts)


def told():
    if skill == 6:
        skeleton.do(name, steps=steps)
    elif skill == 7:
        skeleton.do(name, angle=angle)
    else:
        skeleton.do(name)


while tries < 20:
    restart()
    tries += 1
    if begin():
        break
begun, order, calm, turned, met = time(), [], 0, 0, {}
seen = looks.Looks(skeleton, "robot")
done = run(after + (1.5 * steps if skill == 6 else 0), until=look)
print(" ".join(order))
fails = {0: ["protective_step"], 6: ["protective_step", "fall"], 7: [], 8: [], 9: ["fall", "rise_supine"]}
bad = [act for act in order if act in fails.get(skill, ["fall", "rise_supine" if skill != 11 else "kip"])]
first = min([time_ for time_ in met.values()]) if met else 0
rolled = skill != 7 or "hands" in met and met["hands"] == first and turned > 3.5
measure("it does", 1 if done and not bad and rolled else 0, "", "= 1")
measure("time", time() - begun, "s")
measure("most joint rate", seen.rate, "rad/s")
measure("most torque jump", seen.jump, "N m")
