"""Someone who walks (skill walk_to, whole-body control) is pushed from any side, at any moment of the step, and walks on.

Who: 0 is skeleton37, 1 human37, which has a person's strengths. The seed draws when and from where, unless `towards` is
given. kip sweep data/papers/vst/walk_pushes.py --param impulse=50 --seed 501 --seeds 16
"""
import math
import random

who = 0
speed = 1.0
towards = -1.0  # degrees; 90 is to its left
impulse = 30.0  # N s in 0.1 s
height, mass = 1.75, 80.0
when_ = 4 + random.uniform(0, 1.2)  # s
if towards < 0:
    towards = random.uniform(0, 360)
person = addCharacter(["skeleton37", "human37"][who], "person", key="stand", height=height, mass=mass)
setCamera((3, -5, 1.5), (3, 0, 0.9))
person.addSkill("walk_to")
person.disturb(0.01, 0.05)
run(0.1)
person.do("walk_to", speed=speed, heading=0)


def fallen():
    return person.com().z < 0.4 * height


stood = not run(when_, until=fallen)
angle, force = math.radians(towards), impulse / 0.1
push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1)
fell = run(4, until=fallen)
from_, begun = person.com(), time()
fell = fell or run(2, until=fallen)
measure("walked before", 1 if stood else 0, "", "= 1", whose="ours")
measure("towards", towards, "degrees")
measure("walks after it", 0 if fell else 1, "", "= 1", whose="ours")
measure("speed after it", (person.com().x - from_.x) / max(time() - begun, 0.01), "m/s")
