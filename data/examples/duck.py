"""Two skills: one stands, the other ducks when a ball comes near

The highest priority acts of those whose pre() holds; a reflex may interrupt.
"""


class Stand:
    priority = 1

    def pre(self):
        return skeleton.up().z > 0.8

    def start(self):
        skeleton.setTargetPose("Stand", 0.3)


class Duck:
    priority = 5
    reflex = True  # its pre() is called at all times, not only when Stand is over

    def distance(self):
        return (getPosition("Ball") - getPosition("head")).length()

    def pre(self):  # may it begin?
        because("a ball is near")
        return self.distance() < 1.5

    def expected(self):  # does it go as it should?
        because("it falls")
        return skeleton.up().z > 0.5

    def post(self):  # is it done?
        because("the ball is gone")
        return self.distance() > 1.5

    def start(self):
        skeleton.setTargetPose("Ready")
        skeleton.setTarget("neck_flex", 0.6)
        skeleton.setTarget("waist_flex", 0.5)


skeleton = addCharacter("skeleton37", key="stand")
addShape("Ball", "sphere", 0.11, mass=0.4, at=(4, 0, 0.11))
skeleton.addSkill(Stand)
skeleton.addSkill(Duck)
at(0.2, lambda: throw("Ball", (4, 0.5, 1.4), (-8, 0, 1.6)))
run(1.2)
measure("it is upright", skeleton.up().z, "", "> 0.8")
