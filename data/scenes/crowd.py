"""Ten people in a ring are pushed together, lose their strength and fall over each other."""
import math

people = 10
force = 100  # N, inwards, for 0.5 s
skeletons = []

for i in range(people):
    angle = 2 * math.pi * i / people
    at_ring = (0.9 * math.cos(angle), 0.9 * math.sin(angle), 0)
    skeletons.append(addCharacter("skeleton37", name=f"p{i}", at=at_ring, turn=angle - math.pi, key="stand"))
setCamera((4, -3, 2.5), (0, 0, 0.6))
for i, skeleton in enumerate(skeletons):
    angle = 2 * math.pi * i / people
    skeleton.relax()
    push(f"p{i}/trunk", (-force * math.cos(angle), -force * math.sin(angle), 0), 0.5)
run(3)
measure("the highest head", max([getPosition(f"p{i}/head").z for i in range(people)]), "m", "< 1")
