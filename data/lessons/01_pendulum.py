"""Lesson 1: a pendulum, and what does not change

A ball of 1 kg hangs on a rod of 1 m without mass. Let go at an angle, it swings for ever: nothing rubs. Its
motion follows from one equation; m l^2 is its inertia about the hinge, to which the ball's own, 2/5 m r^2, is
added:

    (m l^2 + 2/5 m r^2) theta'' = -m g l sin theta

Two things can be seen in the pictures. The energy, kinetic and potential, stays what it was:

    E = 1/2 (m l^2 + 2/5 m r^2) theta'^2 + m g l (1 - cos theta)

And a swing takes the same time whether it is small or not, said Galileo. For small angles that is so:

    T_0 = 2 pi sqrt((l^2 + 2/5 r^2)/(g l))

Look: compare T_0 = 2.007 s with the measured time of a swing from 1 rad. Then start it elsewhere, in radians from
hanging: --param start=0.1. The page with the motion itself is pendulum.html.

Exercise: how long (s) is a swing that begins at 2 rad? Within 1 %. You may measure, or compute.
"""
import exercise
import math

start = 1.0  # rad
answer = 0  # s

m, l, r, g = 1, 1, 0.05, 9.81
inertia = m * (l * l + 0.4 * r * r)
pendulum = addCharacter("pendulum", "pendulum")
setCamera((0.5, -4, 2), (0, 0, 1.5))


def swing(angle, seconds):
    """Curves of the angle and the energies, and how long a swing is."""
    restart()
    pendulum.setTarget("swing", angle, 20000, 2000)
    run(1)
    pendulum.relax()
    angles, kinetic, whole, zeros = [], [], [], []
    for k in range(round(seconds / 0.01)):
        run(0.01)
        theta, omega = pendulum.getAngle("swing"), pendulum.getRate("swing")
        if angles and angles[-1][1] > 0 >= theta:
            before = angles[-1]
            zeros.append(time() - 1 - 0.01 * theta / (theta - before[1]))
        angles.append((time() - 1, theta))
        kinetic.append((time() - 1, inertia * omega * omega / 2))
        whole.append((time() - 1, kinetic[-1][1] + m * g * l * (1 - math.cos(theta))))
    return angles, kinetic, whole, (zeros[-1] - zeros[0]) / (len(zeros) - 1)


angles, kinetic, whole, period = swing(start, 10)
energies = [energy for t, energy in whole[1:]]
plot("angle.svg", f"A pendulum from {start:g} rad", "time (s)", {"angle (rad)": {"": angles}})
plot("energy.svg", "Its energy", "time (s)", {"energy (J)": {"kinetic": kinetic, "kinetic and potential": whole}})
record("pendulum.html")
measure("a swing takes", period, "s")
measure("a small swing would take", 2 * math.pi * math.sqrt(inertia / (m * g * l)), "s")
measure("the energy changes by, at most", (max(energies) - min(energies)) / max(energies), "of it", "< 1e-6")
right = swing(2, 10)[3] if answer else 0
exercise.ask("how long is a swing that begins at 2 rad?", answer, "s", exercise.near(answer, right, 0.01),
             "Start it there (--param start=2) and read the period.")
