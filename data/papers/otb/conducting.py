"""OTB figures 5 and 8: conducting Beethoven's Fifth. Twelve poses, each joint there on its beat.

The paper's script names six poses and how long each takes: 0.3, 0.3, 0.3, 0.4, 0.545 and 0.545 s; the other six of its
figure are not printed, ours follow in 0.545 s each. It claims that every pose is there on its beat, and that a PD
control made critically damped by the inertia of the next link alone ("locally") is late and wobbles. What it takes for
a joint to be there is in skills/lib/keyframes.py. Help: the pelvis is fixed to the world.
Figure 5: kip run conducting.py --record c.kip; kip plot c.kip --y beat39/shoulder_abd_r.stiffness --svg c.svg
"""
import keyframes

score = [("ArmsFront", 0.3), ("ArmsUp", 0.3), ("Out", 0.3), ("UpBeat", 0.4), ("DownBeat", 0.545), ("UpBeat", 0.545)]
score.extend([(name, 0.545) for name in ["In", "LeftSweep", "RightSweep", "Wide", "Hush", "Fermata", "CutOff"]])

setTimestep(0.0005)
setPeriod(0.0005)
skeleton = addCharacter("beat39")
keyframes.prepare(skeleton)
setCamera((4, 0, 1.5), (0, 0, 1.1))


def play(name, law, claim, gravity=1):
    keyframes.begin(skeleton, law)
    setGravityScale(gravity)
    run = keyframes.Score(skeleton)
    run.play(score)
    measure(name + ": key-frames", len(run.keys))
    measure(name + ": key-frames that hold", run.share(), "", claim)
    measure(name + ": the largest error", run.worst(), "degrees")
    return run


play("next link alone", lambda: skeleton.setBeat(moment="link", compensation="none", time="fixed"), "")
play("no gravity", skeleton.setBeat, ">= 0.95", 0)
ours = play("on the beat", skeleton.setBeat, ">= 0.95")
for name in keyframes.table:
    if name not in "YMCA":
        measure("on the beat, " + name + ": the largest error", ours.worst(name), "degrees", "< 1")
