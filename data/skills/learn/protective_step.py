"""Where a protective step works: pushed, from lightly to hard, at the trunk, looked at soon after

    kip learn protective_step --examples 3000
"""
import math
import random

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
skeleton.addSkill("balance")
skeleton.addSkill("protective_step")
skeleton.disturb(0.02, 0.2)
run(0.5)
angle, impulse = random.uniform(-math.pi, math.pi), random.uniform(20, 180)
push("trunk", (impulse / 0.1 * math.cos(angle), impulse / 0.1 * math.sin(angle), 0), 0.1)
run(random.uniform(0.05, 0.3))
example(skeleton, "protective_step", 5)
