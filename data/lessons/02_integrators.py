"""Lesson 2: steps in time, and their order

A computer goes from one moment to the next in steps of h. How it does so decides how far off it is. Of the
pendulum of lesson 1, with y = (theta, omega) and y' = f(y), here are three ways, ten lines each in this script:

    "explicit Euler:" y_{n+1} = y_n + h f(y_n)
    "semi-implicit Euler:" omega_{n+1} = omega_n + h f_omega(theta_n), theta_{n+1} = theta_n + h omega_{n+1}
    "Runge-Kutta:" y_{n+1} = y_n + h/6 (k_1 + 2 k_2 + 2 k_3 + k_4)

A method is of order p when half the step makes it off by 2^p less: in the first picture, with both axes as powers
of ten, its curve rises by p. The second picture is their energy over time: explicit Euler gains, Runge-Kutta loses
very little, semi-implicit Euler goes up and down and keeps it for ever, which is why games use it. kip's own method is
Runge-Kutta where nothing is stiff (kip eq KIP.3).

Exercise: Runge-Kutta with h = 0.1 s is off by some amount after 4 s. Which h (s) makes it off by a thousandth of
that? Within a tenth.
"""
import exercise
import math

answer = 0  # s


def pull(theta):
    return -9.81 / 1.001 * math.sin(theta)


def explicit(theta, omega, h):
    return theta + h * omega, omega + h * pull(theta)


def semi_implicit(theta, omega, h):
    omega += h * pull(theta)
    return theta + h * omega, omega


def runge_kutta(theta, omega, h):
    a1, b1 = omega, pull(theta)
    a2, b2 = omega + h / 2 * b1, pull(theta + h / 2 * a1)
    a3, b3 = omega + h / 2 * b2, pull(theta + h / 2 * a2)
    a4, b4 = omega + h * b3, pull(theta + h * a3)
    return theta + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4), omega + h / 6 * (b1 + 2 * b2 + 2 * b3 + b4)


def end(method, h, seconds=1):
    """Where it is after so long, in steps that fit."""
    steps = max(1, round(seconds / h))
    theta, omega = 1, 0
    for k in range(steps):
        theta, omega = method(theta, omega, seconds / steps)
    return theta


def energies(method, h):
    theta, omega, curve = 1, 0, []
    for k in range(round(20 / h)):
        theta, omega = method(theta, omega, h)
        curve.append((k * h, 1.001 * omega * omega / 2 + 9.81 * (1 - math.cos(theta))))
    return curve


exact = end(runge_kutta, 0.001)
methods = {"explicit Euler": explicit, "semi-implicit Euler": semi_implicit, "Runge-Kutta": runge_kutta}
off, energy = {}, {}
for name, method in methods.items():
    off[name] = []
    for h in [0.1, 0.05, 0.025, 0.0125, 0.00625]:
        off[name].append((math.log10(h), math.log10(abs(end(method, h) - exact))))
    energy[name] = energies(method, 0.02)
    order = (off[name][-2][1] - off[name][-1][1]) / (off[name][-2][0] - off[name][-1][0])
    measure(f"order of {name}", order, "", "3.8..4.2" if method == runge_kutta else "0.8..1.2")
plot("order.svg", "Off after 1 s", "log10 of h (s)", {"log10 of how far off (rad)": off})
plot("drift.svg", "Energy in steps of 0.02 s", "time (s)", {"energy (J)": energy})

# kip's own, for the picture of the motion and for comparison
pendulum = addCharacter("pendulum", "pendulum", key="start")
pendulum.relax()
run(1)
measure("kip, in steps of 1 ms, is off by", abs(pendulum.getAngle("swing") - exact), "rad", "< 1e-6")
later = end(runge_kutta, 0.001, 4)
goal = abs(end(runge_kutta, 0.1, 4) - later) / 1000
good = 0.001 < answer < 0.1 and 0.6 < abs(end(runge_kutta, answer, 4) - later) / goal < 1.5
exercise.ask("which h makes Runge-Kutta off by a thousandth of what it is at 0.1 s?", answer, "s", good,
             "Half the step makes it off by 16 times less: how often must 0.1 be halved for 1000?")
