"""Two characters, each with its own skill: one throws a ball underarm, the other guards itself

A spring that only turns keeps each pelvis upright.
"""
left = addCharacter("skeleton37", name="left", key="ready")
right = addCharacter("skeleton37", name="right", at=(2.2, -0.4, 0), turn=3.14159, key="ready")
addShape("Ball", "sphere", 0.1, mass=0.5, at=(-1, 0, 0.1), color=(0.9, 0.5, 0.2))
for i in range(3):
    addShape(f"Box{i}", "box", [0.1, 0.1, 0.1], mass=1, at=(1.2, 0.6, 0.1 + 0.2 * i), color=(0.7, 0.5, 0.3))
setCamera((1.1, -4.5, 1.5), (1.1, 0, 0.9))


class Throw:
    def start(self):
        left.setTarget("elbow_flex_r", 0.1)
        left.setTarget("shoulder_flex_r", -0.9)

    def step(self):
        if left.timeInSkill() > 0.4:
            left.setTarget("shoulder_flex_r", 2.2, 150, 15)
        if left.getAngle("shoulder_flex_r") > 0.65:
            left.detachLink("hand_r", "Ball")


class Guard:
    def step(self):
        if getPosition("Ball").x > 0.8:
            right.setTargetPose("Block")


left.apply(Throw)
right.apply(Guard)
for each in [left, right]:
    each.setBalanceSpring(True, stiffness=0, damping=0, turnStiffness=1500, turnDamping=200)
throw("Ball", getPosition("left/hand_r", (0, 0.12, -0.1)), (0, 0, 0))
left.attachLink("hand_r", "Ball")
when(lambda: isColliding("right", "Ball"), lambda: print(f"{time():.2f} s: the ball hits the right one"))
run(2)
print(f"The ball lies at x = {getPosition('Ball').x:.2f} m; upright: {left.up().z:.2f} and {right.up().z:.2f}.")
