"""Lesson 5: springs and dampers, and why they are late

The simplest control of a joint is a spring to where it should be, and a damper:

    tau = k_s (theta_d - theta) - k_d theta'

With k_d = 2 sqrt(m k_s) it is critically damped: the fastest without overshoot. Then the error of a joint that
turns the inertia m follows

    e(t) = e_0 (1 + t/lambda) exp(-t/lambda), lambda = sqrt(m/k_s)

It comes near and never arrives. Say that nine tenths are enough; they are gone after 3.89 lambda, whatever the way is.
So one pair of gains has one time. Asked for 0.3 s or for 1 s, the arm takes its own 0.6 s; and its time changes with
what it carries, for m does. The pictures show both: the same gains with three wishes, and with the elbow bent.

Exercise: the straight arm turns 0.38375 kg m^2 about its shoulder. Which k_s (N m/rad), critically damped, has nine
tenths gone after 0.8 s? Within 3 %.
"""
import exercise
import math

answer = 0  # N m/rad
n = 3.889720  # time constants until nine tenths are gone: kip eq OTB.3n
m = 0.38375  # kg m^2

arm = addCharacter("arm2", "arm")
setCamera((0.3, -1.2, 1.2), (0.3, 0, 0))
setPeriod(0.005)


def swing(ks, elbow, seconds=1.5):
    """1 rad by this spring: the curve, and when nine tenths are gone."""
    restart()
    arm.setTarget("elbow", elbow, 1e5, 500)
    arm.setTarget("shoulder", 0, 1e5, 2000)
    run(1)
    arm.setTarget("shoulder", 1, ks, 2 * math.sqrt(m * ks))
    curve = [(0, 0)]
    run(seconds, until=lambda: curve.append((time() - 1, arm.getAngle("shoulder"))))
    return curve, min([t for t, angle in curve if angle > 0.9] + [math.inf])


tuned = m * (n / 0.6) ** 2
curve, arrives = swing(tuned, 0)
wishes = {"the arm": curve}
for wish in [0.3, 0.6, 1.0]:
    wishes[f"wanted in {wish} s"] = [(t, min(1, t / wish)) for t, angle in curve]
    measure(f"wanted in {wish} s, it is late by", arrives - wish, "s")
bent, later = swing(tuned, math.radians(120))
plot("wishes.svg", "One pair of gains, three wishes", "time (s)", {"shoulder (rad)": wishes})
plot("bent.svg", "The same gains, the elbow bent", "time (s)", {"shoulder (rad)": {"straight": curve, "bent by 120 degrees": bent}})
measure("gains made for 0.6 s take", arrives, "s", "= 0.6 +- 0.01")
measure("with the elbow bent", later, "s", "> 0.61")
took = swing(answer, 0)[1] if answer > 0 else 0
exercise.ask("which k_s has nine tenths gone after 0.8 s?", answer, "N m/rad", abs(took - 0.8) < 0.012,
             f"With that it takes {took:.3f} s. lambda = 0.8 / 3.88972, and k_s = m / lambda^2.")
