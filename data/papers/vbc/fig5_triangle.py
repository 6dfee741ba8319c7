"""VBC equation 1, figure 5: the triangle that finds hip and thighs for the place of the next foot strike

The printed equation and figure are lost; data/skills/lib/triangle.py is what the text describes. Claims are
the worked examples: lengths are table 1's, toes flat, the foot at 150 degrees, the calf at 70, the ankle of
the foot that strikes 0.08 m high, its leg straight. A step of 1.60 m is out of reach: the legs are stretched
towards it, 0.36 m are missing.
"""
# VBC.5: kip eq VBC.5
import math
import triangle

thigh, calf, foot, toe = 0.4585, 0.4505, 0.19, 0.061  # m


def near(value, within=1e-6):
    return f"= {value} +- {within}"


ours = triangle.angles(0.5, 0.9, 0.8)
for name, value, claim in zip(["alpha", "beta", "gamma"], ours, [1.470628906, 0.585685543, 1.085278204]):
    measure(f"sides 0.5, 0.9, 0.8: {name}", value, "rad", near(claim, 1e-8), "catalogue")
measure("their sum less pi", sum(ours) - math.pi, "rad", near(0, 1e-12))

joint = triangle.beyond((0, 0), toe, math.pi)
ankle = triangle.beyond(joint, foot, math.radians(150))
knee = triangle.beyond(ankle, calf, math.radians(70))
measure("the knee that stands, from the tip of its toes, ahead", knee[0], "m", near(-0.071464752, 1e-8), "catalogue")
measure("up", knee[1], "m", near(0.518331526, 1e-8), "catalogue")
examples = [
    (0.16, [0.495692, 2.523110, 0.296789, 0.321694, -0.010827, 0.972804, 1.438155]),
    (0.20, [0.515585, 2.405017, 0.345677, 0.390899, 0.011556, 0.969253, 1.388721]),
    (0.30, [0.574561, 2.144455, 0.437478, 0.559660, 0.061456, 0.957142, 1.276671]),
    (0.50, [0.720213, 1.718742, 0.522318, 0.900533, 0.150909, 0.919295, 1.064429]),
    (0.60, [0.801872459, 1.534149929, 0.528295305, 1.079147420, 0.193065777, 0.892825650, 0.955809555])]
names = ["from knee to ankle", "alpha, at the knee", "beta, at the ankle", "gamma, at the hip",
         "the hip, ahead", "the hip, up", "direction of the thigh that stands"]
for length, claims in examples:
    step = triangle.Step(knee, (length, 0.08), thigh, triangle.leg(thigh, calf))
    values = [step.side, step.alpha, step.beta, step.gamma, step.hip[0], step.hip[1], step.thigh]
    for name, value, claim in zip(names, values, claims):
        unit = "m" if name in [names[0], names[4], names[5]] else "rad"
        measure(f"{length} m: {name}", value, unit, near(claim, 1e-8 if length == 0.6 else 1e-6),
                "ours" if claim == 0.528295305 else "catalogue")  # that one is printed wrong there
far = triangle.Step(knee, (1.6, 0.08), thigh, triangle.leg(thigh, calf))
measure("1.60 m: from knee to ankle", far.side, "m", near(1.727984), "catalogue")
measure("1.60 m: the most that thigh and leg reach", thigh + triangle.leg(thigh, calf), "m", near(1.3675), "catalogue")
measure("1.60 m: missing", far.short, "m", near(0.360484))
measure("1.60 m: direction of the thigh that stands", far.thigh, "rad", near(-0.2564, 1e-4), "catalogue")
bent = triangle.leg(thigh, calf, math.radians(20))
measure("the leg, its knee flexed by 20 degrees", bent, "m", near(0.895191325, 1e-8), "catalogue")

curves = {"hip, ahead": [], "hip, up": [], "missing": []}
for k in range(0, 171):
    step = triangle.Step(knee, (0.01 * k, 0.08), thigh, triangle.leg(thigh, calf))
    for name, value in zip(curves.keys(), [step.hip[0], step.hip[1], step.short]):
        curves[name].append((0.01 * k, value))
plot("fig5_triangle.svg", "Velocity Based Controllers, figure 5: where the hip is at foot strike",
     "the foot's ankle, ahead of the other's toes (m)", {"m": curves})
