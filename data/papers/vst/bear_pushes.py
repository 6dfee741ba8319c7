"""A person who carries itself (whole-body control, a person's strengths) is pushed: it stands, or steps, and how it looks.

With `stepping` it may step; else it has to stand, and the claims are those of standing.py for 80 kg. The seed draws body
and friction, and with `anyone` = 2 the push's side and size, 20 to 60 N s for 80 kg. Studies: `kip sweep
data/papers/vst/bear_pushes.py --param towards=0:315:45 --seeds 5`, `.. --param stepping=1 --param anyone=2 --seeds 100`.
"""
import looks
import math
import random

stepping = 0
anyone = 0  # 1: body and friction by the seed; 2: the push, too
height = 1.75  # m
mass = 80.0  # kg
friction = 0.9
strength = 1.0
towards = 0.0  # degrees; 90 is to its left
impulse = 0.0  # N s for 80 kg, in 0.1 s; 0: 35 ahead, 30 aside, 24 back
seconds = 6.0  # after the push
step = 0.001
period = 0.005

setTimestep(step)
setPeriod(period)
if anyone:
    height, friction = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
    mass = max(55, min(110, random.uniform(19, 32) * height * height))
if anyone == 2:
    towards, impulse = random.uniform(0, 360), random.uniform(20, 60)
ahead = math.cos(math.radians(towards))
if impulse == 0:
    impulse = 35 if ahead > 0.8 else 24 if ahead < -0.3 else 30
person = addCharacter("human37", "person", key="stand", height=height, mass=mass, friction=friction, strength=strength)
addGround(friction)
person.addSkill("bear_balance")
if stepping:
    person.addSkill("bear_step")
setCamera((3.5, -3, 1.6), (0, 0, 0.9))
person.disturb(0.01, 0.05)
leg = person.limb("foot_l")
run(1.5)
eye = looks.Looks(person, "person")
begun = [getPosition("foot_l"), getPosition("foot_r")]
force = impulse / 0.1 * mass / 80
push("trunk", (force * ahead, force * math.sin(math.radians(towards)), 0), 0.1)
moved = 0


def over():
    global moved
    eye.look()
    moved = max(moved, (getPosition("foot_l") - begun[0]).length(), (getPosition("foot_r") - begun[1]).length())
    return person.com().z < 0.7 * leg


fell = run(seconds, until=over)
measure("pushed with", impulse * mass / 80, "N s")
measure("stands", 0 if fell else 1, "", "= 1", whose="ours")
measure("moves still", person.comVelocity().length(), "m/s", "< 0.1", whose="ours")
measure("a foot moved", moved, "m", "" if stepping else "< 0.05", whose="ours")
measure("fastest joint", eye.rate, "rad/s", "" if stepping else "< 15", whose="ours")
measure("torque jumps in a period", eye.jump, "N m", "" if stepping else "< 100", whose="ours")
measure("a sole that bears slips", eye.slip(), "m", "" if stepping else "< 0.03", whose="ours")
measure("deepest contact", eye.depth, "m")
print(eye.fastest, eye.jumps)
