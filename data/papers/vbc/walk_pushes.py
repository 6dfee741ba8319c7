"""Without the foot joint: pushes of a walker to four sides, at the trunk for 0.1 s, at four phases of a step.

Survived: 5 s after it, it walks. `impulse` alone is tried, or with more=5 from there on in such steps till it
falls, the last before that counts. The other numbers choose one side, phase, place and duration; a map is
  kip sweep data/papers/vbc/walk_pushes.py --param direction=0:315:45 --param root=0,1 --param seconds=0.1,0.5 \\
      --param impulse=20 --param more=10 --csv out/map.csv
"""
import strides

strength = 1.0
impulse = 50  # N s
more = 0
direction = -1  # degrees: where it is pushed to, 90 is to its left; -1: four of them
phase = -1  # eighths of a step; -1: every second
root = 0  # 1: at the pelvis, else at the trunk
seconds = 0.1  # for which it is pushed
skeleton = addCharacter("gait22", name="skeleton", key="ready", strength=strength)
strides.teach(skeleton)


def stands(impulse, direction, phase):
    watch = strides.begin(0.95)
    if run(10, until=lambda: watch.look() or watch.steps >= 12):
        run(phase / 8 * strides.Stroll.seconds)
    strides.shove(impulse, direction, "pelvis" if root else "trunk", seconds)
    return not run(5 + seconds, until=watch.look)


def survived(direction, phase):
    last, next = 0, impulse
    while stands(next, direction, phase):
        last, next = next, next + more
        if more == 0:
            break
    return last


worst, fine, all = [], 0, 0
for towards in range(0, 360, 90) if direction < 0 else [direction]:
    most = [survived(towards, k) for k in (range(0, 8, 2) if phase < 0 else [phase])]
    print(f"towards {towards} degrees, phase by phase: {most}")
    worst.append(min(most))
    fine, all = fine + len([one for one in most if one >= impulse]), all + len(most)
measure("the worst side and phase", min(worst), "N s")
measure(f"pushes survived, of {all}", fine, "", f">= {0.9 * all}")
