"""A skeleton stands by the skill data/skills/stand.py, and is pushed from behind, then from ahead."""
force = 150  # N, for 0.1 s

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
skeleton.addSkill("stand")
at(1.0, lambda: push("trunk", (force, 0, 0), 0.1))
at(3.0, lambda: push("trunk", (-force, 0, 0), 0.1))
run(6)
measure("height of the centre of mass", skeleton.com().z, "m", "> 0.9")
measure("how far it is above its feet's edge", skeleton.supportMargin(), "m", "> 0")
