"""Skills that a supervisor chooses among, by what they say of themselves

pre() says whether a skill may begin, priority how much it wants to, expected() whether all goes as it should, post()
whether it is done. --explain tells each decision with its reason.
"""
skeleton = addCharacter("skeleton37", key="ready")
setCamera((2.8, -3, 1.4), (0.3, 0, 0.7))


class Stand:
    priority = 2

    def pre(self):
        return skeleton.up().z > 0.97 and skeleton.supportMargin() > 0

    def start(self):
        skeleton.setTargetPose("Ready", 0.5)

    def expected(self):
        because(f"the centre of mass is {-skeleton.supportMargin():.2f} m outside the feet")
        return skeleton.supportMargin() > -0.1


class Fall:
    priority = 1

    def pre(self):
        return skeleton.comVelocity().z < -0.1

    def start(self):
        print(f"{time():.2f} s: it falls, arms out")
        skeleton.setTargetPose("Landing")


skeleton.addSkill(Stand)
skeleton.addSkill(Fall)
at(1, lambda: push("trunk", (300, 0, 0), 0.2))
run(3, until=lambda: isColliding("head", "ground"))
print(f"{time():.2f} s: {skeleton.activeSkill()} acts, the centre of mass is {skeleton.com().z:.2f} m high")
