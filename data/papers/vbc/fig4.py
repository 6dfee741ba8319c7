"""VBC figure 4: the same target with the foot free and with it fixed to the ground: which body turns

Velocity control knows how bodies stand to each other and not how all stands in the world: free, it cannot
tell the paper's states (a) and (b) apart. Two bodies first, whose hinge is wanted at 2 rad/s: in one control
period either turns as the other's inertia has it, or body two alone where body one is fixed; the muscle is as
strong as it takes. Then gait22, without gravity: left hip, knee and ankle go to the same angles in 1 s. Free,
what is light turns, the leg; with the foot joint of section 4.1 the foot stays and the trunk turns.
"""
import math

h = 0.005  # s: the control period
target = {"hip_l": (math.cos(0.2), 0, -math.sin(0.2), 0), "knee_flex_l": 0.1, "ankle_flex_l": 0.25}

bodies = addCharacter("two_bodies", name="bodies", at=(0, 3, 1))
man = addCharacter("gait22", name="man", key="stand", at=(0, 0, 0.5))
setGravityScale(0)
setCamera((0.3, -4, 1.6), (0, 1, 1.4))


def pull(planted):
    """The impulse of the first period (N m s), and both rates after it (rad/s)."""
    restart()
    setGravityScale(0)
    bodies.setVelocity(reaction=0)
    if planted:
        bodies.plant("one")
    bodies.reach({"hinge": 1}, 0.5)
    run(h)
    return bodies.getTorque("hinge") * h, getSpin("one").z, getSpin("two").z


def pitch(link):
    """How far it leans to the front, rad."""
    w, x, y, z = getOrientation(link)
    return 2 * math.atan2(y, w)


def move(planted):
    """Of pelvis and foot: (time, degrees). How far the joints are from their target then (rad)."""
    restart()
    setGravityScale(0)
    man.setVelocity()
    still = dict([(joint, man.getAngle(joint)) for joint in man.joints()])
    man.reach(still, 1)
    man.reach(target, 1)
    if planted:
        man.plant("foot_l")
    curves = {"man/pelvis": [], "man/foot_l": []}

    def look():
        for link, curve in curves.items():
            curve.append((time(), math.degrees(pitch(link))))

    run(1, until=look)
    w, x, y, z = man.getAngle("hip_l")
    off = [2 * math.atan2(-y, w) - 0.4, 2 * x, 2 * z]
    off.extend([man.getAngle(joint) - target[joint] for joint in ["knee_flex_l", "ankle_flex_l"]])
    return curves["man/pelvis"], curves["man/foot_l"], max([abs(angle) for angle in off])


for name, planted, impulse, one, two in [("free", False, 0.333333, -0.333333, 1.666667),
                                         ("body one fixed", True, 0.4, 0, 2)]:
    found = pull(planted)
    measure(f"two bodies, {name}: impulse of the muscle", found[0], "N m s", f"= {impulse} +- 1e-6", "catalogue")
    measure("body one turns at", found[1], "rad/s", f"= {one} +- 1e-6", "catalogue")
    measure("body two turns at", found[2], "rad/s", f"= {two} +- 1e-6", "catalogue")

panels = {"pelvis, leaning ahead (degrees)": {}, "left foot, toes down (degrees)": {}}
turned = {}
for name, planted in [("free", False), ("left foot fixed", True)]:
    pelvis, foot, off = move(planted)
    turned[name] = pelvis[-1][1], foot[-1][1]
    panels["pelvis, leaning ahead (degrees)"][name] = pelvis
    panels["left foot, toes down (degrees)"][name] = foot
    measure(f"gait22, {name}: joints off their target at 1 s", off, "rad", "< 0.001")
    measure("pelvis has turned by", turned[name][0], "degrees", "> 20" if planted else "-10..10")
    measure("left foot has turned by", turned[name][1], "degrees", "= 0 +- 0.01" if planted else "< -20")
both = [pelvis - foot for pelvis, foot in turned.values()]
measure("pelvis against foot: fixed less free", both[1] - both[0], "degrees", "= 0 +- 0.05")
title = "Velocity control, figure 4: the same target, the foot free and fixed"
plot("fig4_orientation.svg", title, "time (s)", panels)
record("fig4.html")
