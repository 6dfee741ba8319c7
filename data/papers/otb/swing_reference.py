"""OTB figures 1 and 2 in numbers: one shoulder, 1 rad, by gains made for it and by gains that are kept

arm2 swings its shoulder, the elbow stiff, straight or bent by 90 degrees. Constant gains are those that leave
10 % of the error at 0.6 s for the inertia that they are tuned on; "arrival" is when the last 10 % begin.
Claims are the worked examples' numbers. Inertias alone shift arrival by little; another time or a single
link's inertia by much. By the time left the error would be 4e-8 rad at 0.6 s; that gains count no less than
0.02 s leaves 2.72e-5.
"""
import arms
import math

n = 3.889720  # time constants to the key-frame: 10 % of the error are left there
straight, bent, link = 0.38375, 0.24875, 0.065  # kg m^2 about the shoulder; the upper arm alone
h = 0.005  # s: the control period

arm = addCharacter("arm2", name="arm")
setCamera((0.3, -1.2, 1.2), (0.3, 0, 0))


class Swing:
    """From 0 to 1 rad in 0.6 s: with the gains for an inertia, or by the method, which is told none."""

    def __init__(self, elbow, inertia, mode=None):
        restart()
        self.angles, self.ks = [], 0
        arm.setTarget("elbow", elbow, 1e5, 500)
        arm.setTarget("shoulder", 0, 1e5, 500)
        run(1)
        if inertia:
            arm.setTarget("shoulder", 1, inertia * (n / 0.6) ** 2, 2 * inertia * n / 0.6)
        else:
            arm.setBeat(time=mode)
            arm.addKey("shoulder", 1, 1.6)
        run(0.6 if mode == "remaining" else 4, until=self.look)

    def look(self):
        self.angles.append(arm.getAngle("shoulder"))
        self.ks = self.ks or arm.gains("shoulder")[0]

    def left(self, seconds):
        return abs(1 - self.angles[round(seconds / h)])

    def arrival(self):
        """When it came within 0.1 rad of the target to stay there."""
        return h * arms.arrival([1 - angle for angle in self.angles], 0.1)

    def curve(self):
        return [(i * h, self.angles[i]) for i in range(min(len(self.angles), round(2 / h)))]


def compare(name, elbow, inertia, arrival, overshoot, left):
    swing = Swing(elbow, inertia)
    measure(f"{name}: arrival", swing.arrival(), "s", f"= {arrival} +- 0.001", "catalogue")
    measure(f"{name}: overshoot", 100 * max(0, max(swing.angles) - 1), "%", f"= {overshoot} +- 0.1", "catalogue")
    measure(f"{name}: error at 0.6 s", swing.left(0.6), "rad", f"= {left} +- 0.0005", "catalogue")
    curves[name] = swing.curve()
    return swing


elbow, curves = math.pi / 2, {}
tuned = compare("tuned on the straight arm, straight", 0, straight, 0.6001, 0, 0.1)
compare("tuned on the straight arm, bent", elbow, straight, 0.6384, 0, 0.1169)
compare("tuned on the bent arm, straight", 0, bent, 0.5750, 1.4, 0.0819)
measure("the tuned gains where 1 s is wanted: early by", 1 - tuned.arrival(), "s", "= 0.4 +- 0.001", "catalogue")
measure("where 0.3 s is wanted: late by", tuned.arrival() - 0.3, "s", "= 0.3 +- 0.001", "catalogue")
measure("its error at 0.3 s", tuned.left(0.3), "rad", "= 0.4210 +- 0.001", "catalogue")
compare("the upper arm's inertia alone, straight", 0, link, 1.8121, 24.2, 0.2898)
compare("the upper arm's inertia alone, bent", elbow, link, 1.4125, 15.4, 0.1632)
ks = []
for name, angle in [("straight", 0), ("bent", elbow)]:
    fixed = Swing(angle, None, "fixed")
    measure(f"the method, whole interval, {name}: arrival", fixed.arrival(), "s", "= 0.6001 +- 0.001", "catalogue")
    measure("error at 0.6 s", fixed.left(0.6), "rad", "= 0.1 +- 0.0005", "catalogue")
    ks.append(fixed.ks)
    swing = Swing(angle, None, "remaining")
    measure(f"the method, time left, {name}: arrival", swing.arrival(), "s", "= 0.4139 +- 0.001", "catalogue")
    measure("error at 0.6 s", swing.left(0.6), "rad", "= 2.72e-5 +- 2e-6")
    curves["the method, time left, " + name] = swing.curve()
measure("ks of the straight arm", ks[0], "N m/rad", "= 16.128078 +- 0.001", "catalogue")
measure("ks of the bent arm over that of the straight one", ks[1] / ks[0], "", "= 0.648208 +- 1e-4", "catalogue")
plot("swing_reference.svg", "1 rad in 0.6 s by gains made for it, and by gains that are kept", "time (s)",
     {"shoulder (rad)": curves})
record("swing_reference.html")
