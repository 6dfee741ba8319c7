"""HYB 2.4: from a fall, at any moment of it, back into a clip.

A person is struck down, limp; at a random moment, falling or lying, it plays an idling
clip. Its state goes over into the clip's within half a second.
"""
# HYB.3: kip eq HYB.3
import random

blend = 0.5  # s
h = 0.001  # s: step and period

setPeriod(h)
skeleton = addCharacter("skeleton37", key="ready")
setCamera((3, -3, 1.5), (0, 0, 0.6))
joints = skeleton.joints()
way = vec(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.2, 0.2))
when_ = random.uniform(0.05, 2.5)  # s after the blow


def rates():
    return [skeleton.getRate(joint) for joint in joints]


run(0.1)
skeleton.relax()
push(random.choice(["trunk", "head", "thigh_l", "pelvis"]), random.uniform(50, 250) / 0.1 * way, 0.1)
run(when_)
print(f"{when_:.2f} s after the blow its weight is at {skeleton.com().z:.2f} m")
measure("its lowest point as the clip begins", skeleton.lowest(), "m")
before = rates()
skeleton.playClip("idle", blend=blend)
jump, fastest, heaviest, deepest, late, last, speed = 0, 0, 0, 0, 0, None, getVelocity("pelvis")
for i in range(round((blend + 0.1) / h)):
    run(h)
    now = rates()
    change = max([abs(a - b) for a, b in zip(now, last or before)])
    jump = max(jump, change) if last else change
    fastest = max(fastest, change / h)
    heaviest = max(heaviest, (getVelocity("pelvis") - speed).length() / h)
    deepest = max(deepest, -skeleton.lowest())
    late = max(late, -skeleton.lowest() if i * h >= 0.15 else 0)
    last, speed = now, getVelocity("pelvis")
measure("the most that a joint's speed jumps in a step", jump, "rad/s", "< 2")
measure("its deepest point in the ground", deepest, "m", "< 0.03")
measure("from 0.15 s on", late, "m", "< 0.03")
measure("the greatest acceleration of a joint", fastest, "rad/s^2", "< 1000")
measure("of the pelvis", heaviest, "m/s^2")
measure("at the end it is as the clip", skeleton.likeness("idle")[0], "rad", "< 0.02")
record("crossfade.html")
