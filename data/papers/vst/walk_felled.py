"""Felled while it walks, it falls, rises, stands, and walks on: all under one supervisor.

Its walk is commanded (skill walk_to); all that follows the push it chooses by itself, but the command to walk on, which
is given whenever it stands quietly. Who keeps walking is pushed again, harder. The seed draws when, from where, how hard.

kip sweep data/papers/vst/walk_felled.py --seed 9001 --seeds 20
"""
import math
import random
import everyday

speed = 1.0
skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
everyday.teach(skeleton, stiff=True)
skeleton.addSkill("walk_to")
skeleton.disturb(0.01, 0.05)
setCamera((3.5, -4, 1.6), (2, 0, 0.6))
order = everyday.Order(skeleton)
angle = random.uniform(-math.pi, math.pi)
impulse = random.uniform(120, 250)  # N s, in 0.1 s


def walk():
    skeleton.do("walk_to", speed=speed)


def felled():
    order.look()
    return skeleton.height() < 0.45


def walks():
    """It has walked for three seconds."""
    order.look()
    return skeleton.activeSkill() == "walk_to" and time() - order.times[-1] > 3


run(0.5)
walk()
stood = not run(4 + random.uniform(0, 1.2), until=felled)
fell = False
while not fell and impulse < 2000:
    pushed, force = time(), impulse / 0.1
    push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1)
    fell = run(3, until=felled)
    impulse *= 1.3
when(lambda: order.stands(0.3) and skeleton.activeSkill() != "walk_to", walk, again=True)
again = run(28 - (time() - pushed), until=walks)
from_, begun = skeleton.com(), time() - 3
run(2, until=order.look)
print(order.text())
measure("walked", 1 if stood else 0, "", "= 1")
measure("fell", 1 if fell else 0, "", "= 1")
measure("walks again, after the push", begun - pushed if again else 99, "s", "< 25")
measure("at", (skeleton.com() - from_).length() / 2, "m/s", "> 0.6")
