"""Lesson 9: balance, and the capture point

Who stands is a pendulum upside down. Pushed, the centre of mass moves on; can the feet stop it where they are? They
can only push from somewhere under them. Where they would have to push for it to come to rest is the capture point:

    xi = c + c'/omega_0, omega_0 = sqrt(g/h)

c is the centre of mass above the ground, h its height. While xi is over the feet, standing still can be had; beyond
the toes it cannot, and one must step (kip eq VST.6). A short push of the impulse J makes c' = J/m, so the toes are
reached by

    J = m omega_0 d

d being how far the toes are ahead of the centre of mass. The script pushes a person from behind, harder and harder, and
draws xi beside the toes; skill "balance" stands without steps as long as it can.

Exercise: a person of 80 kg has the centre of mass at 1.0 m and the toes 0.15 m ahead of it. Which impulse (N s) brings
the capture point to the toes? Within 2 %.
"""
import exercise
import math

answer = 0  # N s

skeleton = addCharacter("skeleton37", "skeleton", key="stand")
setCamera((1.5, -3.5, 1.2), (0, 0, 0.9))
skeleton.addSkill("balance")


def pushed(impulse):
    """After a second it is pushed for 0.1 s: curves, and does it still stand?"""
    restart()
    run(1)
    push("trunk", (impulse / 0.1, 0, 0), 0.1)
    toes = max([corner[0] for corner in skeleton.supportPolygon()])
    capture, most = [], 0

    def look():
        capture.append((time() - 1, skeleton.capturePoint().x))

    run(2.5, until=look)
    return capture, toes, skeleton.com().z > 0.8


curves, stands, falls = {}, 0, 0
for impulse in [10, 20, 30, 40, 50, 60]:
    capture, toes, standing = pushed(impulse)
    curves[f"{impulse} N s" + ("" if standing else ", falls")] = [(t, min(x, 0.6)) for t, x in capture]
    if standing:
        stands = impulse
    elif not falls:
        falls = impulse
curves["toes"] = [(0, toes), (2.5, toes)]
plot("capture.svg", "The capture point of a person who is pushed", "time (s)", {"ahead (m)": curves})
restart()
run(1)
weight, height = skeleton.mass(), skeleton.height()
ahead = toes - skeleton.com().x
predicted = weight * math.sqrt(9.81 / height) * ahead
measure("toes ahead of the centre of mass by", ahead, "m")
measure("so it should stand up to", predicted, "N s")
measure("it stands", stands, "N s", f"{0.5 * predicted:.1f}..{1.3 * predicted:.1f}")
measure("it falls", falls, "N s", f"> {0.8 * predicted:.1f}")
exercise.ask("which impulse brings the capture point to the toes?", answer, "N s",
             exercise.near(answer, 80 * math.sqrt(9.81) * 0.15, 0.02), "omega_0 = sqrt(9.81 / 1.0), then J = m omega_0 d.")
