"""DCT 4.1: weaker gravity, and forces that are taken off single bodies by axis, against what follows by hand.

Balls of 0.43 kg begin to fall with their centres 1 m above the ground. The scene looks once a step, so that
times are known to a millisecond.
"""
import math

g = 9.81  # m/s^2
drop = 1 - 0.11  # m: to the first touch
masses = 0.43  # kg

setPeriod(0.001)
plain = addCharacter("ball", name="plain")
masked = addCharacter("ball", name="masked", at=(0, 1, 0))
setCamera((4, -2, 1.2), (0, 0.5, 0.6))


def fall(scale, later=None):
    """Seconds to the ground; after 0.2 s gravity has the factor `later`, where there is one."""
    restart()
    setGravityScale(scale)
    if later is not None:
        at(0.2, lambda: setGravityScale(later))
    run(3, until=lambda: isColliding("plain", "ground"))
    return time()


def analytic(scale, later):
    """The same by hand."""
    v = scale * g * 0.2
    left = drop - v * 0.1
    a = later * g
    return 0.2 + (math.sqrt(v * v + 2 * a * left) - v) / a


for scale, later in [(1, 1), (0.5, 0.5), (1, 0.5), (0, 1)]:
    known = analytic(scale, later)
    name = f"gravity x {scale}, after 0.2 s x {later}: falls {drop} m in"
    measure(name, fall(scale, later), "s", f"= {known:.4f} +- 0.0021")

restart()
masked.setMask("ball", "gravity", "z")
run(0.4)
measure("gravity masked along z: falls in 0.4 s", 1 - getPosition("masked").z, "m", "= 0 +- 1e-12")
measure("the other ball meanwhile", 1 - getPosition("plain").z, "m", f"= {g * 0.08:.6f} +- 1e-9")
masked.setMask("ball", "gravity", "")
run(0.4)
measure("mask taken off: falls in 0.4 s", 1 - getPosition("masked").z, "m", f"= {g * 0.08:.6f} +- 1e-9")

restart()
masked.setMask("ball", "contacts", "z")
run(1)
through = getPosition("masked").z
measure("contacts masked along z: through the ground, to", through, "m", f"= {1 - g / 2:.6f} +- 1e-9")
run(5)
measure("the other ball lies on it in the end", getPosition("plain").z, "m", "= 0.11 +- 0.001")

restart()
masked.setMask("ball", "pushes", "x")
push("masked", (4.3, 4.3, 0), 0.1)
run(0.2)
measure("pushes masked along x: velocity along x", getVelocity("masked").x, "m/s", "= 0")
measure("along y", getVelocity("masked").y, "m/s", f"= {0.43 / masses:.6f} +- 1e-9")
