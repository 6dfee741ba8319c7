"""VBC figure 1: what a joint carries: constraint force, limit force, muscle torque

gait22's left knee, the thigh fixed in space, no gravity. It is kicked by 60 N m, and where 0.15 rad are
left to its limit the muscle pulls back, a spring and a damper; all the same it runs into the limit.
jointForces() tells the three groups of section 3.1 apart. Shank, foot and toes have a momentum, and an
angular momentum about the knee: their rates of change, differences over two steps of 0.25 ms, are what the
constraint force is to be, and limit, muscle and the hinge's own damper (1 N m s/rad) together. Across its
axis the hinge carries nothing, for the leg moves in a plane. The limit is kip's, an exponential spring; the
paper's is ODE's.
"""
h = 0.00025  # s: of control, and of a step
links = ["shank_l", "foot_l", "toe_l"]
knee = "knee_flex_l"

setTimestep(h)
setPeriod(h)
body = addCharacter("gait22", name="body", key="ready", at=(0, 0, 0.5))
setGravityScale(0)
setCamera((0.4, -2.5, 1.2), (0.2, 0, 0.9))


def total(of, place=None):
    """Of shank, foot and toes."""
    sum = vec(0, 0, 0)
    for link in links:
        sum += of(link) if place is None else of(link, place)
    return sum


def swing():
    """Bends the knee, kicks, and lets the muscle pull back where 0.15 rad are left."""
    body.lockAxes("thigh_l", "x y z rx ry rz", 0)
    for joint in body.joints():
        if joint != "hip_l":
            body.setTarget(joint, 1.2 if joint == knee else body.getAngle(joint), 300, 10)
    run(0.6)
    body.setTarget(knee, 0, 0, 0)
    body.setTorque(knee, -60)
    run(0.3, until=lambda: body.getAngle(knee) < 0.15)
    body.setTorque(knee, 0)
    body.setTarget(knee, 0.4, 200, 4)
    run(h)


class Watch:
    """A row each step: time, angle, rate, what the joint carries, momentum about the knee and at all."""

    def __init__(self, seconds):
        self.rows, self.at = [], getPosition("shank_l", (0, 0, 0))  # the knee does not move
        run(seconds, until=self.look)

    def look(self):
        held, across, limit, muscle = body.jointForces(knee)
        self.rows.append((time(), body.getAngle(knee), body.getRate(knee), held, across, limit, muscle,
                          total(getAngularMomentum, self.at), total(getMomentum)))


swing()
rows = Watch(0.12).rows
curves = {"limit": [], "muscle": [], "all, by the momentum": []}
force = {"ahead": [], "up": []}
off, off_force = [], []
for before, now, after in zip(rows, rows[1:], rows[2:]):
    t, angle, rate, held, across, limit, muscle, spin, momentum = now
    asked = (after[7] - before[7]).y / (2 * h)
    pull = (after[8] - before[8]) / (2 * h)
    off.append(abs(limit + muscle - rate - asked))
    off_force.append((held - pull).length())
    for name, x in [("limit", limit), ("muscle", muscle), ("all, by the momentum", asked)]:
        curves[name].append((t, x))
    force["ahead"].append((t, held.x))
    force["up"].append((t, held.z))
deepest = min([(row[1], row[5], row[6]) for row in rows])
most = max([abs(x) for t, x in curves["all, by the momentum"]])
most_force = max([row[3].length() for row in rows])
measure("the knee stretches at up to", -min([row[2] for row in rows]), "rad/s")
measure("beyond its limit by up to", -deepest[0], "rad", "0.02..0.3")
measure("there: the limit's torque", deepest[1], "N m", "> 20")
measure("there: the muscle's torque", deepest[2], "N m", "> 20")
measure("largest constraint force", most_force, "N")
near = "< 0.01"
measure("off what the momentum asks for, of the largest", max(off) / most, "", near)
measure("constraint force", max(off_force) / most_force, "", near)
measure("largest constraint torque, across the axis", max([row[4].length() for row in rows]), "N m", "< 1")
title = "Velocity control, figure 1: a knee runs into its limit against its muscle"
plot("fig1_forces.svg", title, "time (s)",
     {"knee (rad)": {"angle": [(row[0], row[1]) for row in rows]}, "torque about its axis (N m)": curves,
      "constraint force (N)": force})
record("fig1.html")
