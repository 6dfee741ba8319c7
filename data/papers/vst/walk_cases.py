"""Someone who walks (skill walk_to) is told, loaded, pushed, and led over other ground: one case a run.

`case` says which of CASES; the seed draws all that is not told. "holds" is whether it did as it was told and did not
fall. What is measured beside it holds of the whole run: joints' rates, torques' jumps, how far soles that bear travel.

kip sweep data/papers/vst/walk_cases.py --param case=0:13:1 --seed 9001 --seeds 20
kip sweep data/papers/vst/walk_cases.py --param case=15 --param towards=0:315:45 --param phase=0:7:1 --seed 9001
"""
import math
import random
import looks

CASES = ["speed", "stop", "turn on the spot", "heading", "aside", "slope", "stairs up", "stairs down", "bumps",
         "friction", "load", "body", "weak", "jump of speed", "ten minutes", "push", "two pushes", "long push",
         "tiles", "wide treads"]
case = 0
who = 0  # 0: skeleton37, 1: human37, which has a person's strengths
speed = 1.0  # m/s, where the case says no other
impulse = 50.0  # N s in 0.1 s, of case 15; of case 16 each
towards = -1.0  # degrees: where a push goes, 90 is to its left, or on a slope it, 0 is up; -1: drawn
phase = -1  # of 8 in a stride; -1: drawn
name = CASES[int(case)]
height, mass, friction, strength, turned, at_ = 1.75, 80.0, 0.9, 1.0, 0.0, vec(0, 0, 0)
if name == "body":
    height = random.uniform(1.5, 1.95)
    mass = max(50, min(110, random.uniform(19, 30) * height * height))
if name == "friction":
    friction = 0.4
if name == "weak":
    strength = 0.5
if name == "slope":
    addObject("slope8")
    at_ = vec(0, 0, 3.02)
    turned = math.radians(towards) if towards >= 0 else random.uniform(-math.pi, math.pi)
RISE, TREAD, STEPS, AWAY = 0.12, 0.3, 10, 2.5  # m; the stairs begin so far away
if name == "wide treads":
    RISE, TREAD = 0.08, 0.5
if name in ["stairs up", "wide treads"]:
    for k in range(STEPS):
        wide = 0.5 * TREAD if k < STEPS - 1 else 3
        middle = AWAY + TREAD * k + wide
        addShape(f"step {k}", "box", (wide, 2, 0.5 * RISE * (k + 1)), at=(middle, 0, 0.5 * RISE * (k + 1)),
                 color=(0.8, 0.76, 0.66) if k % 2 else (0.7, 0.65, 0.57), friction=0.9)
if name == "stairs down":
    for k in range(STEPS):
        wide = 0.5 * TREAD if k else 3
        middle = AWAY - 3 if k == 0 else AWAY + TREAD * (k - 0.5)
        addShape(f"step {k}", "box", (wide, 2, 0.5 * RISE * (STEPS - k)), at=(middle, 0, 0.5 * RISE * (STEPS - k)),
                 color=(0.8, 0.76, 0.66) if k % 2 else (0.7, 0.65, 0.57), friction=0.9)
    at_ = vec(0, 0, RISE * STEPS)
if name == "bumps":
    for k in range(8):
        addShape(f"bump {k}", "box", (random.uniform(0.1, 0.3), random.uniform(0.15, 2), 0.02),
                 at=(1.5 + k * 1.0 + random.uniform(-0.1, 0.1), random.uniform(-0.3, 0.3), 0.02),
                 color=(0.8, 0.76, 0.66), friction=0.9)
