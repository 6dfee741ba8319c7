"""A push that fells it, from anywhere: it falls, rolls over, gets up and stands, alone (VST 6, the first sequence).

One push a run, everything at random: direction, height, the body that is hit, strength, friction. Who still
stands is pushed again, harder. The study, and recordings of what failed:

    kip sweep data/papers/vst/felled.py --seeds 1000 --csv felled.csv --failures felled
"""
import math
import random
import everyday

seconds = 20  # after the push that felled it
friction = 0.0  # 0: any from 0.6 to 1, of human37 from 0.5 to 1.1
height = 0.0  # m; 0: as it is, 1.75
mass = 0.0  # kg; 0: as it is, 80
human = 0  # 1: human37, of any height and mass, which rises by whole-body control
step = 0.001  # s; control acts every 5 ms, or at 2 and 4 ms every 4

setTimestep(step)
setPeriod(0.004 if step in [0.002, 0.004] else 0.005)
if human:
    height = random.uniform(1.55, 1.95)
    mass = max(55, min(110, random.uniform(19, 32) * height * height))
mu = friction or random.uniform(0.5 if human else 0.6, 1.1 if human else 1.0)
skeleton = addCharacter("human37" if human else "skeleton37", name="skeleton", key="stand", height=height or None, mass=mass or None,
                        friction=mu)
addGround(mu)
everyday.teach(skeleton, skills=everyday.ANYONE if human or height or mass else everyday.QUICK)
skeleton.disturb(0.01, 0.05)
setCamera((3.5, -3.5, 1.6), (0, 0, 0.6))

angle = random.uniform(-math.pi, math.pi)
link = random.choice(["trunk", "trunk", "pelvis", "head"])
up = random.uniform(0, 0.2)  # m above the link's origin
impulse = random.uniform(80, 250) * (0.4 if link == "head" else 1)  # N s, in 0.1 s
order = everyday.Order(skeleton)


def felled():
    order.look()
    return skeleton.height() < 0.45


fell = False
run(1)
while not fell and impulse < 2000:
    pushed, force = time(), impulse / 0.1
    push(link, (force * math.cos(angle), force * math.sin(angle), 0), 0.1, (0, 0, up))
    fell = run(3, until=felled)
    impulse *= 1.3
stands = run(seconds - (time() - pushed), until=lambda: order.stands())
event(f"{mu:.2f} friction; hit {link} towards {math.degrees(angle):.0f} degrees")
print(order.text())
measure("fell", 1 if fell else 0, "", "= 1")
measure("stands still", 1 if stands else 0, "", "= 1")
measure("after the push", time() - pushed, "s")
measure("friction", mu)
measure("direction", math.degrees(angle), "degrees")
