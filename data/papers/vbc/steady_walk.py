"""VBC, figure 2: a steady walk, planar and in 3-D; the toes bend before they leave the ground

The paper: the heel rises, the toes bend, while the other leg takes the load. Angles are the joint's,
dorsiflexion positive, at the moment when the toes are let go; bars are the project's. Legs may touch each
other here: the model's own shapes do not collide. Each --seed is another start of the walk in 3-D; --param number=200
walks further.
"""
# VBC.8: kip eq VBC.8
import math
import trials

number = 50  # steps

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((1.5, -4, 1.2), (1.5, 0, 0.8))
trials.prepare(skeleton)


class Toes:
    """The angle of the toes at each toe-off (rad), and curves of one cycle of the left foot."""

    def __init__(self):
        self.bent, self.state, self.toe, self.heel, self.begun = [], "", [], [], None

    def look(self, walk):
        if self.state == "toe off" and walk.state == "swing up":
            self.bent.append(self.angle)
        self.state, self.angle = walk.state, skeleton.getAngle("toe_flex" + walk.swing)
        if len(walk.struck) in [10, 11] or len(walk.struck) == 12 and walk.state == "toe off":
            self.begun = self.begun or time()
            self.toe.append((time() - self.begun, math.degrees(skeleton.getAngle("toe_flex_l"))))
            self.heel.append((time() - self.begun, 100 * getPosition("foot_l", (-0.05, 0, -0.0702)).z))


toe_curves, heel_curves = {}, {}
for planar in [True, False]:
    where = "planar" if planar else "3-D"
    toes = Toes()
    trials.begin(planar, [toes.look])
    well = trials.go(number)
    struck = trials.steps()
    lengths = [step[3] for step in struck[10:]]
    measure(f"{where}: steps", len(struck), "", f">= {number}")
    measure("falls", 0 if well else 1, "", "= 0")
    measure("toes bent at toe-off, at least", math.degrees(min(toes.bent[2:])), "degrees", ">= 20")
    measure("steps after the tenth: shortest", min(lengths), "m", "0.49..0.51")
    measure("longest", max(lengths), "m", "0.49..0.51")
    measure("speed", sum(lengths) / (struck[-1][0] - struck[9][0]), "m/s")
    measure("drift to the side", abs(skeleton.com().y), "m")
    toe_curves[where], heel_curves[where] = toes.toe, toes.heel
plot("steady_walk.svg", "Velocity Based Controllers: the left foot, from its strike to the next", "time (s)",
     {"toes' flexion (degrees)": toe_curves, "heel's height (cm)": heel_curves})
record("steady_walk.html")
