"""Walks fast, or weak, for kip tune: numbers of data/skills/walk_to.py. Who has a person's strengths falls first.

A fall costs, the more the sooner; so does a speed that is another than what it was told.

kip tune data/papers/vst/walk_fast.py --only 'walk_to.*' --starts 8 --sigma 0.1 --out out/walk_fast.params
kip tune data/papers/vst/walk_fast.py --param strength=0.5 --param speed=1 --only 'walk_frail.*' --starts 7 --sigma 0.05
"""
import random

who = 1  # 0: skeleton37, 1: human37
seconds = 12.0
strength = 1.0
height = 1.75  # m; 0: any from 1.5 to 1.95, and a body mass index of 19 to 30
speed = 0.0  # m/s; 0: any from 1.3 to 1.6
speed = speed or random.uniform(1.3, 1.6)
index = 80 / 1.75 ** 2 if height else random.uniform(19, 30)
height = height or random.uniform(1.5, 1.95)
person = addCharacter(["skeleton37", "human37"][who], name="person", key="stand", height=height,
                      mass=max(50, min(110, index * height * height)), strength=strength)
person.addSkill("walk_to")
addGround(0.9)
person.disturb(0.02, 0.1)
run(0.1)


def fallen():
    return person.com().z < 0.37 * height


person.do("walk_to", speed=speed, heading=0)
fell = run(0.6 * seconds, until=fallen)
from_, begun = person.com(), time()
fell = fell or run(0.4 * seconds, until=fallen)
off = abs((person.com().x - from_.x) / max(0.01, time() - begun) - speed)
measure("stands", 0 if fell else 1, "", "= 1")
measure("cost", 1 - min(time(), seconds) / seconds + 0.5 * (1 if fell else min(1, max(0, off - 0.05) / 0.15)))
