"""Where the skill catch works: a pole that leans somewhat and moves somewhat, forward or back

    kip learn catch --examples 1000
"""
pole = addCharacter("pole", key="lean")
pole.addSkill("catch")
pole.disturb(0.2, 0.9)
example(pole, "catch", 4)
