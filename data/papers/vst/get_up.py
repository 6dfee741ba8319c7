"""From where it lies, however it fell, it gets up: the second half of the first sequence (VST.6, VST.8).

One random fall, from rest until it has stood still for half a second, or `seconds` are over. The study is
`kip sweep data/papers/vst/get_up.py --seeds 1000`; friction is drawn anew for each unless `friction` says it.
"""
import random
import everyday
import fallen
import judging

seconds = 30  # nine in ten need less than 15
friction = 0.0  # 0: any from 0.6 to 1, of human37 from 0.5 to 1.1
height = 0.0  # m; 0: as it is, 1.75
mass = 0.0  # kg; 0: as it is, 80
human = 0  # 1: human37, of any height and mass, which rises by whole-body control
step = 0.001  # s; control acts every 5 ms, or at 2 and 4 ms every 4

setTimestep(step)
setPeriod(0.004 if step in [0.002, 0.004] else 0.005)
if human:
    height = random.uniform(1.55, 1.95)
    mass = max(55, min(110, random.uniform(19, 32) * height * height))
mu = friction or random.uniform(0.5 if human else 0.6, 1.1 if human else 1.0)
skeleton = addCharacter("human37" if human else "skeleton37", name="skeleton", key="stand", friction=mu, height=height or None,
                        mass=mass or None)
addGround(mu)
everyday.teach(skeleton, skills=everyday.ANYONE if human or height or mass else everyday.QUICK)
fallen.fall(skeleton)
event(f"friction {mu:.2f}; it faces {skeleton.facing().z:.2f} up")
judge = judging.Judge(skeleton)
stands = run(seconds, until=judge.look)
measure("stands", 1 if stands else 0, "", "= 1")
measure("time to stand", judge.took(), "s")
measure("greatest force of the ground", judge.peak, "N")
measure("impulse on the head", judge.head, "N s")
measure("time off the ground", judge.flight, "s")
measure("cost", (0.1 * judge.took() if stands else 4) + judge.penalty())
