"""How hard a push a person stands without a step, by skill "balance" alone (VST 5.1).

Pushes at the trunk, from rest, each harder by `more` than the one before, until it falls within 5 s or a foot
has moved by 2 cm: the last before that counts. `kip sweep data/papers/vst/standing.py --param
direction=0:315:45 --seeds 10 --measure survives --svg standing.svg` draws the envelope. The claims are what
the ground below a foot allows: its toes are farther from the ankle than its heel.
"""
import pushing

direction = 0  # degrees: where it is pushed to; 90 is to its left
seconds = 0.1
first = 10  # N s
more = 1
friction = 0.9
skeleton = addCharacter("skeleton37", name="skeleton", key="stand", friction=friction)
addGround(friction)
skeleton.addSkill("balance")
impulse, alive, survived = first, True, 0
while alive:
    pushing.begin(skeleton)
    feet = pushing.Feet()
    pushing.shove(direction, impulse, seconds)
    alive = not run(seconds + 5, until=lambda: feet.look() > 0.02 or pushing.fallen(skeleton))
    survived, impulse = impulse if alive else survived, impulse + more
claims = {0: ">= 35", 90: ">= 30", 180: ">= 24", 270: ">= 30"}
measure("survives", survived, "N s", claims.get(direction % 360, ""))
