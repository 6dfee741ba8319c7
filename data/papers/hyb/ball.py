"""HYB 2.6: a ball hits a character that plays a clip.

The ball is active: physics takes over, the character keeps
its balance, or falls and rises, and goes on with its clip. A bat that it may touch is passive: nothing happens.
"""
# HYB.3, HYB.4, HYB.7: kip eq HYB.4
import math
import everyday
import clips

speed = 12  # m/s
mass = 10  # kg
side = 90  # degrees, where the ball comes from: 0 ahead, 90 its left
active = 1  # 0: the ball is passive

skeleton = addCharacter("skeleton37", key="ready")
addShape("Ball", "sphere", 0.12, mass=mass, color=(0.9, 0.4, 0.1), present=False)
skeleton.addClip("idle", loop=True, passive=[] if active else ["Ball"])
everyday.teach(skeleton)
clips.Return(skeleton, "idle")
setCamera((3.2, -2.6, 1.5), (0, 0, 0.8))
order = everyday.Order(skeleton)


def throw_ball():
    head = getPosition("head") + vec(0, 0, 0.1)
    towards = vec(math.cos(math.radians(side)), math.sin(math.radians(side)), 0)
    flight = 1.2 / speed
    throw("Ball", head + 1.2 * towards, -speed * towards + vec(0, 0, 0.5 * 9.81 * flight))


at(2, throw_ball)
hit = run(4, until=lambda: order.look() or isColliding("Ball", "skeleton37"))
after = run(0.02, until=lambda: order.look() or order.names[-1] != "idle")
back = run(25, until=lambda: order.look() or (time() > 4 and order.names[-1] == "idle"))
gone = time()
stays = run(3, until=order.look)
print(order.text())
measure("the ball hits", 1 if hit else 0, "", "= 1")
measure("physics takes over within 20 ms", 1 if after else 0, "", "= 1" if active else "= 0", "paper")
measure("the clip plays again", 1 if back else 0, "", "= 1", "paper")
measure("from the throw to the clip", gone - 2, "s", "< 25")
measure("and goes on playing", 1 if order.names[-1] == "idle" else 0, "", "= 1")
record("ball.html")
