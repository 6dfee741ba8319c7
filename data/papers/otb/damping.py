"""OTB 2: under-, over- and critical damping; critical damping is the fastest that does not overshoot

arm2's shoulder goes 1 rad by constant gains, its elbow stiff and straight. ks is that of timed control for
0.6 s; kd is zeta times the critical 2 sqrt(m ks). What is claimed follows by hand: the solutions of m e'' +
kd e' + ks e = 0.
"""
import arms
import math

n = 3.889720
m = 0.38375  # kg m^2, of the straight arm about the shoulder
ks = m * (n / 0.6) ** 2
h = 0.005  # s: the control period
omega = math.sqrt(ks / m)

arm = addCharacter("arm2", name="arm")
setCamera((0.3, -1.2, 1.2), (0.3, 0, 0))


def swing(zeta):
    """The error (rad) in each period of 3 s."""
    restart()
    error = []
    arm.setTarget("elbow", 0, 1e5, 500)
    arm.setTarget("shoulder", 1, ks, 2 * zeta * math.sqrt(m * ks))
    run(3, until=lambda: error.append(1 - arm.getAngle("shoulder")))
    return error


def known(zeta, t):
    """The same by hand."""
    x = omega * t
    if zeta == 1:
        return (1 + x) * math.exp(-x)
    root = math.sqrt(abs(1 - zeta * zeta))
    if zeta < 1:
        return math.exp(-zeta * x) * (math.cos(root * x) + zeta / root * math.sin(root * x))
    return math.exp(-zeta * x) * (math.cosh(root * x) + zeta / root * math.sinh(root * x))


def overshoot(error):
    return max(0, -min(error))


curves = {}
for name, zeta in [("underdamped, 0.3", 0.3), ("critical, 1", 1), ("overdamped, 3", 3)]:
    error = swing(zeta)
    off = max([abs(error[k] - known(zeta, k * h)) for k in range(len(error))])
    past = math.exp(-math.pi * zeta / math.sqrt(1 - zeta * zeta)) if zeta < 1 else 0
    pairs = [(a, b) for a, b in zip(error, error[1:]) if a * b < 0 and abs(a) > 1e-6]
    measure(f"{name}: most that it is off its solution", off, "rad", "< 0.001")
    measure("overshoot", overshoot(error), "rad", f"= {past:.4f} +- 0.001")
    measure("times that it passes the target", len(pairs), "", "> 3" if zeta < 1 else "= 0")
    measure("arrival", h * arms.arrival(error, 0.1), "s", "= 0.6 +- 0.001" if zeta == 1 else "> 0.9")
    curves[name] = [(k * h, 1 - error[k]) for k in range(len(error))]

sweep = [(zeta, swing(zeta)) for zeta in [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.5, 2, 4]]
calm = [(h * arms.arrival(error, 0.1), zeta) for zeta, error in sweep if overshoot(error) < 1e-6]
measure("of 13 dampings from 0.5 to 4: those without overshoot", len(calm), "", "= 7")
measure("the fastest of these", min(calm)[1], "x critical", "= 1")
measure("the next one is later by", sorted(calm)[1][0] - min(calm)[0], "s", "> 0.01")
fast = min([(h * arms.arrival(error, 0.1), zeta, overshoot(error)) for zeta, error in sweep])
measure("the fastest of all", fast[1], "x critical", "< 1")
measure("its overshoot", fast[2], "rad", "> 0")
plot("damping.svg", "On the Beat, section 2: the same stiffness, less and more than critical", "time (s)",
     {"shoulder (rad)": curves})
swing(0.3)
record("damping.html")
