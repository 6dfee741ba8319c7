"""A person to play with: push it, drag it, throw a ball at it

It balances, steps when it must, protects itself when it falls, rolls over and gets up again. When it is told to, it waves,
punches and kicks as recorded motions do. `kip live` plays it.
"""
setTimestep(0.002)
setPeriod(0.004)
skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
for skill in ["balance", "protective_step", "double_stance_to_crouch", "fall", "limp", "roll_over", "rise_prone",
              "rise_supine", "kneel_to_crouch", "crouch_to_stand"]:
    skeleton.addSkill(skill)
for motion in ["wave", "punch", "kick"]:
    skeleton.addClip(motion, priority=None)
setCamera((3.5, -3, 1.6), (0, 0, 0.9))
run(60)
measure("height of the centre of mass", skeleton.com().z, "m", "> 0.8")
