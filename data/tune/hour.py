"""Stands for an hour? One of what is meant for standing, on any body, ground and step, left alone or pushed lightly.

    kip sweep data/tune/hour.py --param who=0:3:1 --param seconds=3600

`sway` is the fastest that the centre of mass moved in ten seconds: after the push's first eight, and at the end.
What stands still sways less and less; what falls in the end sways more and more long before.
"""
import math
import random
import everyday

who = 0  # of these
robots = ["robot_balance", "robot_step", "robot_double_stance", "robot_stand"]
stands = [["stand"], ["quiet"], ["balance"], everyday.SKILLS, robots]
seconds = 60.0  # 30 at least
step = 0.001  # s; control acts every 5 ms, or at 2 ms every 4
height = 0.0  # m; 0: as the model has it
mass = 0.0  # kg; the same
turned = 0.0  # degrees
friction = 0.9
drop = 0.0  # m, from which it begins to fall
impulse = 0.0  # N s, on the trunk at 2 s, towards `towards`
towards = 0.0  # degrees; 0: ahead
anyhow = 0  # 1: body, ground, heading, drop and push are drawn anew for each seed

if anyhow:
    height, mass = random.uniform(1.55, 1.95), random.uniform(50, 110)
    turned, friction, drop = random.uniform(-180, 180), random.uniform(0.4, 1.2), random.uniform(0, 0.02)
    impulse, towards = random.uniform(0, impulse), random.uniform(-180, 180)
robot = who == 4
setTimestep(step)
setPeriod(0.004 if step == 0.002 else 0.005)
addGround(friction)
if robot:
    skeleton = addCharacter("robot16", name="robot", key="stand", at=(0, 0, drop), friction=friction)
else:
    skeleton = addCharacter("skeleton37", name="skeleton", key="stand", at=(0, 0, drop), turn=math.radians(turned),
                            friction=friction, height=height or None, mass=mass or None)
for skill in stands[who]:
    skeleton.addSkill(skill)
skeleton.disturb(0.002, 0.01)
sway = 0


def falls():
    global sway
    sway = max(sway, skeleton.comVelocity().length())
    return skeleton.touching("knees") or skeleton.touching("hips") or skeleton.touching("hands")


def stood(until):
    """Until then; what it swayed is new."""
    global sway
    sway = 0
    return not run(until - time(), until=falls)


def shove():
    angle, force = math.radians(turned + towards), impulse / 0.1
    push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1)


at(2, shove)
begun = getPosition("foot_l")
well = stood(10) and stood(20)
early = sway
well = well and stood(seconds - 10) and stood(seconds)
measure("stands", time(), "s", f">= {seconds}")
if well:
    measure("sway after ten seconds", early, "m/s")
    measure("sway at the end", sway, "m/s", f"< {max(1e-6, 0.5 * early)}" if who < 2 else "")
    measure("its foot has crept", (getPosition("foot_l") - begun).length(), "m")
