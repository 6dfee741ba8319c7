"""Lesson 7: velocities instead of springs, and the boxed problem

Another paper does without springs. Each joint gets the rate that brings it there in the time left,

    omega = (theta_d - theta)/(t_"key" - t)

and one asks for the torques that make the rates of all joints so at the end of the control period. Joints pull on each
other, so they must be found together; and a muscle has a greatest torque. That is a boxed linear complementarity
problem (kip eq VBC.4):

    A x = b + w, A = M^{-1}, "lo" <= x <= "hi"
    w_i = 0 "unless" x_i "is at a bound"

A joint inside its box gets its rate exactly, also while another one cannot give what it should: the rest is solved
around it. In the pictures the arm moves at constant rates and is there in time; with gains by the whole interval
instead, 37 % of the way are left.

Now one such problem by hand, the straight arm in a period of h = 0.005 s; x = h tau:

    9.386281588 x_1 - 22.38267148 x_2 = 1.884837545 + w_1
    -22.38267148 x_1 + 73.886883273 x_2 = 0.948977136 + w_2

Exercise: the shoulder gives all it can, 120 N m, so that x_1 = 0.6. Which torque (N m) must the elbow give so that its own
rate is right, w_2 = 0? Within 1 %.
"""
import exercise

answer = 0  # N m

arm = addCharacter("arm2", "arm")
setCamera((0.3, -1.2, 1.2), (0.3, 0, 0))
setPeriod(0.005)


def move(how):
    """To (1, 0.8) rad in 0.4 s: the curves, and what is left of the shoulder's way."""
    restart()
    arm.setVelocity(time=how)
    arm.reach({"shoulder": 1, "elbow": 0.8}, 0.4)
    curves = {"shoulder": [(0, 0)], "elbow": [(0, 0)]}

    def look():
        for joint in curves:
            curves[joint].append((time(), arm.getAngle(joint)))

    run(0.4, until=look)
    return curves, 1 - arm.getAngle("shoulder")


left, rest = move("remaining")
fixed, more = move("fixed")
plot("left.svg", "By the time that is left", "time (s)", {"angle (rad)": left})
plot("fixed.svg", "By the whole interval", "time (s)", {"angle (rad)": fixed})
measure("by the time left, what is left of the way", rest, "rad", "-1e-3..1e-3")
measure("by the whole interval", more, "rad", "0.34..0.40")

# Row 2 of A x = b with w_2 = 0 and x_1 at its bound: A_21 x_1 + A_22 x_2 = b_2.
h = 0.005
x1 = 120 * h
x2 = (0.948977136 + 22.38267148 * x1) / 73.886883273
exercise.ask("which torque must the elbow give?", answer, "N m", exercise.near(answer, x2 / h, 0.01),
             "The second row with w_2 = 0 gives x_2, and the torque is x_2 / h. Or see kip eq VBC.4.")
