"""How hard a push a person survives by protective steps (VST 5.1), from quiet standing.

Pushes at the trunk, each harder by `more` than the one before, until something else than a foot touches the
ground within 5 s: the last before that counts. The envelope: `kip sweep data/papers/vst/protective.py --param
direction=0:315:45 --param seconds=0.1,0.4 --seeds 5 --measure survives --svg protective.svg`.
"""
import pushing

direction = 0  # degrees: where it is pushed to; 90 is to its left
seconds = 0.1
first = 20  # N s
more = 5
friction = 0.9
skeleton = addCharacter("skeleton37", name="skeleton", key="stand", friction=friction)
addGround(friction)
skeleton.addSkill("balance")
skeleton.addSkill("protective_step")
impulse, survived = first, 0
while pushing.survives(skeleton, direction, impulse, seconds):
    survived, impulse = impulse, impulse + more
measure("survives", survived, "N s", ">= 70")
