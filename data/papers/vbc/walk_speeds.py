"""Without the foot joint: the same numbers walk at any speed from -0.8 to 1.3 m/s, as commanded."""
import strides

strength = 1.0
skeleton = addCharacter("gait22", name="skeleton", key="ready", strength=strength)
strides.teach(skeleton)
speeds = [-0.8, -0.4, 0, 0.4, 0.8, 1.1, 1.3]
got, falls = [], 0
for speed in speeds:
    watch = strides.begin(speed)
    fell = run(5, until=watch.look)
    x = skeleton.com().x
    fell = fell or run(10, until=watch.look)
    falls += 1 if fell else 0
    got.append((skeleton.com().x - x) / 10)
    measure(f"at {speed} m/s", got[-1], "m/s", f"= {speed} +- 0.1")
measure("falls", falls, "", "= 0")
plot("walk_speeds.svg", "Speed on contacts and friction, one set of numbers", "commanded, m/s",
     {"m/s": {"walked": [(a, b) for a, b in zip(speeds, got)], "commanded": [(-0.8, -0.8), (1.3, 1.3)]}})
