"""Where crouch_to_stand works: from a squat that moves anyhow, and is pushed

    kip learn crouch_to_stand --examples 3000
"""
import math
import random

skeleton = addCharacter("skeleton37", name="skeleton", key="squat")
skeleton.addSkill("crouch_to_stand")
skeleton.disturb(0.15, 0.6)
skeleton.hold()
angle, impulse = random.uniform(-math.pi, math.pi), random.uniform(0, 60)
push("trunk", (impulse / 0.1 * math.cos(angle), impulse / 0.1 * math.sin(angle), 0), 0.1)
run(random.uniform(0.1, 0.25))
example(skeleton, "crouch_to_stand", 5)
