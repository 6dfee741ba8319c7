"""Gains: what stiffness and damping do to a joint

The joint of a pendulum goes from 1 rad to -1, pulled by a spring and a damper:

    torque = stiffness (target - angle) - damping rate

Weight pulls back, so that a soft spring stays short of it. With little damping it swings, with much it creeps:
kip run data/examples/gains.py --param damping=2 --figures out        draws the curves
kip tune data/examples/gains.py --generations 8 --starts 1        finds what is there soonest
"""
stiffness = 100  # N m/rad
damping = 8.0  # tune 1..40, N m s/rad
target = -1.0  # rad

arm = addCharacter("pendulum", "arm", key="start")
setTimestep(0.002)
setPeriod(0.004)


def reach(stiffness, damping):
    """The angle over time, a list of (s, rad)."""
    restart()
    arm.setTarget("swing", target, stiffness, damping)
    curve = []
    for i in range(150):
        run(0.02)
        curve.append((time(), arm.getAngle("swing")))
    return curve


dampings, springs = {}, {}
for d in [1, damping, 40]:
    curve = dampings[f"damping {d:g} N m s/rad"] = reach(stiffness, d)
    end = curve[-1][1]
    measure(f"damping {d:g}: how far it swings beyond", max(0, end - min([angle for t, angle in curve])), "rad")
    measure(f"damping {d:g}: when it stays within 0.05 rad", max([t for t, a in curve if abs(a - end) > 0.05]), "s")
for k in [25, 100, 400]:
    springs[f"stiffness {k} N m/rad"] = reach(k, 8)
    measure(f"stiffness {k}: how far it stays short", springs[f"stiffness {k} N m/rad"][-1][1] - target, "rad")
plot("gains.svg", "From 1 rad to -1", "time (s)", {"angle (rad)": dampings, "of other springs (rad)": springs})
settled = max([t for t, a in reach(stiffness, damping) if abs(a - target) > 0.15] + [0])
measure("cost", settled, "s", "< 3")
