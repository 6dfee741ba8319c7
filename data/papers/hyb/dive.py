"""HYB figure 4: the goalkeeper dives to the ball, lies, gets up and is ready again.

The dive is a clip, too. Where the ball meets it, or at its end on the ground, physics takes over, with
the momentum that the clip gave.
"""
# HYB.4, HYB.7: kip eq HYB.4
import math
import random
import everyday
import clips

distance = 8.4  # m
aside = 2.4  # m, the keeper to the kicker's left: the ball comes to the keeper's left
late = 0.1  # s, that it takes to see where to, in the mean

kicker = addCharacter("skeleton37", name="kicker", key="ready")
keeper = addCharacter("skeleton37", name="keeper", key="ready", turn=math.pi,
                      at=(distance + random.uniform(-0.3, 0.3), aside + random.uniform(-0.15, 0.15), 0))
addShape("Ball", "sphere", 0.11, mass=0.43, at=(0.3, -0.13, 0.11), color=(0.95, 0.95, 0.9), restitution=0.6)
kicker.addClip("idle", loop=True, passive="Ball")
kicker.addClip("soccer_kick", priority=None, passive="Ball")
keeper.addClip("dive_left", priority=None)
keeper.addClip("goalkeeper", loop=True)
everyday.teach(keeper, stiff=True)
clips.Return(keeper, "goalkeeper")
setCamera((6.4, -3.2, 1.5), (8, 1.4, 0.7))
order = everyday.Order(keeper)

run(1, until=order.look)
kicker.do("soccer_kick")
run(2, until=lambda: order.look() or isColliding("Ball", "kicker"))
run(late + random.uniform(-0.03, 0.03), until=order.look)
keeper.do("dive_left")
saved = run(1.7, until=lambda: order.look() or isColliding("Ball", "keeper"))
left = run(0.02, until=lambda: order.look() or order.names[-1] != "dive_left")
before = getPosition("keeper/pelvis")
lies = run(2, until=lambda: order.look() or getPosition("keeper/pelvis").z < 0.35)
back = run(30, until=lambda: order.look() or order.names[-1] == "goalkeeper")
print(order.text())
measure("the ball hits the keeper as it dives", 1 if saved else 0, "", "= 1", "paper")
measure("physics takes the keeper within 20 ms", 1 if left else 0, "", "= 1", "paper")
measure("its pelvis is aside by then", aside - before.y, "m", "> 0.5")
measure("it comes to the ground", 1 if lies else 0, "", "= 1")
measure("gets up, and is ready again", 1 if back else 0, "", "= 1", "paper")
record("dive.html")
