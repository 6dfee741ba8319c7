"""Lesson 6: gains from time and inertia: on the beat

Lesson 5's gains have a time of their own. On the Beat turns it round: the animator gives the time, and in each
control period the gains follow from what the joint turns and from the time that is left:

    lambda = (t_"key" - t)/n, k_s = m/lambda^2, k_d = 2 m/lambda

m is the inertia of all that hangs on the joint, about its axis, in its present pose: link by link up the arm, as
kip eq OTB.5 and kip eq OTB.7 do it. Now the arm is there in 0.3, 0.6 or 1 s, straight or bent, and one that is hit
on its way is there all the same.

Look at the second picture: the gains grow as the time gets short, and a bent arm needs less of them. In the third the arm
is hit on its way.

Exercise: the elbow is bent by 120 degrees instead of straight. What is k_s then, as a part of the straight arm's, at
the same time before the key-frame? Within 2 %.
"""
import exercise
import math

answer = 0  # of the straight arm's

arm = addCharacter("arm2", "arm")
setCamera((0.3, -1.2, 1.2), (0.3, 0, 0))
setPeriod(0.005)


def swing(seconds, elbow, hit=0):
    """1 rad in time: curves of the angle and of k_s, and how far off it is at its time."""
    restart()
    arm.setTarget("shoulder", 0, 1e5, 2000)
    arm.setTarget("elbow", elbow, 1e5, 500)
    run(1)
    arm.setBeat()
    arm.reach({"shoulder": 1, "elbow": elbow}, seconds)
    if hit:
        at(1 + seconds / 2, lambda: push("forearm", (0, -hit, 0), 0.05))
    angles, gains = [(0, 0)], []

    def look():
        angles.append((time() - 1, arm.getAngle("shoulder")))
        if time() - 1 < 0.9 * seconds:
            gains.append((time() - 1, arm.gains("shoulder")[0]))

    run(seconds, until=look)
    return angles, gains, abs(arm.getAngle("shoulder") - 1)


ways, stiffness = {}, {}
for seconds in [0.3, 0.6, 1.0]:
    angles, gains, off = swing(seconds, 0)
    ways[f"in {seconds} s"] = angles
    measure(f"in {seconds} s: off at its time", off, "rad", "< 0.01")
    if seconds == 0.6:
        straight, stiffness["straight"] = gains, gains
angles, bent, off = swing(0.6, math.radians(120))
stiffness["bent by 120 degrees"] = bent
measure("bent, in 0.6 s: off at its time", off, "rad", "< 0.01")
plain, hit = swing(0.6, 0)[0], swing(0.6, 0, 60)
measure("hit on its way: off at its time", hit[2], "rad", "< 0.01")
plot("ways.svg", "There in time", "time (s)", {"shoulder (rad)": ways})
plot("gains.svg", "Stiffness on the way, for 0.6 s", "time (s)", {"k_s (N m/rad)": stiffness})
plot("hit.svg", "Hit half way", "time (s)", {"shoulder (rad)": {"undisturbed": plain, "hit": hit[0]}})
exercise.ask("what is the bent arm's k_s, as a part of the straight one's?", answer, "(a part)",
             exercise.near(answer, bent[10][1] / straight[10][1], 0.02),
             "k_s = m / lambda^2 with the same lambda: divide the inertias, 0.18125 and 0.38375 kg m^2.")
