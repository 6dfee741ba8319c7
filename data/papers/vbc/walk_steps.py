"""Without the foot joint: the paper's list of steps, 0.60 0.20 0.50 0.16 0.50 0.30 m.

After eight steps of 0.38 m, three times over. A longer step takes longer; the capture point is led to
where the next four steps need it.
"""
import strides

strength = 1.0
plan = [0.6, 0.2, 0.5, 0.16, 0.5, 0.3]
first, rounds = 8, 3
skeleton = addCharacter("gait22", name="skeleton", key="ready", strength=strength)
strides.teach(skeleton)
watch = strides.begin(0.95, [0.38] * first + plan * rounds)
run(30, until=lambda: watch.look() or watch.steps >= first + len(plan) * rounds)
measure("steps", watch.steps, "", f"= {first + len(plan) * rounds}")
lengths = watch.lengths[first:]
errors = [abs(length - plan[k % len(plan)]) for k, length in enumerate(lengths)]
for k, length in enumerate(lengths[:len(plan)]):
    measure(f"{plan[k]:.2f} m", length, "m")
measure("mean error", strides.mean(errors), "m", "<= 0.05")
measure("largest error", max(errors), "m")
