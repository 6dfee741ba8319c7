"""HYB 2.6: a ball hits a character that plays a clip.

The ball is active: physics takes over, the character keeps
its balance, or falls and rises, and goes on with its clip. A bat that it may touch is passive: nothing happens.
"""
# HYB.3, HYB.4, HYB.7: kip eq HYB.4
import math
import random
import everyday
import clips

speed = 12  # m/s, and of the mass, by up to a sixth more or less, as the seed draws
mass = 10  # kg
side = 0  # degrees, where the ball comes from, less what the seed draws: 0 ahead, 90 its left
active = 1  # 0: the ball is passive
walks = 0  # 1: it walks by a clip as the ball comes, else it idles

side_ = math.radians(side + random.uniform(0, 360))
speed_, mass_ = speed * random.uniform(5 / 6, 7 / 6), mass * random.uniform(5 / 6, 7 / 6)
skeleton = addCharacter("skeleton37", key="ready")
addShape("Ball", "sphere", 0.12, mass=mass_, color=(0.9, 0.4, 0.1), present=False)
passive = [] if active else ["Ball"]
skeleton.addClip("idle", loop=True, passive=passive)
skeleton.addClip("walk_start", priority=None, passive=passive)
skeleton.addClip("walk", loop=True, priority=None, passive=passive)
everyday.teach(skeleton, stiff=True)
clips.Return(skeleton, "idle")
setCamera((3.2, -2.6, 1.5), (0, 0, 0.8))
order = everyday.Order(skeleton)


def plays(clip, seconds):
    return skeleton.activeSkill() == clip and skeleton.clipTime() > seconds


def throw_ball():
    going = getVelocity("trunk") if walks else vec(0, 0, 0)
    head = getPosition("head") + vec(0, 0, 0.1)
    towards = vec(math.cos(side_), math.sin(side_), 0)
    flight = 1.2 / speed_
    throw("Ball", head + 1.2 * towards, going - speed_ * towards + vec(0, 0, 0.5 * 9.81 * flight))


clip, comes = "walk" if walks else "idle", 4.5 if walks else 2
if walks:
    when(lambda: plays("idle", 0.8), lambda: skeleton.do("walk_start"), again=True)
    when(lambda: plays("walk_start", 2.4), lambda: skeleton.do("walk"), again=True)
at(comes, throw_ball)
hit = run(comes + 2, until=lambda: order.look() or isColliding("Ball", "skeleton37"))
after = run(0.02, until=lambda: order.look() or order.names[-1] != clip)
back = run(35, until=lambda: order.look() or (time() > comes + 2 and order.names[-1] == clip))
gone = time()
stays = run(3, until=order.look)
print(order.text())
measure("the ball hits", 1 if hit else 0, "", "= 1")
measure("physics takes over within 20 ms", 1 if after else 0, "", "= 1" if active else "= 0", "paper")
measure("the clip plays again", 1 if back else 0, "", "= 1", "paper")
measure("from the throw to the clip", gone - comes, "s", "< 35")
measure("and goes on playing", 1 if order.names[-1] == clip else 0, "", "= 1")
record("ball.html")
