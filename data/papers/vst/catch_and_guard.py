"""Catch and guard: a ball flies at its chest, a hand catches it; another at its head, its hands are before it.

By turns, three of each, from somewhere in front; nothing tells it which comes. What was caught is taken away.
"""
import everyday
import math
import random

speeds = {"chest": 5, "head": 7}  # m/s
distance = 3  # m

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
addShape("Ball", "sphere", 0.11, mass=0.4, at=(9, 0, 0.11), color=(0.85, 0.45, 0.15), present=False)
everyday.teach(skeleton, stiff=True)
for skill in ["guard_head", "catch_ball"]:
    skeleton.addSkill(skill)
skeleton.disturb(0.01, 0.05)
setCamera((2.6, -3.2, 1.7), (0.6, 0, 1.0))
order = everyday.Order(skeleton)
hands, hit = ["hand_l", "hand_r", "forearm_l", "forearm_r"], {}


def serve(part):
    """Aimed at its head or its chest, gravity included."""
    angle, place = random.uniform(-0.5, 0.5), getPosition("head") - vec(0, 0, 0 if part == "head" else 0.45)
    t, way = distance / speeds[part], vec(math.cos(angle), math.sin(angle), 0)
    throw("Ball", place + distance * way, -speeds[part] * way + vec(0, 0, 0.5 * 9.81 * t))


def holds():
    return any([skeleton.isLinkAttached(hand, "Ball") for hand in hands[:2]])


def look():
    """Once a control period."""
    order.look()
    hit["head"] = hit["head"] or isColliding("Ball", "head")
    hit["hand"] = hit["hand"] or any([isColliding("Ball", hand) for hand in hands])
    return False


caught, guarded = 0, 0
run(1.5, until=order.look)
for part in ["chest", "head"] * 3:
    serve(part)
    hit = {"head": False, "hand": False}
    run(1.5, until=look)
    caught += 1 if part == "chest" and holds() else 0
    guarded += 1 if part == "head" and hit["hand"] and not hit["head"] and not holds() else 0
    for hand in hands[:2]:
        if skeleton.isLinkAttached(hand, "Ball"):
            skeleton.detachLink(hand, "Ball")
    vanish("Ball")
    run(2, until=lambda: order.stands(0.5))
print(order.text())
measure("balls caught, of three", caught, "", "= 3")
measure("balls stopped before the head, of three", guarded, "", "= 3")
measure("stands at the end", 1 if order.stands(0) or order.names[-1] == "balance" else 0, "", "= 1")
