"""From where it lies, however it fell, onto hands and knees, with a person's strengths (VST.6, VST.8).

One random fall of a body and on a friction by the seed: 1.55 to 1.95 m, 55 to 110 kg at a body mass index of
19 to 32, 0.5 to 1.1. It has come there where hands and knees bear it, trunk and hips off the ground, and it
is quiet. `kip sweep data/papers/vst/floor.py --seeds 1000` is the study; with `felled` it stands first,
and is pushed from anywhere until it falls.
"""
import math
import random
import everyday
import fallen
import fours

seconds = 10
felled = 0
step = 0.001  # s
setTimestep(step)
height, friction = random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
mass = max(55, min(110, random.uniform(19, 32) * height * height))
skeleton = addCharacter("human37", name="skeleton", key="stand", height=height, mass=mass, friction=friction)
addGround(friction)
setCamera((2.5, -2.5, 1.2), (0, 0, 0.4))
for skill in everyday.FLOOR:
    skeleton.addSkill(skill)
if felled:
    for skill in ("balance", "protective_step", "fall"):
        skeleton.addSkill(skill)
    run(1)
    link, angle = random.choice(["trunk", "pelvis"]), random.uniform(-math.pi, math.pi)
    impulse, high = random.uniform(80, 250), random.uniform(0, 0.2)
    while skeleton.height() > 0.45 and impulse < 2000:
        push(link, (impulse / 0.1 * math.cos(angle), impulse / 0.1 * math.sin(angle), 0), 0.1, (0, 0, high))
        run(3, until=lambda: skeleton.height() < 0.45)
        impulse *= 1.3
else:
    fallen.fall(skeleton)
JOINTS = skeleton.joints()
leg = skeleton.limb("foot_l")
facing, aside = skeleton.facing().z, skeleton.up().cross(skeleton.facing()).z
event(f"{height:.2f} m, {mass:.0f} kg, friction {friction:.2f}; faces {facing:.2f} up, its left {aside:.2f}")
begun, since, fastest, jump, turned, torque = time(), None, 0, 0, None, {}


def look():
    """On hands and knees, quiet, for three tenths of a second; what joints do meanwhile."""
    global since, fastest, jump, turned
    for joint in JOINTS:
        fastest = max(fastest, abs(skeleton.getRate(joint)))
        now = skeleton.getTorque(joint)
        jump = max(jump, abs(now - torque.get(joint, now)))
        torque[joint] = now
    if turned is None and skeleton.facing().z < -0.65:
        turned = time() - begun
    still = fours.on(skeleton) and skeleton.comVelocity().length() < 0.15
    since = (since or time()) if still else None
    return since is not None and time() - since > 0.3


there = run(seconds, until=look)
measure("on hands and knees", 1 if there else 0, "", "= 1", whose="ours")
measure("after", time() - begun, "s")
measure("face down after", seconds if turned is None else turned, "s")
measure("fastest joint", fastest, "rad/s")
measure("greatest change of a torque in a period", jump, "N m")
measure("faced", facing)
measure("its left was up", aside)
