"""Without the foot joint: 200 steps on nothing but contacts and friction.

The walk of data/skills/walk.py, from rest. The paper welds the foot that bears to the ground, which
carries what no foot could. Toes bend under the foot that leaves the ground; the one that bears does not
slide; it keeps to its line. strength=0.5: all joints have half the torque of the paper's table 2.
"""
import math
import strides

strength = 1.0
steps = 200
skeleton = addCharacter("gait22", name="skeleton", key="ready", strength=strength)
setCamera((3, -4, 1.4), (1.5, 0, 0.9))
strides.teach(skeleton)
watch = strides.begin(0.95)
fell = run(120, until=lambda: watch.look() or watch.steps >= steps)
begun, x = watch.times[10], sum(watch.lengths[11:])
facing = skeleton.facing()
measure("steps", watch.steps, "", f">= {steps}")
measure("falls", 1 if fell and watch.steps < steps else 0, "", "= 0")
measure("speed", x / (watch.times[-1] - begun), "m/s", "0.9..1")
measure("step", strides.mean(watch.lengths[11:]), "m")
measure("longest less shortest step", max(watch.lengths[11:]) - min(watch.lengths[11:]), "m")
measure("least toe bend at toe-off", min(watch.bends[10:]), "deg", ">= 10", "catalogue")
measure("farthest slide of a foot that bears", max(watch.slides[10:]), "m", "< 0.01", "catalogue")
measure("aside, after all", abs(skeleton.com().y), "m", "< 1")
measure("turned, after all", math.degrees(abs(math.atan2(facing.y, facing.x))), "deg", "< 10")
