"""OTB figures 1 and 2: an arm swings from A to B in 1 s and on to C, the elbow straight or bent

beat39 raises its left arm from 0 to B = 1 rad in 1 s, then to C = 1.6 rad in 0.5 s; its elbow is straight, at
60 or at 120 degrees. Gains that follow from inertia and time are on time in all cases, and constant gains
tuned on the straight arm for B are not. "Arrival" is when the last 10 % of the way begin, as the paper has
it: 90 % are gone in time; it counts as on time within a control period, 5 ms. Gains by the time left, the
default, leave nothing then.
Help: pelvis and trunk do not move, and all joints but the shoulder's flexion are stiff.
"""
import arms
import math

keys = [(1.0, 1.0), (1.6, 0.5)]  # rad, s: A to B, B to C
shoulder = "shoulder_flex_l"
damping = 1  # N m s/rad: the shoulder's own

skeleton = addCharacter("beat39", name="skeleton", key="stand")
setCamera((0.6, 4, 1.4), (0.1, 0, 1))
angle_curves, gain_curves, whole_curves = {}, {}, {}


class Swing:
    """From A to B to C by law(), or by constant gains."""

    def __init__(self, elbow, gravity, law, gains=None):
        restart()
        setGravityScale(gravity)
        for link in ["pelvis", "trunk"]:
            skeleton.lockAxes(link, "x y z rx ry rz", 0)
        for joint in skeleton.joints()[1:]:
            skeleton.setTarget(joint, math.radians(elbow) if joint == "elbow_flex_l" else 0, 3000, 60)
        run(1)
        law()
        self.late, self.left, self.curve, self.ks, self.gains = [], [], [], [], None
        for angle, seconds in keys:
            self.angles = []
            if gains:
                skeleton.setTarget(shoulder, angle, gains[0], gains[1] - damping)
            else:
                skeleton.addKey(shoulder, angle, time() + seconds)
            run(seconds, until=self.look)
            self.late.append(self.arrival(angle, 0.1 * (angle - self.angles[0])))
            self.left.append(abs(angle - self.angles[-1]))

    def look(self):
        self.angles.append(skeleton.getAngle(shoulder))
        self.curve.append((time() - 1, self.angles[-1]))
        if len(self.curve) > 1:
            self.ks.append((time() - 1, skeleton.gains(shoulder)[0]))
        if len(self.curve) == 20:
            self.gains = skeleton.gains(shoulder)

    def arrival(self, target, near):
        """When it was `near` the target first, to stay there, in control periods after the end."""
        return arms.arrival([target - angle for angle in self.angles], near) - (len(self.angles) - 1)


def whole():
    skeleton.setBeat(time="fixed", constants="rate")


for elbow in [0, 60, 120]:
    calm, heavy = Swing(elbow, 0, whole), Swing(elbow, 1, whole)
    tuned = tuned if elbow else calm.gains
    kept = Swing(elbow, 0, lambda: None, tuned)
    ratio = f"= {arms.inertia(math.radians(elbow)) / arms.inertia(0):.4f} +- 0.001"
    measure(f"elbow {elbow}: ks over that of the straight arm", calm.gains[0] / tuned[0], "", ratio, "catalogue")
    measure("the method: late at B", calm.late[0], "periods", "-1..1", "catalogue")
    measure("late at C", calm.late[1], "periods", "-1..1", "catalogue")
    measure("the method, with gravity: late at B", heavy.late[0], "periods", "-1..1", "catalogue")
    measure("late at C", heavy.late[1], "periods", "-1..1", "catalogue")
    measure("the straight arm's gains: late at B", kept.late[0], "periods", "> 2" if elbow else "-1..1")
    measure("late at C, 0.5 s later", kept.late[1], "periods", "> 2")
    for gravity in [0, 1]:
        ours = Swing(elbow, gravity, skeleton.setBeat)
        where = "with gravity" if gravity else "without"
        measure(f"by the time left, {where}: error at B, in its time", ours.left[0], "rad", "< 1e-4")
        measure(f"by the time left, {where}: error at C, in its time", ours.left[1], "rad", "< 1e-4")
    angle_curves[f"elbow {elbow}"] = ours.curve
    gain_curves[f"elbow {elbow}"] = [(t, math.log10(ks)) for t, ks in ours.ks]
    whole_curves[f"elbow {elbow}"] = heavy.ks
    if elbow:
        angle_curves[f"elbow {elbow}, gains of the straight arm"] = kept.curve
angle_curves["elbow 120, whole interval"] = heavy.curve

plot("fig1_swing.svg", "On the Beat, figure 1: 1 rad in 1 s, then 0.6 rad in 0.5 s", "time (s)",
     {"shoulder (rad)": angle_curves},
     "With gravity, but for the straight arm's gains. The first curve hides others by the method.")
plot("fig2_gains.svg", "On the Beat, figure 2: ks of the shoulder", "time (s)",
     {"by the time left: log10 of ks (N m/rad)": gain_curves, "whole interval: ks (N m/rad)": whole_curves})
record("swing.html")
