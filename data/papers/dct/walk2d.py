"""DCT 4.1: in 2-D, walking is selecting the proper pose

A figure that cannot fall sideways walks from quiet standing by five poses, one to lean ahead and two for each leg,
selected by time and by the strike of a foot alone (controllers/walk2d.py). Nothing else is fed back. Let out of the
plane, it soon falls by the same poses. A step is a strike of the foot that did not strike last, after it was in the
air, 0.1 m or more ahead of the other foot. It falls when anything but its feet touches the ground, or when its pelvis
is below 0.6 m. Each --seed is another start: a push within its first second.
Help: the plane, which keeps the root from rolling and turning too. Joints have the model's strengths.
"""
import random

# The poses (rad), found by CMA-ES from a guess that took one step, then rounded. walk2d_guess.params takes none;
# kip tune finds a walk from there.
gain = 0.55  # tune 0.2..1.5
lean = 0.04  # tune 0..0.3
bow = 0.28  # tune 0..0.4
liftHip = 0.65  # tune 0.3..1.5
liftKnee = 1.7  # tune 0.5..2.2
liftBack = 0.33  # tune 0..0.8
reachHip = 0.52  # tune 0.1..0.9
reachKnee = 0.49  # tune 0..0.8
reachBack = 0.46  # tune 0..0.8
reachHeel = 0.13  # tune 0..0.4
seconds = 12
force = 20  # N, of the push, at most, ahead or back, for 0.1 s

setTimestep(0.002)
setPeriod(0.01)
skeleton = addCharacter("skeleton37", key="stand")
setCamera((0.8, -3.6, 1.1), (0.2, 0, 0.85))
ankles = {"ankle_flex_l": lean, "ankle_flex_r": lean, "hip_flex_l": bow, "hip_flex_r": bow}
skeleton.addPose("Begin_r", ankles, gain=gain, base="Stand")
sides = [("_l", "_r"), ("_r", "_l")]
for swing, stance in sides:
    arms = {"shoulder_flex" + swing: -0.3, "shoulder_flex" + stance: 0.3, "elbow_flex" + stance: 0.4}
    skeleton.addPose("Arms" + swing, arms, gain=gain, base="Stand")
    lift = {"hip_flex" + swing: liftHip, "knee_flex" + swing: liftKnee, "hip_flex" + stance: -liftBack}
    skeleton.addPose("Lift" + swing, lift, base="Arms" + swing)
    reach = {"hip_flex" + swing: reachHip, "knee_flex" + swing: reachKnee,
             "hip_flex" + stance: -reachBack, "ankle_flex" + stance: -reachHeel}
    skeleton.addPose("Reach" + swing, reach, base="Arms" + swing)
skeleton.apply("controllers/walk2d")

parts = ["upper_arm", "forearm", "hand", "thigh", "shank"]
others = ["pelvis", "trunk", "head"] + [part + side for part in parts for side, other in sides]
motors = [joint + side for joint in ("hip_flex", "knee_flex", "ankle_flex") for side, other in sides]


class Walk:
    """Looks on while it walks, until it falls or the time is over."""

    def __init__(self, planar):
        self.steps, self.ahead, self.last, self.flew = 0, 0, "", {"_l": False, "_r": False}
        self.looks, self.squares, self.upright = 0, 0, 0
        skeleton.setPlanar(planar)
        self.fell = run(seconds, until=self.look)
        self.torque = 100 * (self.squares / self.looks / len(motors)) ** 0.5

    def look(self):
        self.looks += 1
        self.squares += sum([(skeleton.getTorque(joint) / 100) ** 2 for joint in motors])
        self.upright += skeleton.up().z
        for side, other in sides:
            struck, x = isColliding("foot" + side, "ground"), getPosition("foot" + side, (0, 0, 0)).x
            ahead = x - getPosition("foot" + other, (0, 0, 0)).x
            if struck and self.flew[side] and side != self.last and ahead > 0.1:
                self.steps, self.ahead, self.last = self.steps + 1, x, side
            self.flew[side] = not struck
        return getPosition("pelvis", (0, 0, 0)).z < 0.6 or any([isColliding(link, "ground") for link in others])


out = Walk(planar=False)
measure("out of the plane: steps until it falls", out.steps, "", "< 6")
restart()
push_ = random.uniform(-force, force)
at(random.uniform(0, 1), lambda: push("trunk", (push_, 0, 0), 0.1))
walk = Walk(planar=True)
measure("steps", walk.steps, "", ">= 6")
measure("falls", walk.fell, "", "= 0")
measure("distance", walk.ahead, "m")
measure("speed", walk.ahead / time(), "m/s")
measure("pelvis upright, on average", walk.upright / walk.looks, "", "> 0.95")
measure("torque of hips, knees and ankles, root mean square", walk.torque, "N m")
# Away from 1.2 m/s in steps of 0.65 m, crooked, or with much torque.
wish = 1.2 * seconds
cost = abs(walk.ahead - wish) + 0.5 * abs(walk.steps - wish / 0.65) + 40 * (1 - walk.upright / walk.looks)
measure("cost", cost + 1.8 * (walk.torque / 100) ** 2)
