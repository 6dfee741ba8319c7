"""OTB figures 5 and 8: conducting Beethoven's Fifth. Twelve poses, each joint there on its beat.

The paper's script names six poses and how long each takes: 0.3, 0.3, 0.3, 0.4, 0.545 and 0.545 s; the other
six of its figure are not printed, ours follow in 0.545 s each. It claims that every pose is there on its
beat, and that a PD control made critically damped by the inertia of the next link alone ("locally") is late
and wobbles. Both are shown in both modes of time, for only the same one is like with like: by the time left,
where that one flies apart, and by the whole interval, where ours leaves a tenth of the way, too. What it takes
for a joint to be there is in skills/lib/keyframes.py. Figure 5 is of the shoulders' flexion.
Help: the pelvis is fixed to the world; on springs and standing free are measured beside it.
"""
# OTB.E7: kip eq OTB.E7
import keyframes

score = [("ArmsFront", 0.3), ("ArmsUp", 0.3), ("Out", 0.3), ("UpBeat", 0.4), ("DownBeat", 0.545)]
then = ["UpBeat", "In", "LeftSweep", "RightSweep", "Wide", "Hush", "Fermata", "CutOff"]
score.extend([(name, 0.545) for name in then])
shoulders = {"left shoulder": "shoulder_flex_l", "right shoulder": "shoulder_flex_r"}
drawn = {"left shoulder, flexion (rad)": "shoulder_flex_l", "left elbow (rad)": "elbow_flex_l"}

skeleton = addCharacter("beat39")
keyframes.prepare(skeleton, score)
setCamera((4, 0, 1.5), (0, 0, 1.1))


def play(name, law, claim, root="fixed", gravity=1):
    curves = keyframes.Curves(skeleton, ["shoulder_flex_l", "shoulder_flex_r", "elbow_flex_l"])
    keyframes.begin(skeleton, law, root)
    setGravityScale(gravity)
    run = keyframes.Score(skeleton, curves.look)
    run.play(score)
    run.curves = curves
    measure(name + ": key-frames", len(run.keys))
    measure(name + ": key-frames that hold", run.share(), "", claim)
    measure(name + ": the largest error", run.worst(), "degrees")
    return run


def draw(ours, local, late):
    ks = dict([(name, ours.ks[joint]) for name, joint in shoulders.items()])
    kd = dict([(name, ours.kd[joint]) for name, joint in shoulders.items()])
    plot("fig5_gains.svg", "On the Beat, figure 5: what psi gives the shoulders in conducting", "time (s)",
         {"log10 of ks (N m/rad)": ks, "log10 of kd (N m s/rad)": kd})
    panels = {}
    for label, joint in drawn.items():
        t, points = 0, []
        for name, seconds in score:
            t += seconds
            points.append((t, skeleton.getPose(name)[joint]))
        panels[label] = {"on the beat": ours.angle[joint], "next link alone": local.angle[joint],
                         "next link alone, whole interval": late.angle[joint]}
        panels[label]["key-frames"] = keyframes.dots(points)
    title = "On the Beat, figure 8: conducting, and as damped by the next link alone"
    plot("fig8_conducting.svg", title, "time (s)", panels)


def next_link(time):
    skeleton.setBeat(moment="link", compensation="none", time=time)


play("as printed", lambda: skeleton.setBeat(constants="literal", compensation="literal"), "")
local = play("next link alone, time left", lambda: next_link("remaining"), "")
late = play("next link alone, whole interval", lambda: next_link("fixed"), "")
whole = play("on the beat, whole interval", lambda: skeleton.setBeat(time="fixed"), "")
play("pelvis on springs", skeleton.setBeat, ">= 0.95", "springs")
play("standing free", skeleton.setBeat, ">= 0.95", "free")
play("no gravity", skeleton.setBeat, ">= 0.95", gravity=0)
ours = play("on the beat", skeleton.setBeat, ">= 0.95")
for name in dict(score).keys():
    measure("on the beat, " + name + ": the largest error", ours.worst(name), "degrees", "< 1")
measure("time left: next link alone is off more, times", local.worst() / ours.worst(), "", "> 1", "paper")
measure("whole interval: next link alone is off more, times", late.worst() / whole.worst(), "", "> 1", "paper")
draw(ours.curves, local.curves, late.curves)
record("conducting.html")
