"""One skill of a person in three dimensions (VST 5.1, 5.2) from a perturbed start: does it do it, and stand?

`skill`: 0 stand to sit, 1 sit to crouch, 2 kip, 3 plunge, roll and rise, 4 jump, 5 tumble, 6 leg
kick; of the skills by poses: 7 double stance to crouch, 8 crouch to stand, 9 rise from prone, 10 kneel to
crouch, 11 rise from supine; 12 kneel on a knee, and up again. `human`: with a person's strengths (human37).
"""
import everyday
import looks
import math
import random

skill = 0
human = 0
chair = 0.0  # m; 0: by the seed, 0.40 to 0.55
angle = 0.0  # degrees, of the plunge; 0: by the seed, 20 to 60
friction = 0.9
height = 1.75
mass = 80.0
slope = 0  # degrees, up ahead: -8, -5, 0, 5 or 8; seats stand on level ground only
angles = 0.03  # rad, by how much the start is disturbed
rates = 0.1  # rad/s
after = 25.0  # s: so long it has, to stand still

names = ["stand_to_sit", "sit_to_crouch", "kip", "plunge", "jump", "tumble", "leg_kick",
         "double_stance_to_crouch", "crouch_to_stand", "rise_prone", "kneel_to_crouch", "rise_supine",
         "kneel"]
keys = {2: "supine", 8: "squat", 9: "prone", 10: "prone", 11: "supine"}
skill, slope = int(skill), int(slope)
name = names[skill]
chair = chair or random.uniform(0.40, 0.55)
angle = angle or random.uniform(20, 60)
skeleton = addCharacter("human37" if human else "skeleton37", name="person", key=keys.get(skill, "stand"),
                        height=height, mass=mass, friction=friction, at=(0, 0, 0.4 if slope else 0))
addGround(friction)
if slope:
    addObject(f"slope{abs(slope)}", turn=0 if slope > 0 else math.pi)
setCamera((2.5, -4, 1.5), (0, 0, 0.7))
if skill < 2:
    addShape("seat", "box", [0.21, 0.21, 0.5 * chair], at=(-0.31, 0, 0.5 * chair), friction=friction)
whole = skill in (0, 1, 2, 4, 5, 6, 12)
everyday.teach(skeleton, stiff=not whole)  # by poses, and people's rises take longer
for one in names[:7] + ["kneel"] if skill == 3 or whole else []:
    skeleton.addSkill(one)
order, seen, calm, tries, turned, most, air, first, foot = [], None, 0, 0, 0, 0, 0, "", 0
knelt = 0  # s, a knee bears


def look():
    """Once a control period; True: it stands still, or sits, or has rolled."""
    global calm, turned, most, air, first, foot, knelt
    active = skeleton.activeSkill()
    if not order or order[-1] != active:
        order.append(active)
    seen.look()
    feet = contactForce("foot_l").z + contactForce("foot_r").z
    turned += 0.005 * getSpin("trunk").y
    air += 0.005 if not skeleton.isColliding("ground") else 0
    for part in ["hands", "head", "hips"]:
        first = part if not first and skeleton.touching(part) else first
    slow = skeleton.comVelocity().length() < 0.1
    sat = skill > 0 or skeleton.up().z > 0.85 and feet < 0.6 * 9.81 * mass
    ends = [name] if skill == 0 else ["balance", "bear_balance"]
    most = max(most, turned)
    foot = max(foot, getPosition("foot_r").z)
    calm = calm + 0.005 if slow and active in ends and sat else 0
    knee = contactForce("thigh_l").z + contactForce("shank_l").z > 50 and skeleton.up().z > 0.8
    knelt += 0.005 if slow and active == name and knee else 0
    return calm > 1


def acts():
    return skeleton.activeSkill() == name


def steady():
    slow = skeleton.comVelocity().length() < 0.15
    return time() > 0.5 and slow and skeleton.activeSkill() in ("balance", "bear_balance")


def begin():
    """Sets it into its start, and the skill going; False: the start was not inside the pre-conditions."""
    skeleton.disturb(angles, rates)
    if skill < 8 and skill != 2 or skill == 12:
        run(4, until=steady)
    if skill == 1:
        skeleton.do("stand_to_sit")
        run(6)
    if skill == 7:
        impulse, side = random.uniform(20, 60), random.choice([-1, 1])
        push("trunk", (0, side * impulse / 0.1, 0) if impulse < 40 else (side * impulse / 0.1, 0, 0), 0.1)
    if skill == 3:
        skeleton.do(name, angle=angle)
    elif skill < 7 or skill > 10:
        skeleton.do(name)
    return run(0.05 if skill < 7 or whole else 10, until=acts)


began = False
while tries < 60 and not began:
    restart()
    tries += 1
    began = begin()
begun, order, calm, turned, most, air, first, foot = time(), [], 0, 0, 0, 0, "", 0
knelt = 0
seen = looks.Looks(skeleton, "person")
done = run(after, until=look)
print(" ".join(order))
bad = [act for act in order if act in ("fall", "limp", "roll_over", "to_fours")]
special = {2: air > 0.1, 3: first == "hands" and most > 3.5, 4: air > 0.2, 5: most > 3.5, 6: foot > 0.3,
           12: knelt > 0.5}
ok = began and done and special.get(skill, True) and (not bad or skill in (3, 9, 10, 11))
measure("it does", 1 if ok else 0, "", "= 1")
measure("starts", tries, "")
measure("time", time() - begun, "s")
measure("most joint rate", seen.rate, "rad/s")
measure("most torque jump", seen.jump, "N m")
measure("slip", seen.slip(), "m")
