"""VBC: figures of 1.50 m and 50 kg to 1.95 m and 110 kg walk by the same numbers

The paper scales lengths by the height and masses by the mass; inertias then go by mass times length squared,
torques, which is ours, by mass times length. The worked example, 1.70 m and 70 kg of the text's 1.799 m and
82.2 kg, is measured on the figure: the thigh's length, its mass by the momentum of a swing, the hip's
strength by what comes of too much. Steps are planned as long as the legs ask for, 0.5 m for 1.799 m. At 4 s
all are pushed at the trunk for half a second, by 250 N for 83 kg.
"""
# VBC.7: kip eq VBC.7
import welded

tall, heavy, table = 1.799, 82.2, 83.0  # m, kg: the text's; the sum of the paper's table, gait22's mass
sizes = {"short": (1.50, 50), "small": (1.60, 60), "example": (1.70, 70 * table / heavy), "big": (1.80, 82),
         "tall": (1.95, 110)}  # m, kg
figures, walks, begun = {}, {}, []


def skill_of(name):
    class Walk(welded.Walk):
        length = 0.5 * sizes[name][0] / tall

        def __init__(self):
            super().__init__(figures[name], name + "/")
            walks[name] = self

    return Walk


def fallen():
    return [name for name in sizes.keys() if figures[name].height() < 0.4 * sizes[name][0]]


for i, name in enumerate(sizes.keys()):
    height, mass, place = sizes[name][0], sizes[name][1], (0, 1.5 * i, 0)
    figures[name] = addCharacter("gait22", name=name, key="stand", at=place, height=height, mass=mass)
    figures[name].addSkill(skill_of(name))
setTimestep(0.001)
setCamera((8, -1, 2.5), (0, 3, 0.8))

one = figures["example"]
bones = getPosition("example/thigh_l", (0, 0, 0)) - getPosition("example/shank_l", (0, 0, 0))
one.setTorque("hip_l", (0, 5000, 0))
run(0.005)
measure("the thigh's length", bones.length(), "m", "= 0.433268482 +- 1e-8", "catalogue")
measure("its mass", getMomentum("example/thigh_l").length() / getVelocity("example/thigh_l").length(), "kg",
        "= 7.068126521 +- 1e-8", "catalogue")
measure("the hip's strength", abs(one.getTorque("hip_l").y), "N m", "= 402.359245 +- 1e-6", "catalogue")
restart()
for name in sizes.keys():
    figures[name].do("Walk")
run(4)
for name in sizes.keys():
    push(name + "/trunk", (250 * sizes[name][1] / table, 0, 0), 0.5)
run(7)
for name, size in sizes.items():
    struck, plan = walks[name].struck, 0.5 * size[0] / tall
    errors = [abs(step[3] - plan) for step in struck[-10:]]
    measure(f"{size[0]} m, {size[1]:.0f} kg: falls", 1 if name in fallen() else 0, "", "= 0")
    measure("steps in 11 s", len(struck))
    measure("speed", sum([step[3] for step in struck[-5:]]) / (struck[-1][0] - struck[-6][0]), "m/s")
    measure("of the last ten steps, within 1 cm of the plan", len([off for off in errors if off < 0.01]), "", ">= 9")
record("scaled.html")