if name == "tiles":
    for k in range(48):
        high = random.uniform(0.001, 0.04)
        addShape(f"tile {k}", "box", (0.2, 0.2, 0.5 * high), at=(0.8 + 0.4 * (k // 3), 0.4 * (k % 3 - 1), 0.5 * high),
                 color=(0.6 + 6 * high, 0.6, 0.5), friction=0.9)
if name in ["stairs up", "stairs down", "wide treads"]:
    at_ = at_ + vec(random.uniform(-0.3, 0.3), 0, 0)
person = addCharacter(["skeleton37", "human37"][who], "person", key="stand", at=at_, turn=turned, height=height, mass=mass,
                      strength=strength, friction=friction)
person.addSkill("walk_to")
addGround(friction)
if name == "load":
    hand = random.choice(["hand_l", "hand_r"])
    addShape("load", "sphere", 0.05, mass=5, at=(0, 0.29 if hand == "hand_l" else -0.29, 0.75))  # beside the hand
    person.attachLink(hand, "load")
setCamera((3, -5, 1.5), (3, 0, 0.9))
person.disturb(0.02, 0.1)
seen = looks.Looks(person, "person")
run(0.1)


def fallen():
    high = max(getPosition("person/foot_l").z, getPosition("person/foot_r").z)
    return person.com().z - high < 0.3 * height


def look():
    if time() > 0.5:
        seen.look()
    return fallen()


def heading():
    return math.atan2(person.facing().y, person.facing().x)


def turn_off(to):
    return (heading() - to + math.pi) % (2 * math.pi) - math.pi


def go(seconds, speed=0.0, aside=0.0, heading=turned, steps=None):
    """Told so, so long; the mean velocity ahead and to the left over the last 40 % of it, or (-9, -9) if it falls."""
    person.do("walk_to", speed=speed, aside=aside, heading=heading, steps=steps)
    if run(0.6 * seconds, until=look):
        return [-9, -9]
    from_, begun = person.com(), time()
    if run(0.4 * seconds, until=look):
        return [-9, -9]
    way = (person.com() - from_) / (time() - begun)
    c, s = math.cos(heading), math.sin(heading)
    return [way.x * c + way.y * s, way.y * c - way.x * s]


def shove(impulse, angle, seconds=0.1):
    force = impulse / seconds
    push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), seconds)


fell, off, value = 0, 0, 0
if name == "speed":
    value = random.uniform(-0.5, 1.6)
    off = go(12, value)[0] - value
elif name == "stop":
    go(random.uniform(3, 5), random.uniform(0.4, 1.4))
    go(6, speed, steps=0)
    off = person.comVelocity().length()
elif name == "turn on the spot":
    value = random.uniform(-math.pi, math.pi)
    go(10, 0, heading=value)
    off = turn_off(value)
elif name == "heading":
    value = random.uniform(-math.pi, math.pi)
    go(4, speed)
    go(10, 0.8, heading=value)
    off = 0.4 * turn_off(value)
elif name == "aside":
    value = random.uniform(-0.3, 0.3)
    off = go(10, 0, value)[1] - value
elif name in ["slope", "friction", "load", "body", "weak"]:
    off = go(14, speed)[0] - speed * (math.cos(math.radians(8)) if name == "slope" else 1)
elif name in ["stairs up", "stairs down", "wide treads"]:
    value = random.uniform(0.5, 0.8)
    go(9 / value, value)
    off = 1 - min(1, max(0, (person.com().x - AWAY) / (TREAD * STEPS)))  # the part of the stairs that is left
elif name in ["bumps", "tiles"]:
    go(14, 0.8)
    off = 0 if person.com().x > (9 if name == "bumps" else 7.3) else 1
elif name == "jump of speed":
    value = random.uniform(-0.4, 0.8)
    a, b = [value, value + 0.8] if random.random() < 0.5 else [value + 0.8, value]
    go(random.uniform(5, 6), a)
    off = go(8, b)[0] - b
elif name == "ten minutes":
    off = go(600, 1.2)[0] - 1.2
else:
    angle = math.radians(towards if towards >= 0 else random.uniform(0, 360))
    part = phase if phase >= 0 else random.uniform(0, 8)
    go(5 + 1.12 * part / 8, speed)
    if name == "push":
        shove(impulse, angle)
    elif name == "two pushes":
        shove(impulse, angle)
        run(0.6, until=look)
        shove(impulse, math.radians(random.uniform(0, 360)))
    else:
        shove(150, math.radians(towards if towards >= 0 else random.choice([0, 90, 270])), 0.5)
    value = math.degrees(angle)
    run(7, until=look)
fell = fallen()
measure("holds", 1 if not fell and abs(off) < 0.1 else 0, "", "= 1", whose="ours")
measure("fell", 1 if fell else 0)
measure("off", abs(off))
measure("told", value)
measure("fastest joint", seen.rate, "rad/s")
measure("torque jumps by", seen.jump, "N m")
measure("soles travel", seen.slip(), "m")
print(f"{name}: {seen.fastest} is fastest, of {seen.jumps} the torque jumps most")
