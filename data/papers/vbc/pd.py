"""VBC 5.4: is velocity control less reactive than springs and dampers (PD), as its forces vary more in time?

The paper says so against itself: "the movements obtained in the simulations are less reactive than the obtained
with PD controllers because the force variation over time in the system proposed is higher". So this measures
how fast torques change as it walks, and how far joints give way when the trunk is pushed, against the same steps
without the push; not who survives. Both reproduce: torques change 2.9 times as fast as those of the softest springs and
as fast as those of the stiffest, and joints give way by 2.2 degrees where those of springs do by 3.0 to 3.2, in the
middle of four phases: pushed late in a step, velocity control gives way by 2 to 20 degrees, as rounding decides when
the foot strikes.
The same poses, steps, weld, balance rule and strengths, in the plane; only the joints move otherwise: by a constant
spring and damper towards each angle, instead of a wanted rate. Springs are k times 3000 N m/rad at hips, knees and
waist, 300 at ankles, 30 at toes, dampers 0.05 s of them. The paper's PD is another walk's, that of Yin et al. 2007,
and its gains are not in the paper.
"""
import math
import trials

force = 300  # N, for 0.1 s
window = 0.2  # s from its begin on
phases = [0.1, 0.3, 0.5, 0.7]  # of a step
joints = ["hip_l", "hip_r", "knee_flex_l", "knee_flex_r", "ankle_flex_l", "ankle_flex_r", "waist_flex"]

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((1.5, -4, 1.2), (1.5, 0, 0.8))


class Joints(trials.Walk):
    stiffness = 0  # 0: velocity control

    def drive(self, angles, seconds):
        if not self.stiffness:
            super().drive(angles, seconds)
            return
        for joint, angle in angles.items():
            part = joint.split("_")[0]
            k = self.stiffness * {"ankle": 300, "toe": 30}.get(part, 3000)
            skeleton.setTarget(joint, angle, k, 0.05 * k)

    def start(self):
        super().start()
        if self.stiffness:
            skeleton.setVelocity(False)


def flexion(x):
    """Of a ball, that is its vector's or quaternion's."""
    return x if type(x) is float else x.y if hasattr(x, "y") else -2 * math.atan2(x[2], x[0])


class Way:
    """What joints do and give from a phase of the seventh step on."""

    def __init__(self, phase, push_):
        trials.begin(True)
        self.walks = trials.go(6)
        struck = trials.steps()
        run(phase * (struck[-1][0] - struck[-2][0]))
        if push_:
            push("trunk", (push_, 0, 0), 0.1)
        self.angles, self.torques = [], []
        run(window, until=self.look)

    def look(self):
        self.angles.append([flexion(skeleton.getAngle(joint)) for joint in joints])
        self.torques.append([flexion(skeleton.getTorque(joint)) for joint in joints])

    def change(self):
        """How fast torques change: the root mean square of all joints' rates, N m/s."""
        squares = [((b - a) / 0.005) ** 2 for old, new in zip(self.torques, self.torques[1:]) for a, b in zip(old, new)]
        return math.sqrt(sum(squares) / len(squares))


def mean(values):
    return sum(values) / len(values)


def middle(values):
    """The median."""
    n, inorder = len(values), sorted(values)
    return 0.5 * (inorder[(n - 1) // 2] + inorder[n // 2])


def react(name, stiffness, reaction):
    """Of the phases: how fast torques change, their mean; how far the joint gives way that does most, their median."""
    Joints.stiffness, trials.Walk.reaction = stiffness, reaction
    changes, given, curve, walked = [], [], [], 0
    for phase in phases:
        calm, hit = Way(phase, 0), Way(phase, force)
        off = [max([abs(a - b) for a, b in zip(x, y)]) for x, y in zip(calm.angles, hit.angles)]
        walked += calm.walks
        changes.append(calm.change())
        given.append(math.degrees(max(off)))
        curve = curve or [(0.005 * i, math.degrees(x)) for i, x in enumerate(off)]
    curves[name] = curve
    measure(f"{name}: walks six steps, of {len(phases)}", walked, "", f"= {len(phases)}")
    measure("torques change by", mean(changes), "N m/s")
    measure("pushed, joints give way by up to", middle(given), "degrees")
    return mean(changes), middle(given)


trials.prepare(skeleton, Joints, "Joints")
curves = {}
velocity = react("velocity control, muscles in 20 ms", 0, 0.02)
slow = react("velocity control, muscles in 100 ms", 0, 0.1)
for k in [0.5, 1, 2, 4]:
    pd = react(f"PD, k = {k}", k, 0.02)
    claim = "> 1" if k < 4 else ""
    measure(f"k = {k}: torques of velocity control change faster, times", velocity[0] / pd[0], "", claim, "paper")
    measure(f"k = {k}: PD gives way more, times", pd[1] / velocity[1], "", "> 1", "paper")
measure("slower muscles: velocity control gives way more, times", slow[1] / velocity[1])
plot("pd.svg", "Velocity Based Controllers: the walk's joints give way to a push, by velocity control and by PD",
     "time since the push (s)", {"off the walk without it, the worst joint (degrees)": curves})
record("pd.html")
