"""VST 5.1: the same skills on other ground: up, down and along a slope of 5 degrees, and over edges of 2 cm.

Nothing of the skills is told. Pushed from four sides it stands or steps; then it is felled, and gets up.
"""
import math
import everyday

ground = 1  # 0: level, 1: the slope, 2: strips 0.3 m wide, every other 2 cm higher
heading = 0  # degrees, from uphill to the left; of strips, from across them
impulse = 35  # N s
hard = 180  # N s, that fells it
seconds = 35  # to get up

if ground == 1:
    addObject("slope5")
if ground == 2:
    for i in range(-6, 7):
        addShape(f"strip {i}", "box", (0.15, 4, 0.01), at=(0.6 * i, 0, 0.01), color=(0.80, 0.76, 0.66))
place = (0, 0, [0, 0.405, 0.02][ground])
skeleton = addCharacter("skeleton37", name="skeleton", key="stand", at=place, turn=math.radians(heading))
everyday.teach(skeleton, stiff=True)
skeleton.disturb(0.01, 0.05)
setCamera((3.5, -3.5, 1.6), (0, 0, 0.6))
order = everyday.Order(skeleton)


def shove(degrees, size):
    angle, force = math.radians(heading + degrees), size / 0.1
    push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1)


def down():
    order.look()
    return skeleton.activeSkill() == "fall"


stood = 0
fell = run(2, until=down)
for degrees in [0, 90, 180, 270]:
    if not fell:
        shove(degrees, impulse)
        fell = run(8, until=down)
        stood += 0 if fell else 1
measure("pushes survived, of four", stood, "", "= 4")
shove(180, hard)
fell = run(3, until=down)
pushed = time()
stands = run(seconds, until=lambda: order.stands())
print(order.text())
measure("gets up", 1 if stands else 0, "", "= 1")
measure("after the fall", time() - pushed, "s")
