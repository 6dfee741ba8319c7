"""Walks, at some speed and heading, over slopes, stairs and bumps, loaded, weak, or pushed, for kip tune: numbers of
walk_to.py.

The person is skeleton37, or human37, which has a person's strengths. A fall costs, the more the sooner; so does a speed
that is another than what it was told.

kip tune data/tune/walk_ground.py --only 'walk_to.*' --starts 24 --sigma 0.06 --out out/walk_ground.params
kip tune data/tune/walk_ground.py --param pushes=1 --only 'walk_to.*' --starts 48 --sigma 0.03 --out out/walk_pushes.params
"""
import math
import random

pushes = 0.4  # the part of runs with a push
who = random.choice(["skeleton37", "human37"])
kind = "push" if random.random() < pushes else random.choice(
    ["level", "level", "heading", "slope", "slope", "stairs", "bumps", "load", "weak"])
speed = random.uniform(0.4, 1.5) if kind == "level" else random.uniform(0.5, 0.8) if kind == "stairs" else 1.0
turned, at_, heading = 0, vec(0, 0, 0), random.uniform(-2, 2) if kind == "heading" else 0
if kind == "slope":
    addObject("slope8")
    turned, at_ = random.uniform(-math.pi, math.pi), vec(0, 0, 3.02)
if kind == "stairs":
    at_ = vec(random.uniform(-0.3, 0.3), 0, 0)
    for k in range(10):
        wide = 0.15 if k < 9 else 3
        addShape(f"step {k}", "box", (wide, 2, 0.06 * (k + 1)), at=(2.5 + 0.3 * k + wide, 0, 0.06 * (k + 1)), friction=0.9)
if kind == "bumps":
    for k in range(8):
        addShape(f"bump {k}", "box", (random.uniform(0.1, 0.3), random.uniform(0.15, 2), 0.02),
                 at=(1.5 + k * 1.0 + random.uniform(-0.1, 0.1), random.uniform(-0.3, 0.3), 0.02), friction=0.9)
person = addCharacter(who, "person", key="stand", at=at_, turn=turned,
                      strength=0.5 if kind == "weak" else 1)
person.addSkill("walk_to")
addGround(0.9)
if kind == "load":
    side = random.choice([1, -1])
    addShape("load", "sphere", 0.05, mass=5, at=at_ + vec(0, 0.29 * side, 0.75))
    person.attachLink("hand_l" if side > 0 else "hand_r", "load")
person.disturb(0.02, 0.1)
run(0.02)
person.do("walk_to", speed=speed, heading=turned or heading)


def fallen():
    return person.com().z - max(getPosition("person/foot_l").z, getPosition("person/foot_r").z) < 0.6


seconds = 9.0
fell = run(4 + random.uniform(0, 1.1), until=fallen)
from_, begun = person.com(), time()
if kind == "push" and not fell:
    angle, force = random.uniform(0, 2 * math.pi), random.uniform(450, 650)
    push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1)
fell = fell or run(seconds - time(), until=fallen)
went = (person.com() - from_) / max(0.01, time() - begun)
turned = turned or heading
off = abs(went.x * math.cos(turned) + went.y * math.sin(turned) - speed)
measure("stood", 0 if fell else 1, "", "= 1")
measure("cost", 2 - time() / seconds if fell else min(0.5, 2 * off if kind not in ["push", "stairs"] else 0))
