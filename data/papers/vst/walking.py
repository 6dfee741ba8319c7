"""Walks as it is told: speeds, a turn, aside, back, steps, a stop, by whole-body control (skill walk_to).

Who: 0 is skeleton37, 1 human37, which has a person's strengths. `speed` is that of ten seconds straight
ahead. Seeds disturb the first pose. With `all` it does the list of commands as well.
"""
import math

who = 0
speed = 1.0
height, mass, strength = 1.75, 80.0, 1.0
all = 1
person = addCharacter(["skeleton37", "human37"][who], "person", key="stand", height=height, mass=mass,
                      strength=strength)
setCamera((3, -5, 1.5), (3, 0, 0.9))
person.addSkill("walk_to")
person.disturb(0.02, 0.1)


def fallen():
    return person.com().z < 0.4 * height


def heading():
    return math.atan2(person.facing().y, person.facing().x)


def go(seconds, speed=0.0, aside=0.0, heading=None, steps=None):
    """Its mean speed ahead of where it was to face and to the left of that, m/s; -9 when fallen."""
    person.do("walk_to", speed=speed, aside=aside, heading=heading, steps=steps)
    fell = run(0.6 * seconds, until=fallen)
    from_, begun = person.com(), time()
    if fell or run(0.4 * seconds, until=fallen):
        return [-9, -9]
    way = (person.com() - from_) / (time() - begun)
    c, s = math.cos(heading or 0), math.sin(heading or 0)
    return [way.x * c + way.y * s, way.y * c - way.x * s]


run(0.1)
got = go(10, speed, heading=0)
measure("straight ahead", got[0], "m/s", f"= {speed} +- 0.1", whose="ours")
measure("drifts aside", abs(got[1]), "m/s", "< 0.1", whose="ours")
if all:
    go(8, speed, heading=math.pi / 2)
    measure("a turn to the left while it walks", heading(), "rad", "= 1.57 +- 0.25", whose="ours")
    go(8, 0, heading=0)
    measure("a turn on the spot", abs(heading()), "rad", "< 0.25", whose="ours")
    measure("to the left", go(8, 0, 0.25, heading=0)[1], "m/s", "= 0.25 +- 0.1", whose="ours")
    measure("back", go(8, -0.4, heading=0)[0], "m/s", "= -0.4 +- 0.1", whose="ours")
    go(9, 0.8, heading=0, steps=6)
    measure("six steps, then it stands", person.comVelocity().length(), "m/s", "< 0.1", whose="ours")
measure("height of the centre of mass", person.com().z / height, "of its height", "> 0.45", whose="ours")
