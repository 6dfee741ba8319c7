"""OTB 4.4 and 7: a torque limit, what it says about the time, and the failure report

beat39's shoulder, as strong as the model has it, swings 1 rad from rest, without gravity; T is the time it
gets. Below T_clamp = n sqrt(m e0 / tau_max) the wanted torque meets its bound, found by bisection. Gains by
the time left still arrive for shorter times, full torque or not; none can below full torque one way and then
the other, 2 sqrt(m e0 / tau_max). A key-frame that will be missed is told ahead, with when it will be
reached.
Help: pelvis and trunk do not move; all other joints have key-frames where they are.
"""
import arms
import math

n = 3.889720
strength = 120  # N m
shoulder = "shoulder_flex_l"
h = 0.001  # s: the control period; torques are made for its middle, and a miss is told after three

setPeriod(h)
skeleton = addCharacter("beat39", name="skeleton", key="stand")
setCamera((0.6, 4, 1.4), (0.1, 0, 1))


class Swing:
    """1 rad in T; after that it is held for 0.3 s."""

    def __init__(self, T):
        restart()
        setGravityScale(0)
        for link in ["pelvis", "trunk"]:
            skeleton.lockAxes(link, "x y z rx ry rz", 0)
        skeleton.setBeat()
        for joint in skeleton.joints()[1:]:
            skeleton.addKey(joint, 1 if joint == shoulder else 0, T)
        self.T, self.most, self.off, self.told, self.miss = T, 0, 0, None, None
        self.angle, self.torque = [], []
        run(T + 0.3, until=self.look)

    def look(self):
        error = abs(1 - skeleton.getAngle(shoulder))
        self.angle.append((time(), skeleton.getAngle(shoulder)))
        self.torque.append((time(), skeleton.getTorque(shoulder)))
        if time() < self.T - h / 2:
            self.most = max(self.most, abs(skeleton.wanted(shoulder)))
        else:
            self.off = max(self.off, error)
        if skeleton.misses() and not self.told:
            self.told, self.miss = time(), skeleton.misses()[0]


def bisect(holds, low, high):
    """Below it does not hold, above it does."""
    while high - low > 1e-4:
        middle = (low + high) / 2
        low, high = (low, middle) if holds(Swing(middle)) else (middle, high)
    return (low + high) / 2


m = arms.inertia(0)  # kg m^2
T_clamp, least = n * math.sqrt(m / strength), 2 * math.sqrt(m / strength)

clamped = bisect(lambda swing: swing.most < strength, 0.1, 0.5)
reached = bisect(lambda swing: swing.off < 0.01, 0.1, 0.5)
told = bisect(lambda swing: swing.told is None, 0.1, 0.5)
measure("the torque meets its bound below T_clamp", clamped, "s", f"= {T_clamp:.4f} +- {0.02 * T_clamp:.4f}",
        "catalogue")
measure("shortest time that is reached, and held to 0.01 rad", reached, "s", f"> {least:.4f}", "catalogue")
measure("that over T_clamp", reached / T_clamp, "", "0.514..0.58", "catalogue")
measure("a miss is told below where it is reached", told, "s", f"{reached:.4f}..{1.05 * reached:.4f}")
angles, torques = {}, {}
for T, claim in [(0.3, "= 0"), (0.25, "= 0"), (0.15, "= 0"), (0.1, "= 1"), (0.13, "= 1")]:
    swing = Swing(T)
    measure(f"in {T} s: the most torque wanted", swing.most, "N m")
    measure("most off from then on", swing.off, "rad", "< 0.01" if swing.told is None else "> 0.01")
    measure("a miss is told", 0 if swing.told is None else 1, "", claim)
    if swing.told is not None:
        measure("told so long ahead", swing.miss[1] - swing.told, "s", f"> {0.95 * T:.4f}")
        arrival = f"= {least:.4f} +- {0.02 * least:.4f}"
        measure("when it says it will arrive, by full torque", swing.miss[2], "s", arrival)
    angles[f"in {T} s"], torques[f"in {T} s"] = swing.angle, swing.torque
plot("limits.svg", "On the Beat, sections 4.4 and 7: 1 rad in less time, with 120 N m at most", "time (s)",
     {"shoulder (rad)": angles, "its torque (N m)": torques},
     f"The torque meets its bound below {T_clamp:.3f} s; nothing is there before {least:.3f} s.")
record("limits.html")
