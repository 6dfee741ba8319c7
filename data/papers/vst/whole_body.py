"""Whole-body control at a person's strengths: who stands is pushed, squats, lifts a foot, lifts a hand, rises.

Who: 0 stands and is pushed, 1 squats, 2 shifts its weight, 3 is on all fours, 4 rises from one knee; all of these
unless `who` says which. Height and mass are the body's; with `anyone` it is a body, a friction and a side by the
seed. `impulse` (N s, for 80 kg, of 0.1 s) pushes the trunk towards `towards` degrees.
"""
import math
import random

who = -1
height = 1.75
mass = 80.0
friction = 0.9
strength = 1.0
impulse = 30.0
towards = 0.0
anyone = 0
if anyone:
    height, friction = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
    mass = max(55, min(110, random.uniform(19, 32) * height * height))
    towards = random.choice([0, 90, 180, 270])
    impulse = {0: 35, 90: 30, 180: 24, 270: 30}[towards]

skills = ["bear_stand", "squat", "shift_weight", "all_fours", "half_kneel_to_stand"]
keys = ["stand", "stand", "stand", "fours", "half_kneel"]
acting = range(5) if who < 0 else [int(who)]
people, begun, least, slid, hand, foot = {}, {}, {}, {}, {}, {}
for k in acting:
    person = addCharacter("human37", "person" + str(k), at=(0, 1.5 * k, 0), key=keys[k],
                          height=height, mass=mass, friction=friction, strength=strength)
    person.addSkill(skills[k])
    people[k], least[k], slid[k], hand[k], foot[k] = person, 10, 0, 0, 0


def part(k, link):
    return getPosition("person" + str(k) + "/" + link, (0, 0, 0))


def shove():
    f = impulse / 0.1 * mass / 80
    push("person0/trunk", (f * math.cos(math.radians(towards)), f * math.sin(math.radians(towards)), 0), 0.1)


if 0 in people:
    at(2, shove)
for k, person in people.items():
    person.do(skills[k])
for i in range(220):
    run(0.05)
    for k, person in people.items():
        if i == 19:
            begun[k] = part(k, "foot_r")
        least[k] = min(least[k], person.com().z / person.limb("foot_l"))
        hand[k], foot[k] = max(hand[k], part(k, "hand_l").z), max(foot[k], part(k, "foot_l").z)
        if i > 19:
            slid[k] = max(slid[k], (part(k, "foot_r") - begun[k]).length())
legs = {}
for k, person in people.items():
    legs[k] = person.com().z / person.limb("foot_l")
if 0 in people:
    measure("pushed: height of the centre of mass, in legs", legs[0], "", "> 1.1", whose="ours")
    measure("pushed: a foot moved", slid[0], "m", "< 0.05", whose="ours")
if 1 in people:
    measure("squat: lowest centre of mass, in legs", least[1], "", "< 0.95", whose="ours")
    measure("squat: afterwards, in legs", legs[1], "", "> 1.1", whose="ours")
if 2 in people:
    measure("weight on one foot: the other one's ankle rises to", foot[2], "m", "> 0.1", whose="ours")
    measure("weight on one foot: afterwards, in legs", legs[2], "", "> 1.1", whose="ours")
if 3 in people:
    measure("all fours: the raised hand's wrist", hand[3], "m", "> 0.25", whose="ours")
    measure("all fours: least height of the centre of mass, in legs", least[3], "", "> 0.4", whose="ours")
    both = min(contactForce("person3/hand_l").z, contactForce("person3/hand_r").z)
    measure("all fours: both hands bear again", both, "N", "> 20", whose="ours")
if 4 in people:
    measure("from one knee: afterwards, in legs", legs[4], "", "> 1.0", whose="ours")
