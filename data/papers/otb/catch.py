"""OTB figure 6: a ball is caught by one timed key-frame, though something hits the arm on its way

A ball comes from 3 m ahead at 4 m/s. Where it will be after 0.625 s is known, and inverse kinematics finds
angles of the left arm that have the palm there, fingers up; one key-frame at that time is all that is asked
for. In the other runs a weight of 0.6 kg is thrown at the arm on its way, which nobody tells the control. The
last run is on the page.
Help: the pelvis does not move; what the hand touches first at the palm is attached to it.
"""
import math

contact = 0.625  # s
radius = 0.04  # m
palm = (0, -0.014, -0.08)  # in hand_l, m: its surface; it looks to -y
fingers_up = (0, math.sqrt(0.5), -math.sqrt(0.5), 0)  # the hand's orientation, the palm ahead
meet = vec(0.5, 0.25, 1.35)  # the ball's centre then
g, h = 9.81, 0.005  # h: the control period, s
arm = ["shoulder_flex_l", "shoulder_twist_l", "shoulder_abd_l", "elbow_flex_l", "elbow_twist_l"]
arm.extend(["wrist_flex_l", "wrist_abd_l"])
links = ["upper_arm_l", "forearm_l", "hand_l"]

skeleton = addCharacter("beat39", name="skeleton", key="stand")
addShape("Ball", "sphere", radius, mass=0.15, present=False, color=(0.85, 0.45, 0.15))
addShape("Weight", "sphere", 0.05, mass=0.6, present=False, color=(0.3, 0.3, 0.35))
setCamera((2.4, 3.2, 1.6), (0.7, 0.2, 1.1))


def ready():
    restart()
    skeleton.lockAxes("pelvis", "x y z rx ry rz", 0)
    skeleton.hold()


def find_pose():
    """The arm's angles with the palm at the ball, as inverse kinematics has them."""
    ready()
    setGravityScale(0)
    skeleton.setIKTarget(meet - vec(radius, 0, 0), "hand_l", palm, fingers_up)
    run(3)
    return [(joint, skeleton.getAngle(joint)) for joint in arm]


def throw_to(thing, place, velocity, seconds):
    """It will be there then, with that velocity."""
    begin = place - velocity * seconds - vec(0, 0, g / 2) * seconds ** 2
    throw(thing, begin, velocity + vec(0, 0, g * seconds))


class Catch:
    """A run; the weight meets a link, where it was in the calm run, at a time with a velocity (m/s)."""

    def __init__(self, when=None, link=None, velocity=None):
        ready()
        self.impulse, self.before, self.touched = vec(0, 0, 0), getMomentum("Weight"), None
        self.path, self.gap, self.moved = [], [], []
        skeleton.setBeat()
        for joint, angle in pose:
            skeleton.addKey(joint, angle, contact)
        throw_to("Ball", meet, vec(-4, 0, -g * contact / 2), contact)
        if link is not None:
            at(when - 0.1, lambda: throw_to("Weight", calm.path[round(when / h)][link], velocity, 0.1))
        run(1.2, until=self.look)

    def look(self):
        row = [getPosition(link) for link in links]
        now = getMomentum("Weight")
        if skeleton.isColliding("Weight") and time() < contact:
            self.impulse += now - self.before + vec(0, 0, 0.6 * g * h)
        self.before = now
        if calm:
            self.moved.append((time(), (row[2] - calm.path[len(self.path)][2]).length()))
        self.path.append(row)
        self.gap.append((time(), abs((getPosition("Ball") - getPosition("hand_l", palm)).length() - radius)))
        if isColliding("hand_l", "Ball") and not skeleton.isLinkAttached("hand_l", "Ball"):
            self.touched = time()
            event("caught")
            skeleton.attachLink("hand_l", "Ball")

    def off(self):
        """From the palm to the ball at the catch time (m)."""
        return self.gap[round(contact / h)][1]


calm = None
pose = find_pose()
calm = Catch()
measure("undisturbed, at the catch time: from the palm to the ball", calm.off(), "m", "< 0.05", "catalogue")
measure("the palm touches the ball", calm.touched, "s", f"= {contact} +- 0.005", "catalogue")
hits = [(0.2, 1, vec(-1.5, 0, 0)), (0.25, 0, vec(0, -4, 0)), (0.3, 1, vec(0, -0.5, 0))]
hits.extend([(0.3, 1, vec(0, 4.5, 0)), (0.35, 1, vec(0, 0, -2.4)), (0.4, 2, vec(-2, 0, -2))])
hits.extend([(0.4, 0, vec(-4, 0, 0)), (0.5, 1, vec(0, -3, -2)), (0.55, 2, vec(0, 1.5, 1))])
hits.append((0.45, 1, vec(0, -4.5, 0)))
runs = [Catch(hit[0], hit[1], hit[2]) for hit in hits]
for i in range(len(hits)):
    name = f"hit at {hits[i][0]} s on {links[hits[i][1]]}"
    measure(f"{name}: impulse", runs[i].impulse.length(), "N s", "0.5..3")
    measure("the hand is off its way by up to", max([off for t, off in runs[i].moved if t < contact]), "m")
    measure("at the catch time: from the palm to the ball", runs[i].off(), "m")
caught = [c for c in runs if c.off() < 0.05 and c.touched is not None]
measure("caught, of ten", len(caught), "", ">= 9")

gap, moved = {"undisturbed": calm.gap}, {"undisturbed": [(t, 0) for t, off in calm.gap]}
for i in [3, 9]:
    name = f"hit at {hits[i][0]} s, {runs[i].impulse.length():.1f} N s"
    gap[name], moved[name] = runs[i].gap, runs[i].moved
plot("fig6_catch.svg", "On the Beat, figure 6: a ball is caught at 0.625 s", "time (s)",
     {"palm to ball (m)": gap, "hand off its undisturbed way (m)": moved})
record("catch.html")
