"""Lesson 8: poses, and events that change them

Much of what characters do is a few poses in a row. A pose says where joints are to be; springs take them there (kip
eq DCT.2). What ends a pose is a time, a touch, a sensor's value, or a script: here it is a touch.

A person, held at the hips, holds out an arm. A ball falls; when it touches the hand the arm is to give way. The script
says so in one line, when(lambda: isColliding(ball, "hand_l"), touch).

Without it the arm is stiff and the ball jumps off; with it the arm goes down with the ball. The pictures show the
hand's height and the force on the ball in both cases; catch.html is the motion.

A ball that is let go at the height h above the hand touches it after

    t = sqrt(2 h/g)

Exercise: when (s) after it is let go does it touch, if it falls through 1.2 m? Within 2 %. Try it: --param drop=1.2.
"""
import exercise
import math

drop = 0.6  # m, from the ball's underside to the hand
answer = 0  # s

skeleton = addCharacter("skeleton37", "skeleton", key="stand")
ball = addShape("ball", "sphere", 0.06, mass=0.5, at=(0, 3, 0.06))
setCamera((2, 2, 1.3), (0.3, 0.2, 1.1))
skeleton.addPose("Out", {"shoulder_flex_l": 1.3, "elbow_flex_l": 0.3})
skeleton.addPose("Down", {"shoulder_flex_l": 0.7, "elbow_flex_l": 0.5})


def fall(height, gives):
    """Lets the ball go over the hand: curves, when it touches first, and the greatest force."""
    restart()
    skeleton.lockAxes("pelvis", "x y z rx ry rz", 0)
    skeleton.setTargetPose("Out")
    skeleton.setGain(2)
    run(2)
    hand = getPosition("hand_l")
    touched = []

    def touch():
        touched.append(time() - 2)
        if gives:
            skeleton.setGain(0.5)
            skeleton.setTargetPose("Down", 0.25)

    when(lambda: isColliding(ball, "hand_l"), touch)
    throw(ball, (hand.x, hand.y, hand.z + height + 0.1), (0, 0, 0))
    heights, forces = [], []

    def look():
        heights.append((time() - 2, getPosition("hand_l").z))
        forces.append((time() - 2, contactForce(ball).z))

    run(math.sqrt(2 * height / 9.81) + 0.4, until=look)
    return heights, forces, touched[0] if touched else 0, max([force for t, force in forces])


stiff, stiff_force, touch, most = fall(drop, False)
soft, soft_force, again, less = fall(drop, True)
record("catch.html")
plot("hand.svg", "The hand under a falling ball", "time (s)", {"height (m)": {"stiff": stiff, "gives way": soft},
                                                              "force on the ball (N)": {"stiff": stiff_force, "gives way": soft_force}})
measure("it touches after", touch, "s")
measure("the hand goes down by, stiff", stiff[0][1] - min([z for t, z in stiff]), "m")
measure("and giving way", soft[0][1] - min([z for t, z in soft]), "m", "> 0.1")
exercise.ask("when does it touch, if it falls through 1.2 m?", answer, "s", exercise.near(answer, math.sqrt(2 * 1.2 / 9.81), 0.02),
             "t = sqrt(2 h / g), with g = 9.81 m/s^2.")
