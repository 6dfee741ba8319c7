"""HYB figure 4: a soccer kick that is a clip, a ball and a goalkeeper.

The ball is passive for the kicker, who goes on with
its clip, and active for the keeper, whose clip ends where the ball hits it.
"""
# HYB.4, HYB.7: kip eq HYB.4
import math
import random
import everyday
import clips

distance = 3.75  # m, in the mean
aside = 0.25  # m, the keeper to the kicker's left

kicker = addCharacter("skeleton37", name="kicker", key="ready")
keeper = addCharacter("skeleton37", name="keeper", key="ready", turn=math.pi + random.uniform(-0.1, 0.1),
                      at=(distance + random.uniform(-0.75, 0.75), aside + random.uniform(-0.15, 0.15), 0))
addShape("Ball", "sphere", 0.11, mass=random.uniform(0.41, 0.45), at=(0.3, -0.13, 0.11),
         color=(0.95, 0.95, 0.9), restitution=0.6)
kicker.addClip("idle", loop=True, passive="Ball")
kicker.addClip("soccer_kick", priority=None, passive="Ball")
keeper.addClip("goalkeeper", loop=True)
everyday.teach(keeper, stiff=True)
clips.Return(keeper, "goalkeeper")
setCamera((2, -5, 1.8), (2, 0, 0.7))
order, score = everyday.Order(keeper), everyday.Order(kicker)


def look():
    score.look()
    return order.look()


run(1, until=look)
kicker.do("soccer_kick")
kicked = run(2, until=lambda: look() or isColliding("Ball", "kicker"))
run(0.1, until=look)
speed = getVelocity("Ball").length()
caught = run(3, until=lambda: look() or isColliding("Ball", "keeper"))
left = run(0.02, until=lambda: look() or order.names[-1] != "goalkeeper")
back = run(25, until=lambda: look() or (order.names[-1] == "goalkeeper" and score.names[-1] == "idle"))
print(order.text())
print(score.text())
measure("the foot kicks the ball", 1 if kicked else 0, "", "= 1", "paper")
measure("the ball's speed", speed, "m/s", "> 4")
measure("the ball hits the keeper", 1 if caught else 0, "", "= 1", "paper")
measure("physics takes the keeper within 20 ms", 1 if left else 0, "", "= 1", "paper")
measure("and the kicker never", 1 if score.names == ["idle", "soccer_kick", "idle"] else 0, "", "= 1", "paper")
measure("the keeper is ready again", 1 if back else 0, "", "= 1")
record("soccer.html")
