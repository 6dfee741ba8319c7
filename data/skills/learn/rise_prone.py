"""Where rise_prone works: from rest, however it fell

    kip learn rise_prone --examples 3000
"""
import random
import fallen

mu = random.uniform(0.6, 1)
skeleton = addCharacter("skeleton37", name="skeleton", key="stand", friction=mu)
addGround(mu)
skeleton.addSkill("rise_prone")
fallen.fall(skeleton)
example(skeleton, "rise_prone", 9)
