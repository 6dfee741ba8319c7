"""OTB 7: a steady error under gravity, and none where the torque against gravity is known

The paper adds nothing against gravity and admits an error: what hangs on the joint, G, over the stiffness,
ks. beat39 holds its left arm out ahead, straight or bent by 90 degrees; G is from the model's table, ks what
the control gives. With G added, which is the default, the error is gone. After the key-frame gains are those
of 0.2 s.
Help: pelvis and trunk do not move; the arm's other joints are stiff.
"""
# OTB.E8: kip eq OTB.E8
import math

shoulder = "shoulder_flex_l"
skeleton = addCharacter("beat39", name="skeleton", key="stand")
setCamera((0.6, 4, 1.4), (0.1, 0, 1))


def torque(angle, elbow):
    """What gravity does about the shoulder's flexion (N m), from the model's table."""
    upper = 0.3255 * math.sin(angle)
    return 9.81 * (2.24 * 0.1419 * math.sin(angle) + 1.28 * (upper + 0.1099 * math.sin(angle + elbow))
                   + 0.48 * (upper + (0.2555 + 0.0956) * math.sin(angle + elbow)))


def hold(angle, elbow, gravity):
    """How far below its key-frame the shoulder is 1.5 s after it (rad), ks, and its way there."""
    restart()
    curve = []
    for link in ["pelvis", "trunk"]:
        skeleton.lockAxes(link, "x y z rx ry rz", 0)
    for joint in skeleton.joints()[1:]:
        skeleton.setTarget(joint, elbow if joint == "elbow_flex_l" else 0, 3000, 60)
    run(0.5)
    skeleton.setBeat(gravity=gravity)
    skeleton.addKey(shoulder, angle, 1.5)
    run(2.5, until=lambda: curve.append((time() - 0.5, skeleton.getAngle(shoulder))))
    return angle - skeleton.getAngle(shoulder), skeleton.gains(shoulder)[0], curve


curves = {}
for angle, elbow in [(1.0, 0), (1.5, 0), (0.8, math.pi / 2)]:
    name = f"shoulder {angle} rad, elbow {math.degrees(elbow):.0f} degrees"
    below, ks, bare = hold(angle, elbow, 0)
    G = torque(angle - below, elbow)
    measure(f"{name}: ks", ks, "N m/rad")
    measure("nothing added: error, G/ks", below, "rad", f"= {G / ks:.5f} +- {0.002 * G / ks:.5f}", "catalogue")
    below, ks, half = hold(angle, elbow, 0.5)
    G = torque(angle - below, elbow)
    measure("half of G added: error", below, "rad", f"= {0.5 * G / ks:.5f} +- 0.0003")
    below, ks, known = hold(angle, elbow, 1)
    measure("G added: error", abs(below), "rad", "< 1e-4")
    curves[name + ": nothing added"], curves[name + ": G added"] = bare, known
note = "The key-frame is at 1 s. Gains rise until then, and are those of 0.2 s from then on."
plot("gravity.svg", "On the Beat, section 7: gravity, with nothing against it and with G", "time (s)",
     {"shoulder (rad)": curves}, note)
record("gravity.html")
