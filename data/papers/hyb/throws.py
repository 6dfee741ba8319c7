"""HYB 2.3: what is passive never takes a character from its clip, what is active always does.

An idling character is hit by a ball that is passive for it, then by one that is active,
each of a random mass, from a random side, at a random speed, somewhere.
"""
# HYB.4: kip eq HYB.4
import math
import random

skeleton = addCharacter("skeleton37", key="ready")
for name in ["Passive", "Active"]:
    addShape(name, "sphere", 0.1, mass=random.uniform(0.1, 10), color=(0.9, 0.4, 0.1), present=False)
skeleton.addClip("idle", loop=True, passive="Passive")
skeleton.addSkill("balance")
setCamera((3.2, -2.6, 1.5), (0, 0, 0.8))


def throw_at(ball):
    side, speed = random.uniform(0, 2 * math.pi), random.uniform(2, 15)
    part = getPosition(random.choice(["head", "trunk", "pelvis", "upper_arm_l", "thigh_r", "shank_l"]))
    way = vec(math.cos(side), math.sin(side), 0)
    flight = 0.7 / speed
    throw(ball, part + 0.7 * way, -speed * way + vec(0, 0, 0.5 * 9.81 * flight))
    global fast
    fast = speed
    return run(0.5, until=lambda: isColliding(ball, "skeleton37"))


run(random.uniform(0.2, 2))
touched = throw_at("Passive")
left = run(0.5, until=lambda: skeleton.activeSkill() != "idle")
throw("Passive", (9, 9, 0.1), (0, 0, 0))
hit = throw_at("Active")
gone = run(0.02, until=lambda: skeleton.activeSkill() != "idle")
measure("the passive ball hits", 1 if touched else 0, "", "= 1")
measure("the clip goes on", 0 if left else 1, "", "= 1", "paper")
measure("the active ball hits", 1 if hit else 0, "", "= 1")
measure("it was thrown at", fast, "m/s", "> 1.9")
measure("physics takes over within 20 ms", 1 if gone else 0, "", "= 1", "paper")
record("throws.html")
