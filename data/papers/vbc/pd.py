"""VBC, the last claim: the same walk by springs and dampers (PD) is less reactive

The same states, poses, steps, weld, balance rule and strengths; only the joints move otherwise: by a constant
spring and damper towards each angle, instead of a wanted rate. Springs are k times 3000 N m/rad at hips,
knees and waist, 300 at ankles, 30 at toes; dampers are 0.05 s of them. Pushes of -250 and 600 N on the trunk,
at two phases; --param every=1 has all that are left from 2/16 on.
"""
import trials

forces = [-250, 600]  # N
number = 20  # steps
every = 8  # the phases at which pushes begin, in sixteenths of a step: each so many-th

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((1.5, -4, 1.2), (1.5, 0, 0.8))


class Stiff(trials.Walk):
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


trials.prepare(skeleton, Stiff, "Stiff")
curves = {}
for planar in [True, False]:
    where = "planar" if planar else "3-D"
    for stiffness in [1, 2, 4, 0]:
        Stiff.stiffness = stiffness
        name = f"{where}, PD k = {stiffness}" if stiffness else f"{where}, velocity control"
        trials.begin(planar)
        well = trials.go(number)
        measure(f"{name}: steps without a fall", len(trials.steps()), "", "" if stiffness else f"= {number}")
        errors = [100 * abs(step[3] - step[1]) for step in trials.steps()[2:]]
        if well:
            measure("steps off the plan by at most", max(errors), "cm", "" if stiffness else "< 1")
        if not planar:
            curves[name] = [(i + 1, 100 * step[3]) for i, step in enumerate(trials.steps())]
        pushes = [trials.Push("trunk", force, (phase + 0.5) / 16, planar)
                  for force in forces for phase in range(2, 16, every)]
        measure(f"of {len(pushes)} pushes: survived", sum([push.survived for push in pushes]))
        measure("and back at the planned steps", sum([push.back for push in pushes]))
plot("pd.svg", "Velocity Based Controllers: 0.5 m is planned, by velocity control and by PD", "step",
     {"length in 3-D (cm)": curves})
record("pd.html")
