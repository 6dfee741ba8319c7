"""Where balance works: stood up, then pushed at the trunk, looked at somewhere on the way

    kip learn balance --examples 4000
"""
import math
import random

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
skeleton.addSkill("balance")
skeleton.disturb(0.03, 0.3)
run(0.5)
angle, impulse = random.uniform(-math.pi, math.pi), random.uniform(5, 70)
skeleton.do("balance")
push("trunk", (impulse / 0.1 * math.cos(angle), impulse / 0.1 * math.sin(angle), 0), 0.1)
run(random.uniform(0.1, 0.5))
example(skeleton, "balance", 3)
