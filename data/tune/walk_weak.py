"""Someone of half a person's strength walks, for kip tune: numbers of data/skills/lib/walk_frail.py.

A fall costs, the more the sooner; so does a speed that is another than what it was told.

kip tune data/tune/walk_weak.py --only 'walk_frail.*' --starts 7 --sigma 0.05 --out out/walk_weak.params
"""
strength = 0.5
speed = 1.0
seconds = 12.0
person = addCharacter("human37", name="person", key="stand", strength=strength)
person.addSkill("walk_to")
addGround(0.9)
person.disturb(0.02, 0.1)
run(0.1)


def fallen():
    return person.com().z < 0.65


person.do("walk_to", speed=speed, heading=0)
fell = run(0.6 * seconds, until=fallen)
from_, begun = person.com(), time()
fell = fell or run(0.4 * seconds, until=fallen)
off = abs((person.com().x - from_.x) / max(0.01, time() - begun) - speed)
measure("stands", 0 if fell else 1, "", "= 1")
measure("cost", 1 - min(time(), seconds) / seconds + 0.5 * (1 if fell else min(1, max(0, off - 0.05) / 0.15)))
