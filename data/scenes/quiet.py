"""Quiet standing: pushes of 10 N s at the trunk from eight directions in 30 s, one every 3.5 s."""
import math
import random

impulse = 10  # N s
seconds = 30

setTimestep(0.002)
setPeriod(0.01)
skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
skeleton.addSkill("quiet")
skeleton.disturb(0.01, 0.05)
directions = [math.pi / 4 * i for i in range(8)]
random.shuffle(directions)


def shove(direction):
    force = impulse / 0.1
    push("trunk", (force * math.cos(direction), force * math.sin(direction), 0), 0.1)


for i in range(8):
    at(1 + 3.5 * i + random.uniform(0, 0.5), lambda i=i: shove(directions[i]))

sway = 0


def falls():
    global sway
    speed = skeleton.comVelocity()
    sway += 0.01 * (speed.x * speed.x + speed.y * speed.y)
    return skeleton.com().z < 0.7


run(seconds, until=falls)
measure("standing", time(), "s", f">= {seconds}")
measure("mean speed of the centre of mass", math.sqrt(sway / time()), "m/s")
measure("cost", seconds - time() + 10 * sway)
