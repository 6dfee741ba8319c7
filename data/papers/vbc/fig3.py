"""VBC figure 3: no muscle acts on the root: the torque on it is minus the sum of its limbs'

gait22 goes to two poses by velocity control: in free flight without gravity, and with the left foot fixed in
space, with gravity. jointForces() gives what waist and hips carry; what that does to the pelvis about its
centre of mass, with the sign turned, is to be the rate at which the pelvis' own angular momentum changes. The
rate is a difference over a step of half a millisecond and the torques are those of its end: they may differ
by what changes meanwhile, 1 % of the largest. The paper's figure speaks of muscles alone; the forces that
joints carry turn the pelvis too, and the muscles' part is drawn beside.
"""
import math

h = 0.0005  # s: of the control, and of a step
com = (0, 0, 0.1055)  # of the pelvis
dampers = {"waist_flex": 2, "waist_abd": 2, "hip_l": 1.5, "hip_r": 1.5}  # N m s/rad, of the model

setTimestep(h)
setPeriod(h)
body = addCharacter("gait22", name="body", key="ready", at=(0, 0, 0.5))
setCamera((1, -3.5, 1.4), (0, 0, 1))


def flexed(angle, aside=0):
    """A hip."""
    return (math.cos(angle / 2), aside, -math.sin(angle / 2), 0)


poses = [{"waist_flex": 0.3, "waist_abd": 0.1, "hip_l": flexed(0.3), "hip_r": flexed(0.9),
          "knee_flex_l": 0.5, "knee_flex_r": 1.2, "ankle_flex_l": 0.1, "ankle_flex_r": -0.2},
         {"waist_flex": 0.1, "waist_abd": -0.1, "hip_l": flexed(0.1), "hip_r": flexed(0.3, -0.05),
          "knee_flex_l": 0.2, "knee_flex_r": 0.9, "ankle_flex_l": 0.15, "ankle_flex_r": 0.1}]


def turned(q, v):
    """v by the quaternion q."""
    u = vec(q[1], q[2], q[3])
    return v + 2 * u.cross(u.cross(v) + q[0] * v)


def limbs(pelvis):
    """What waist and hips do to what hangs on them: (all about the pelvis' centre, muscles), vec, N m."""
    whole, muscles = vec(0, 0, 0), vec(0, 0, 0)
    for joint, link in [("waist_flex", "trunk"), ("hip_l", "thigh_l"), ("hip_r", "thigh_r")]:
        force, held, limit, muscle = body.jointForces(joint)
        axes = getOrientation(link)
        if link == "trunk":
            abd = body.jointForces("waist_abd")
            across = turned(getOrientation("pelvis"), vec(0, 1, 0)), turned(axes, vec(-1, 0, 0))
            pull = across[0] * muscle + across[1] * abd[3]
            rest = (across[0] * (limit - dampers["waist_flex"] * body.getRate("waist_flex"))
                    + across[1] * (abd[2] - dampers["waist_abd"] * body.getRate("waist_abd")))
        else:
            pull = turned(axes, muscle)
            rest = turned(axes, limit - dampers[joint] * body.getRate(joint))
        whole += held + pull + rest + (getPosition(link, (0, 0, 0)) - pelvis).cross(force)
        muscles += pull
    return whole, muscles


class Flight:
    """Curves about y: time, N m."""

    def __init__(self, planted):
        restart()
        self.rate, self.limbs, self.muscles, self.off, self.peak, self.whole = [], [], [], 0, 0, 0
        setGravityScale(1 if planted else 0)
        if planted:
            body.plant("foot_l")
        body.setVelocity()
        self.time, self.before = 0, getAngularMomentum("pelvis", getPosition("pelvis", com))
        for pose in poses:
            still = dict([(joint, body.getAngle(joint)) for joint in body.joints()])
            body.reach(still, 0.4)
            body.reach(pose, 0.4)
            run(0.4, until=self.look)

    def look(self):
        if time() == self.time:
            return
        centre = getPosition("pelvis", com)
        now = getAngularMomentum("pelvis", centre)
        rate = (now - self.before) / h
        whole, muscles = limbs(centre)
        self.time, self.before = time(), now
        self.off = max(self.off, (rate + whole).length())
        self.peak = max(self.peak, rate.length())
        self.whole = max(self.whole, getAngularMomentum("body", body.com()).length())
        if time() < 0.05:
            self.rate.append((time(), rate.y))
            self.limbs.append((time(), -whole.y))
            self.muscles.append((time(), -muscles.y))


panels = {}
for name, planted in [("in flight", False), ("left foot fixed", True)]:
    flight = Flight(planted)
    measure(f"{name}: largest torque on the pelvis", flight.peak, "N m")
    measure("minus the sum of the limbs' torques is off it by", flight.off / flight.peak, "", "< 0.01")
    claim = "> 1" if planted else "< 1e-6"
    measure("largest angular momentum of the whole body", flight.whole, "N m s", claim)
    panels[name + ", about y (N m)"] = {"on the pelvis": flight.rate, "minus the limbs'": flight.limbs,
                                               "of it muscles": flight.muscles}
title = "Velocity control, figure 3: the root's torque is minus the sum of its limbs'"
note = "The first of two poses, as muscles come to their strength; then all moves evenly."
plot("fig3_root.svg", title, "time (s)", panels, note)
record("fig3.html")
