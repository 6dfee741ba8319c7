"""A random push, 20 to 60 N s, from any side, for 0.1 to 0.4 s: within 10 s a person stands quietly again.

Nobody says what to do (VST 5.1). The study is `kip sweep data/papers/vst/random_pushes.py --seeds 1000 --csv
random_pushes.csv`; `kip run .. --seed N --explain` shows one push.
"""
import random
import everyday
import pushing

least, most = 20, 60  # N s
friction = 0.9
skeleton = addCharacter("skeleton37", name="skeleton", key="stand", friction=friction)
addGround(friction)
everyday.teach(skeleton, stiff=True)
order = everyday.Order(skeleton)
pushing.begin(skeleton)
direction, impulse, seconds = random.uniform(0, 360), random.uniform(least, most), random.uniform(0.1, 0.4)
pushing.shove(direction, impulse, seconds)
run(seconds)
fallen = []


def over():
    if pushing.fallen(skeleton):
        fallen.append(time())
    return order.stands(0.5) or fallen


run(10, until=over)
print(order.text())
measure("direction", direction, "degrees")
measure("impulse", impulse, "N s")
measure("lasts", seconds, "s")
measure("stands quietly after", time() - 0.5 - seconds, "s", "< 10")
measure("falls", len(fallen), "", "= 0")
