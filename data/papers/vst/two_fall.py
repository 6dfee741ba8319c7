"""Two fall over each other, and both get up again; each has its own supervisor, and nobody says what to do.

The left one is pushed from behind, into the right one, which is pushed back: it falls, and the other over it.
"""
import everyday
import math
import random

impulse = 280.0  # N s, of the push on the left one's trunk
back = 0.8  # of that on the right one's
gap = 0.9  # m
seconds = 60  # after the push

names = ["left", "right"]
people = [addCharacter("skeleton37", name="left", at=(-0.5 * gap, 0, 0), key="stand"),
          addCharacter("skeleton37", name="right", at=(0.5 * gap, 0.1, 0), key="stand", turn=math.pi)]
for person in people:
    everyday.teach(person, stiff=True)
for person in people:
    person.disturb(0.02, 0.05)
setCamera((0, -5, 1.6), (0, 0, 0.6))
orders, met, stood = [everyday.Order(person) for person in people], 0, [False, False]


def upright(i):
    """Balance acts, still."""
    return orders[i].names[-1] == "balance" and people[i].comVelocity().length() < 0.1


def look():
    """Once a control period; True: both stand still again."""
    global met
    for order in orders:
        order.look()
    met += 0.005 if people[0].isColliding("right") else 0
    return all(["fall" in orders[i].names and upright(i) for i in range(2)])


run(1, until=look)
for i in range(2):
    force = (back if i else 1) * impulse / 0.1
    push(names[i] + "/trunk", (force, random.uniform(-100, 100), 0), 0.1)
both = run(seconds, until=look)
for i in range(2):
    print(names[i] + ":", orders[i].text())
measure("they touch for", met, "s", "> 0.2")
measure("of the two fall", sum(["fall" in order.names for order in orders]), "", "= 2")
measure("both stand again", 1 if both else 0, "", "= 1")
measure("after", time() - 1, "s")
