"""OTB 4.4 and 7: hit, a joint is there at its time all the same; where it cannot be, that is known before.

The paper: gains that follow from the time left keep the timing after disturbances; a joint whose torque is
not enough cannot make its time, and that is reported. It gives no figures. Here a conductor's hands are hit
while he beats, one of them in each interval, from a random side, when 0.2 to 0.6 of the interval are over, or
so late that it cannot help being late (0.8 to 0.97). Joints are as strong as the model has them. misses() is
to name what will be late before its time, and nothing else. A miss is an error of more than 1 % of the travel
and 1 degree. Help: the pelvis is fixed to the world, and the hands, which touch in the pose In, are kept
apart there.
`kip run --seed N` hits otherwise.
"""
import keyframes
import math
import random

duration = 0.01  # s, of a hit
runs = 2  # of each strength
score = [("ArmsFront", 0.3), ("ArmsUp", 0.3), ("Out", 0.3), ("UpBeat", 0.4)]
then = ["DownBeat", "In", "LeftSweep", "RightSweep", "Wide", "Hush", "Fermata", "CutOff"]
score.extend([(name, 0.545) for name in then])

setPeriod(0.001)  # a miss is told when it was seen three times, and late hits leave 10 ms
skeleton = addCharacter("beat39")
keyframes.prepare(skeleton, score)
setCamera((4, 0, 1.5), (0, 0, 1.1))


def side():
    """A unit vector, any direction as likely as another."""
    up, angle = random.uniform(-1, 1), random.uniform(0, math.tau)
    flat = math.sqrt(1 - up * up)
    return vec(flat * math.cos(angle), flat * math.sin(angle), up)


def play(impulse, first, last):
    """The key-frames of a run with hits of so many N s between these parts of each interval."""
    keyframes.begin(skeleton, skeleton.setBeat)
    run = keyframes.Score(skeleton, None, 500)
    begun = 0
    for name, seconds in score:
        hand, force = random.choice(["hand_l", "hand_r"]), side() * (impulse / duration)
        when = begun + seconds * random.uniform(first, last)
        at(when, lambda hand=hand, force=force: push(hand, force, duration))
        begun += seconds
    run.play(score)
    return [key for key in run.keys if key.played]


def share(some, all):
    return len(some) / len(all) if all else math.nan


keys = []
shares = ["hold", "arrive", "told to be late"]
curves = dict([(what + late, []) for late in ["", ", hit late"] for what in shares])
hits = [(10, 0.8, 0.97, ""), (15, 0.2, 0.6, ""), (10, 0.2, 0.6, "")]
hits.extend([(3, 0, 1, ">= 0.95"), (1, 0, 1, ">= 0.95")])
for impulse, first, last, claim in hits:
    some = []
    for i in range(runs):
        some.extend(play(impulse, first, last))
    name = f"hits of {impulse} N s at {first} to {last}: "
    parts = [[key.holds for key in some], [key.arrived for key in some], [key.told for key in some]]
    measure(name + "key-frames", len(some))
    for what, part in zip(shares, [sum(part) / len(part) for part in parts]):
        measure(name + what, part, "", claim if what == "hold" else "")
        curves[what if first < 0.5 else what + ", hit late"].append((impulse, part))
    keys.extend(some)

late = [key for key in keys if not key.holds]
measure("off or too fast, and told before", share([key for key in late if key.told], late))
late = [key for key in keys if not key.arrived]
early = [key for key in keys if key.arrived]
measure("key-frames that were missed", len(late))
measure("missed, and told before", share([key for key in late if key.told], late), "", ">= 0.9")
measure("not missed, but told to be", share([key for key in early if key.told], early), "", "<= 0.05")
plot("hits.svg", "On the Beat, sections 4.4 and 7: a conductor's hands are hit in each interval",
     "each hit (N s)", {"share of key-frames": curves},
     "Hit at any time of the interval (1 and 3 N s), when 0.2 to 0.6 are over, or late: 0.8 to 0.97.")
record("hits.html")
