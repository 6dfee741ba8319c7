"""VBC, the balance rule: d = 4 (c_CM - b_P)/3 - 2 footlength, the centre of mass over 75 % of the new base

Trigger: the centre of mass is not over the middle half of the base. Then the next foot leaves a gap of d
between rear toe and front heel. With feet as long as table 1's, the base is then d + 2 footlength long, and
the centre of mass, which was c_CM - b_P beyond its rear, is over three quarters of it. Mirrored, pushed
backward, over one quarter. Claims are the worked examples and what follows from that reading.
"""
# VBC.6: kip eq VBC.6
import triangle

foot = 0.251  # m: 0.19 + 0.061

examples = [(0.45, 0, 0.098, 0.6), (0.6, 0, 0.298, 0.8), (1.0, 0.2, 0.5646666667, 1.0666666667)]
for com, rear, claim, base in examples:
    gap = triangle.gap(com, rear, foot)
    what = f"centre of mass at {com}, base from {rear} m on"
    measure(f"{what}: gap", gap, "m", f"= {claim} +- 1e-8", "catalogue")
    measure("the new base", gap + 2 * foot, "m", f"= {base} +- 1e-8", "catalogue")
    measure("part of it behind the centre of mass", (com - rear) / (gap + 2 * foot), "", "= 0.75 +- 1e-8", "catalogue")
for com in [-0.2, -0.05, 0.06]:
    back = triangle.backward(com, 0, foot)
    measure(f"centre of mass {com} m beyond the heel: step back", back, "m")
    measure("part of the new base behind it", (com - back) / (foot - back), "", "= 0.25 +- 1e-8")
    mirrored = triangle.forward(foot - com, 0, foot)
    measure("as far before the toes: step ahead, the same", mirrored + back, "m", "= 0 +- 1e-12")
