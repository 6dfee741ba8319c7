"""HYB figure 3: a kick that is a clip, at a partner that is physics.

The partner falls and gets up; the kicker, for whom it
is passive, plays its clip to the end and idles again.
Where the partner stands, and how, depends on the seed.
"""
# HYB.4, HYB.7: kip eq HYB.4
import math
import random
import everyday

distance = 0.82  # m, between the two, in the mean
aside = 0.06  # m, the partner to the kicker's right

kicker = addCharacter("skeleton37", name="kicker", key="ready")
partner = addCharacter("skeleton37", name="partner", key="stand", turn=math.pi + random.uniform(-0.2, 0.2),
                       at=(distance + random.uniform(-0.07, 0.07), random.uniform(-0.06, 0.06) - aside, 0))
kicker.addClip("idle", loop=True, passive="partner")
kicker.addClip("kick", priority=None, passive="partner")
everyday.teach(partner, stiff=True)
partner.disturb(0.01, 0.05)
setCamera((2.2, -3.6, 1.5), (0.9, 0, 0.7))
order, score = everyday.Order(partner), everyday.Order(kicker)


def look():
    score.look()
    return order.look()


run(1, until=look)
kicker.do("kick")
hit = run(2, until=lambda: look() or isColliding("kicker", "partner"))
fell = run(2, until=lambda: look() or getPosition("partner/pelvis").z < 0.5)
stands = run(25, until=lambda: look() or (order.names[-1] == "balance" and time() - order.times[-1] > 2))
print(order.text())
print(score.text())
measure("the foot hits", 1 if hit else 0, "", "= 1")
measure("the partner falls", 1 if fell else 0, "", "= 1", "paper")
measure("the partner stands again", 1 if stands else 0, "", "= 1", "paper")
measure("the kicker plays idle, kick, idle", score.met(["idle", "kick", "idle"]), "", "= 3", "paper")
measure("physics never had the kicker", 1 if "rest" not in score.names[:3] else 0, "", "= 1")
record("kick.html")
