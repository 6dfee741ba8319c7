"""Walks at some speed, then at another, for kip tune: numbers of data/skills/walk_to.py.

The person has a person's strengths, or skeleton37's, by turns. A fall costs, the more the sooner; so does a
speed that is another than what it was told, and what its centre of mass lacks.

kip tune data/tune/walk_to.py --only 'walk_to.*' --starts 6 --sigma 0.1 --out out/walk_to.params
"""
import random

who = random.choice(["human37", "human37", "skeleton37"])
speeds = [random.uniform(0.4, 1.4), random.uniform(0.4, 1.4)]
seconds = 7.0  # each
person = addCharacter(who, name="person", key="stand")
person.addSkill("walk_to")
person.disturb(0.01, 0.05)
cost, lack, n, stood = 0, 0, 0, 0
run(0.02)
for k, speed in enumerate(speeds):
    person.do("walk_to", speed=speed)
    begun = time()
    fell = False
    while time() < begun + seconds and not fell:
        fell = run(0.1, until=lambda: person.com().z < 0.75)
        lack, n = lack + min(person.lack("com"), 5), n + 1
        if time() < begun + 3.5:
            middle, from_ = time(), person.com().x
    if fell:
        cost += 3 * (2 - k) - 2 * (time() - begun) / seconds
        break
    went = (person.com().x - from_) / (time() - middle)
    cost += min(1, abs(went - speed) / 0.2)
    stood += 1
measure("walked", stood, "", "= 2")
measure("cost", cost + 0.5 * lack / n)
