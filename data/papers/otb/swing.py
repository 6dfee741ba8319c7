"""OTB figures 1 and 2: an arm swings from A to B in 1 s and on to C, the elbow straight or bent

beat39 raises its left arm from 0 to B = 1 rad in 1 s, then to C = 1.6 rad in 0.5 s; its elbow is straight, at 60 or
at 120 degrees. Gains that follow from inertia and time are on time in all cases, and constant gains tuned on the
straight arm for B are not. "Arrival" is when the last 10 % of the way begin, as the paper has it: 90 % are gone in
time. Gains by the time left, the default, leave nothing at that time. With gravity, those by the whole interval are
1.4 control periods late at B, which is more than one: what is added against it is kept for a period, so it is old.
Help: pelvis and trunk do not move, and all joints but the shoulder's flexion are stiff.
"""
import math

h = 0.001  # s: step and control period
keys = [(1.0, 1.0), (1.6, 0.5)]  # rad, s: A to B, B to C
shoulder = "shoulder_flex_l"
damping = 1  # N m s/rad: the shoulder's own

setTimestep(h)
setPeriod(h)
skeleton = addCharacter("beat39", name="skeleton", key="stand")
setCamera((0.6, 4, 1.4), (0.1, 0, 1))
log = {"gains": None, "first": None}


def look():
    log["angles"].append(skeleton.getAngle(shoulder))
    log["gains"] = skeleton.gains(shoulder) if len(log["angles"]) == 100 else log["gains"]


def ready(elbow, gravity):
    restart()
    setGravityScale(gravity)
    for link in ["pelvis", "trunk"]:
        skeleton.lockAxes(link, "x y z rx ry rz", 0)
    for joint in skeleton.joints()[1:]:
        skeleton.setTarget(joint, math.radians(elbow) if joint == "elbow_flex_l" else 0, 3000, 60)
    run(1)


def late(target, near):
    """When it was `near` the target first, to stay there, in control periods after the end of the log."""
    angles = log["angles"]
    i = max([k for k in range(len(angles) - 1) if target - angles[k] > near])
    return i + (target - angles[i] - near) / (angles[i + 1] - angles[i]) - (len(angles) - 1)


def stops(elbow, gravity, gains=None):
    """Late at B and at C, by the method with the whole interval, or by constant gains; the gains after 0.1 s."""
    ready(elbow, gravity)
    if not gains:
        skeleton.setBeat(time="fixed", constants="rate", gravity=gravity)
    result = []
    for angle, seconds in keys:
        log["angles"] = []
        if gains:
            skeleton.setTarget(shoulder, angle, gains[0], gains[1] - damping)
        else:
            skeleton.addKey(shoulder, angle, time() + seconds)
        run(seconds, until=look)
        result.append(late(angle, 0.1 * (angle - log["angles"][0])))
        log["first"] = log["gains"] if angle == 1 else log["first"]
    return result


def errors(elbow, gravity):
    """At B and C at their times, by the time left, which is the default (rad)."""
    ready(elbow, gravity)
    skeleton.setBeat(gravity=gravity)
    skeleton.addKey(shoulder, 1.0, 2.0)
    skeleton.addKey(shoulder, 1.6, 2.5)
    run(1)
    at_b = skeleton.getAngle(shoulder)
    run(0.5)
    return abs(1 - at_b), abs(1.6 - skeleton.getAngle(shoulder))


def inertia(elbow):
    """Of the arm about the shoulder's flexion, from the model's table (kg m^2)."""
    total = 0.02461 + 2.24 * 0.1419 ** 2
    for mass, along, own in [(1.28, 0.1099, 0.00767), (0.48, 0.2555 + 0.0956, 0.00151)]:
        total += own + mass * (0.3255 ** 2 + along ** 2 + 2 * 0.3255 * along * math.cos(math.radians(elbow)))
    return total


for elbow in [0, 60, 120]:
    on_time = stops(elbow, 0)
    gains = log["first"]
    tuned = tuned if elbow else gains
    kept = stops(elbow, 0, tuned)
    ratio = f"= {inertia(elbow) / inertia(0):.4f} +- 0.001"
    measure(f"elbow {elbow}: ks over that of the straight arm", gains[0] / tuned[0], "", ratio)
    measure("the method: late at B", on_time[0], "periods", "-1..1")
    measure("late at C", on_time[1], "periods", "-1..1")
    measure("gains tuned on the straight arm: late at B", kept[0], "periods", "> 10" if elbow else "-1..1")
    measure("late at C, 0.5 s later", kept[1], "periods", "> 10")
    heavy = stops(elbow, 1)
    measure("the method, with gravity: late at B", heavy[0], "periods")
    measure("late at C", heavy[1], "periods", "-1..1")
    for gravity in [0, 1]:
        at_b, at_c = errors(elbow, gravity)
        where = "with gravity" if gravity else "without"
        measure(f"by the time left, {where}: error at B, in its time", at_b, "rad", "< 1e-4")
        measure(f"by the time left, {where}: error at C, in its time", at_c, "rad", "< 1e-4")
