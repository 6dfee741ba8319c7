"""Rolls over from wherever it fell, any body, for kip tune: searches the numbers of data/skills/roll_over.py.

Half of the bodies have a person's strengths; half of the falls are those of a pushed one that protects itself.

kip tune data/tune/roll_over.py --only 'roll_over.*' --starts 6 --out out/roll_over.params
"""
import fallen
import judging
import math
import random

falls = 6
most = 5
human, height, mu = random.random() < 0.5, random.uniform(1.55, 1.95), random.uniform(0.5, 1.1)
mass = max(55, min(110, random.uniform(19, 32) * height * height))
skeleton = addCharacter("human37" if human else "skeleton37", name="skeleton", key="stand", height=height, mass=mass,
                        friction=mu)
addGround(mu)
for skill in ("limp", "fall", "roll_over"):
    skeleton.addSkill(skill)
cost, over, took = 0, 0, 0


def topple():
    """Pushed from its feet, to any side, and down."""
    way, hard = random.uniform(-math.pi, math.pi), mass * random.uniform(1.5, 4)
    skeleton.disturb(0.1, 0.3)
    push("trunk", (hard / 0.2 * math.cos(way), hard / 0.2 * math.sin(way), 0), 0.2, (0, 0, random.uniform(0, 0.2)))
    run(3, until=lambda: skeleton.height() < 0.4 and skeleton.activeSkill() in ("limp", "roll_over"))
    run(3, until=lambda: skeleton.activeSkill() == "roll_over" or skeleton.facing().z < -0.65)


for i in range(falls):
    if i > 0:
        restart()
    if i % 2:
        topple()
    else:
        fallen.fall(skeleton)
    judge = judging.Judge(skeleton)


    def prone():
        judge.look()
        return skeleton.facing().z < -0.65 and skeleton.activeSkill() != "roll_over"


    over += 1 if run(most, until=prone) else 0
    event(f"fall {i + 1}: {judge.took():.2f} s")
    took += judge.took() / falls
    cost += (0.2 * judge.took() + (1 if judge.took() > most - 0.01 else 0) + 0.3 * judge.penalty()) / falls
measure("human", 1 if human else 0)
measure("faces down", over / falls, "", ">= 0.95")
measure("time", took, "s")
measure("cost", cost)
