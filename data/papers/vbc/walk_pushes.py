"""Without the foot joint: pushes of 0.1 s at the trunk of a walker, to four sides, at four phases of a step.

Survived: 5 s after it, it walks. `impulse` alone is tried, or with more=2 from there on in such steps till it
falls, the last before that counts. `direction` and `phase` choose: kip sweep data/papers/vbc/walk_pushes.py
--param direction=0:270:90 --param phase=0:7:1 --param more=2
"""
import strides

strength = 1.0
impulse = 50  # N s
more = 0
direction = -1  # degrees: where it is pushed to, 90 is to its left; -1: four of them
phase = -1  # eighths of a step; -1: every second
setTimestep(0.001)
setPeriod(0.002)
skeleton = addCharacter("gait22", name="skeleton", key="ready", strength=strength)
strides.teach(skeleton)


def stands(impulse, direction, phase):
    watch = strides.begin(0.95)
    if run(10, until=lambda: watch.look() or watch.steps >= 12):
        run(phase / 8 * strides.Stroll.seconds)
    strides.shove(impulse, direction)
    return not run(5.1, until=watch.look)


def survived(direction, phase):
    last, next = 0, impulse
    while stands(next, direction, phase):
        last, next = next, next + more
        if more == 0:
            break
    return last


directions = {0: "ahead", 90: "to the left", 180: "back", 270: "to the right"}
least, fine, all = 1000, 0, 0
for towards in directions:
    if direction in [-1, towards]:
        most = [survived(towards, k) for k in ([phase] if phase >= 0 else range(0, 8, 2))]
        least, all = min([least] + most), all + len(most)
        fine += len([one for one in most if one >= 50])
        measure(f"{directions[towards]}, the worst phase", min(most), "N s", ">= 50")
        print(directions[towards], most)
measure("pushes survived", fine, "", f"= {all}")
