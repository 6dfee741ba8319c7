"""Who stands by whole-body control where it is harder: on a slope, weak, with a load, half on ice, on what is jerked.

ground 0: level; 1: a slope of 5 degrees, faced at `turned` degrees from uphill; 2: the left foot on ice; 3: a platform
that jumps to 0.5 m/s. `load` (kg) is in the left hand. The seed draws body, friction and the push's side unless
`height` is given; the push is 30 N s for 80 kg, in 0.1 s.
"""
import math
import random

stepping = 1

ground = 0
turned = 0.0
load = 0.0
strength = 1.0
impulse = 30.0
towards = -1.0
jerk = 0.5
drop = 0.005
height = 1.75
mass = 80.0
friction = 0.9
anyone = 1
step = 0.001
setTimestep(step)
setPeriod(0.004 if step == 0.004 or step == 0.002 else 0.005)
if anyone:
    height, friction = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
    mass = max(55, min(110, random.uniform(19, 32) * height * height))
if towards < 0:
    towards = random.uniform(0, 360)
high = drop
shoe = friction
if ground == 1:
    addObject("slope5")
    high = 0.4 + 0.02 + drop
if ground == 2:
    shoe = 0.08
    addShape("ice", "box", [2, 2, 0.05], at=(0, 2, 0.05), color=(0.7, 0.85, 0.95), friction=0.08)
    addShape("floor", "box", [2, 2, 0.05], at=(0, -2, 0.05), friction=friction)
    high = 0.1 + drop
if ground == 3:
    addGround(0.05)
    addShape("platform", "box", [1.5, 1.5, 0.05], mass=2000, at=(0, 0, 0.05), friction=0.05)
    high = 0.1 + drop
skeleton = addCharacter("human37", name="person", key="stand", at=(0, 0, high), turn=math.radians(turned), height=height,
                        mass=mass, friction=shoe, strength=strength)
if ground in [0, 1]:
    addGround(friction if ground == 0 else 0.05)
for name in ["bear_balance", "bear_step"] if stepping else ["bear_stand"]:
    skeleton.addSkill(name)
if load:
    size, angle = height / 1.75, math.radians(turned)
    hand = vec(-0.28 * size * math.sin(angle), 0.28 * size * math.cos(angle), high + 0.75 * size)
    addShape("load", "sphere", 0.05, mass=load, at=hand)  # beside the hand
    skeleton.attachLink("hand_l", "load")
if not stepping:  # else it balances as soon as it has landed
    skeleton.do("bear_stand")
setCamera((3.5, -3, 1.6), (0, 0, 0.9))


def down():
    high = max(getPosition("person/foot_l").z, getPosition("person/foot_r").z)
    return skeleton.com().z - high < 0.6 * skeleton.limb("foot_l")


def shove():
    angle, force = math.radians(turned + towards), impulse / 0.1 * mass / 80
    if ground == 3:
        angle = math.radians(towards)
        throw("platform", getPosition("platform"), (jerk * math.cos(angle), jerk * math.sin(angle), 0))
    else:
        push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1)


at(2, shove)
fell = run(1.95, until=down)
feet = [getPosition("person/foot_l"), getPosition("person/foot_r")]
stood = 0 if fell else 1
if not fell:
    fell = run(6, until=down)
measure("stands before the push", stood, "", "= 1", whose="ours")
measure("stands after it", 0 if fell else 1, "", "= 1", whose="ours")
measure("moves still", skeleton.comVelocity().length(), "m/s")
