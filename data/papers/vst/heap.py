"""Ten people, in two rows, are pushed from behind and fall over each other; each has its own supervisor.

The front row is pushed less, so that the other falls over it. They lie in a heap, and get up out of it.
`people=2`, `apart=3`: what two cost that do not touch.
"""
import everyday
import math

people = 10
impulse = 280.0  # N s, of the rear row; the front has 0.8 of it
apart = 0.6  # m, from one to the next
seconds = 6

ten, orders = [], []
for i in range(people):
    at_row = (apart * (i % 2), apart * (i // 2 - 2), 0)
    ten.append(addCharacter("skeleton37", name=f"p{i}", at=at_row, key="stand", turn=math.pi * (i % 2)))
for person in ten:
    everyday.teach(person, stiff=True)
    orders.append(everyday.Order(person))
for person in ten:
    person.disturb(0.01, 0.05)
setCamera((5, -4, 3), (0, 0, 0.6))
lowest = 2


def look():
    """Once a control period."""
    global lowest
    for order in orders:
        order.look()
    lowest = min(lowest, sum([person.height() for person in ten]) / people)
    return False


run(1, until=look)
for i in range(people):
    push(f"p{i}/trunk", ((0.8 if i % 2 else 1) * impulse / 0.1, 100 * (2 - i // 2), 0), 0.1)
run(seconds, until=look)
fell = sum(["fall" in order.names or "limp" in order.names for order in orders])
stand = sum([person.up().z > 0.9 and person.height() > 0.85 for person in ten])
measure("fall", fell, "", f"> {0.4 * people}")
measure("stand at the end", stand, "")
measure("lowest mean height of their centres of mass", lowest, "m")
