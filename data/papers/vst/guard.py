"""HYB 2.6, in VST's supervisor: a ball flies at the head, and the hands are there before it.

`seen=0` leaves the skill out: then the ball hits the head. Balls of half a kilogram come from somewhere in
front, three of them.
"""
import math
import random
import everyday

seen = 1
speed = 7  # m/s
distance = 3  # m

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
addShape("Ball", "sphere", 0.11, mass=0.4, at=(9, 0, 0.11), color=(0.85, 0.45, 0.15), present=False)
everyday.teach(skeleton, stiff=True)
if seen:
    skeleton.addSkill("guard_head")
skeleton.disturb(0.01, 0.05)
setCamera((2.6, -3.2, 1.7), (0.6, 0, 1.0))
order = everyday.Order(skeleton)


def serve():
    """Aimed at the head, gravity included."""
    angle, head = random.uniform(-0.5, 0.5), getPosition("head")
    t = distance / speed
    way = vec(math.cos(angle), math.sin(angle), 0)
    throw("Ball", head + distance * way, -speed * way + vec(0, 0, 0.5 * 9.81 * t))


hits, guarded, heads = 0, 0, 0
run(1.5, until=order.look)
for i in range(3):
    serve()
    hit = {"head": False, "hand": False}

    def look():
        order.look()
        hit["head"] = hit["head"] or isColliding("Ball", "head")
        for link in ["hand_l", "hand_r", "forearm_l", "forearm_r"]:
            hit["hand"] = hit["hand"] or isColliding("Ball", link)
        return False

    run(1, until=look)
    heads += 1 if hit["head"] else 0
    guarded += 1 if hit["hand"] and not hit["head"] else 0
    vanish("Ball")
    run(2, until=lambda: order.stands(0.5))
print(order.text())
measure("balls stopped by hands or arms, of three", guarded, "", "= 3" if seen else "")
measure("balls at the head", heads, "", "= 0" if seen else "= 3")
measure("stands at the end", 1 if order.stands(0) or order.names[-1] == "balance" else 0, "", "= 1")
