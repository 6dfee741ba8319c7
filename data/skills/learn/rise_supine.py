"""Where rise_supine works: from rest, however it fell

    kip learn rise_supine --examples 3000
"""
import random
import fallen

mu = random.uniform(0.6, 1)
skeleton = addCharacter("skeleton37", name="skeleton", key="stand", friction=mu)
addGround(mu)
skeleton.addSkill("rise_supine")
fallen.fall(skeleton)
example(skeleton, "rise_supine", 9)
