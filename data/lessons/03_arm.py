"""Lesson 3: an arm of two links, by RNEA and ABA

Which torques give an arm the accelerations that one wants? That is inverse dynamics; the other way round, what
torques do, is forward dynamics. For an arm in a plane both can be written down:

    tau = M(q) q'' + c(q, q')
    M_11 = 0.24875 + 0.135 cos q_2
    M_12 = 0.04875 + 0.0675 cos q_2, M_22 = 0.04875
    c_1 = -H (2 q'_1 q'_2 + q'_2^2), c_2 = H q'_1^2, H = 0.0675 sin q_2

Programs do not write it down. RNEA goes out along the arm for accelerations and back for forces, ABA the other way
for what each link's inertia looks like from its joint: kip eq RBDA.5.3 and kip eq RBDA.7.3 show every number of them.

Here the torques of the formula are put on the simulated arm for a millisecond, and what its joints do is measured. In
the picture the elbow is bent more and more: the same shoulder torque does less and less to a straight arm.

Exercise: at rest, the elbow bent by a right angle, the shoulder is to accelerate by 10 rad/s^2 and the elbow by
5 rad/s^2. Which torque (N m) does the shoulder need? Within 1 %.
"""
import exercise
import math

answer = 0  # N m

arm = addCharacter("arm2", "arm")
setCamera((0.3, -1.2, 1.2), (0.3, 0, 0))
h = 0.001
setPeriod(h)


def mass(elbow):
    """The mass matrix: (M11, M12, M22) in kg m^2."""
    bend = 0.0675 * math.cos(elbow)
    return 0.02 + 2 * 0.15 ** 2 + 0.015 + 1.5 * (0.3 ** 2 + 0.15 ** 2) + 2 * bend, 0.04875 + bend, 0.04875


def torques(elbow, wanted):
    """RNEA by hand, at rest."""
    M11, M12, M22 = mass(elbow)
    return M11 * wanted[0] + M12 * wanted[1], M12 * wanted[0] + M22 * wanted[1]


def accelerations(elbow, tau):
    """ABA, by the simulation: what these torques do in a millisecond, from rest."""
    restart()
    arm.setTarget("shoulder", 0, 1e5, 1000)
    arm.setTarget("elbow", elbow, 1e5, 1000)
    run(1)
    arm.relax()
    before = arm.getRate("shoulder"), arm.getRate("elbow")
    arm.setTorque("shoulder", tau[0])
    arm.setTorque("elbow", tau[1])
    run(h)
    return (arm.getRate("shoulder") - before[0]) / h, (arm.getRate("elbow") - before[1]) / h


wanted = (10, 5)
given, alone = {"shoulder": [], "elbow": []}, {"shoulder": [], "elbow": []}
worst = 0
for degrees in range(0, 151, 15):
    elbow = math.radians(degrees)
    tau = torques(elbow, wanted)
    got = accelerations(elbow, tau)
    worst = max(worst, abs(got[0] - wanted[0]), abs(got[1] - wanted[1]))
    given["shoulder"].append((degrees, tau[0]))
    given["elbow"].append((degrees, tau[1]))
    got = accelerations(elbow, (1, 0))
    alone["shoulder"].append((degrees, got[0]))
    alone["elbow"].append((degrees, got[1]))
measure("with the torques of the formula, accelerations are off by", worst, "rad/s^2", "< 0.05")
plot("torques.svg", "For 10 and 5 rad/s^2", "elbow (degrees)", {"torque (N m)": given})
plot("alone.svg", "What 1 N m at the shoulder does", "elbow (degrees)", {"acceleration (rad/s^2)": alone})
exercise.ask("which torque does the shoulder need?", answer, "N m",
             exercise.near(answer, torques(math.pi / 2, wanted)[0], 0.01),
             "tau_1 = M_11 q''_1 + M_12 q''_2: at a right angle the cosine is nought.")
