"""A controller: a class with start() and step(), applied to a character

It waves, and keeps its balance by its ankles, against where its centre of mass is. With --param stiffness=0 it falls.
"""
import math

skeleton = addCharacter("skeleton37", key="stand")
setCamera((2.6, -2.4, 1.3), (0, 0, 0.9))
stiffness = 3  # rad of the ankles for each m that the centre of mass is off


class Wave:
    def start(self):  # once, when it begins
        skeleton.setTargetPose("Stand")
        skeleton.setTarget("shoulder_abd_r", 2.4)

    def step(self):  # each control period, 0.005 s
        feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
        off = skeleton.com().x - feet.x + 0.3 * skeleton.comVelocity().x
        for side in ["l", "r"]:
            skeleton.setTarget(f"ankle_flex_{side}", -stiffness * off)
        skeleton.setTarget("elbow_flex_r", 1 + 0.5 * math.sin(8 * skeleton.timeInSkill()))


skeleton.apply(Wave)
at(2, lambda: push("trunk", (-200, 0, 0), 0.1))
stood = not run(6, until=lambda: skeleton.up().z < 0.8)
print("It stood for", round(time(), 2), "s" if stood else "s, then it fell.")
print(f"The centre of mass is {skeleton.com().z:.2f} m high, {skeleton.supportMargin():.3f} m inside its support.")
