"""A person is pushed at the trunk, from all sides and harder each time: stands, steps, puts its feet together again."""
import math

impulse = 25  # N s, of the first push
more = 5  # each time

setTimestep(0.002)
setPeriod(0.004)
skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
for skill in ["balance", "protective_step", "double_stance_to_crouch", "fall"]:
    skeleton.addSkill(skill)
skeleton.disturb(0.01, 0.05)
setCamera((3.5, -3, 1.6), (0, 0, 0.9))


def shove(i):
    angle, force = math.pi * 3 / 4 * i, (impulse + more * i) / 0.1
    push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1)


for i in range(8):
    at(1 + 6 * i, lambda i=i: shove(i))
down = run(1 + 6 * 8, until=lambda: skeleton.com().z < 0.6)
measure("survives", 0 if down else impulse + 7 * more, "N s", f">= {impulse + 7 * more}")
measure("stands still", skeleton.comVelocity().length(), "m/s", "< 0.1")
