"""VBC, planned steps: 0.60, 0.20, 0.50, 0.16, 0.50, 0.30 m from rest, and how far they are off

The paper's errors grow with the largest and the smallest steps; its optimal time is constant, so that a joint
is never quite where it is to be. With the time left, steps are within 1 cm, the bar. Lengths are from ankle
to ankle at the strike.
"""
# VBC.9: kip eq VBC.9
import trials

lengths = [0.60, 0.20, 0.50, 0.16, 0.50, 0.30]  # m

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((0.8, -4, 1.2), (0.8, 0, 0.8))
trials.prepare(skeleton)
curves, errors = {"planned": [(i + 1, 100 * length) for i, length in enumerate(lengths)]}, {}
for planar in [True, False]:
    for mode in ["fixed", "remaining"]:
        trials.Walk.plan, trials.Walk.mode = lengths, mode
        trials.begin(planar)
        well = trials.go(len(lengths))
        what = "planar" if planar else "3-D"
        what += ", by the time left" if mode == "remaining" else ", constant time"
        measure(f"{what}: steps without a fall", len(trials.steps()), "", "= 6", "paper")
        off = [100 * (step[3] - step[1]) for step in trials.steps()]
        for length, error in zip(lengths, off):
            measure(f"{length:.2f} m: off by", error, "cm", "-1..1" if mode == "remaining" else "")
        curves[what] = [(i + 1, 100 * step[3]) for i, step in enumerate(trials.steps())]
        errors[what] = [(i + 1, error) for i, error in enumerate(off)]
plot("step_list.svg", "Velocity Based Controllers: planned steps, from rest", "step",
     {"length (cm)": curves, "error (cm)": errors})
record("step_list.html")
