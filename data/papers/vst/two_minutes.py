"""VST 6: left alone for two minutes, and pushed again and again, from light to such as fell it.

Each push is at random: its side, its strength, the part of the body that it meets, and when the next comes.
Nobody says what to do. Counted are pushes, falls, and how long it lay or rose until it stood again: it is
pushed while it rises, too.
"""
import math
import random
import everyday

seconds = 120
least, most = 10, 160  # N s, in 0.1 s
pause = 6  # s, in the mean

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
everyday.teach(skeleton, stiff=True)
skeleton.disturb(0.01, 0.05)
setCamera((3.5, -3.5, 1.6), (0, 0, 0.6))
order = everyday.Order(skeleton)
down, falls, longest, pushes = None, 0, 0, 0


def look():
    """Since when it is not on its feet."""
    global down, falls, longest
    order.look()
    if down is None and skeleton.activeSkill() == "fall":
        down, falls = time(), falls + 1
    if down is not None and order.stands(0.5):
        longest, down = max(longest, time() - down), None
    return False


def shove():
    global pushes
    pushes += 1
    angle, force = random.uniform(-math.pi, math.pi), random.uniform(least, most) / 0.1
    push(random.choice(["trunk", "pelvis"]), (force * math.cos(angle), force * math.sin(angle), 0), 0.1)


next = 2
while next < seconds - 25:
    run(next - time(), until=look)
    shove()
    next += random.uniform(0.5, 1.5) * pause
run(seconds - time(), until=look)
measure("pushes", pushes)
measure("falls", falls)
measure("longest until it stood again", longest, "s")
measure("stands at the end", 1 if order.stands(0) and down is None else 0, "", "= 1")
