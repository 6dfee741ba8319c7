"""Skills that a supervisor chooses among by what they say of themselves

pre() says when a skill may begin, priority how much it wants to, expected() whether all still goes as it should, post()
whether it is done. Standing gives up when it cannot hold; then a fall is the only one that still wants to act.
kip run data/scenes/skills.py --explain tells each decision with its reason.
"""
skeleton = addCharacter("skeleton37", key="ready")
setCamera((2.8, -3, 1.4), (0.3, 0, 0.7))


class Stand:
    priority = 2

    def pre(self):
        because(f"the pelvis leans {1 - skeleton.up().z:.2f}")
        return skeleton.up().z > 0.9

    def start(self):
        skeleton.setTargetPose("Ready")

    def expected(self):
        because("the centre of mass is outside the feet")
        return skeleton.supportMargin() > -0.05


class Fall:
    priority = 1

    def pre(self):
        return skeleton.comVelocity().z < -0.1

    def start(self):
        print(f"{time():.2f} s: it falls, arms out")
        skeleton.setTargetPose("Landing")

    def post(self):
        return skeleton.com().z < 0.35


skeleton.addSkill(Stand)
skeleton.addSkill(Fall)
at(1, lambda: push("trunk", (300, 0, 0), 0.2))
run(3, until=lambda: isColliding("head", "ground"))
print(f"{time():.2f} s: {skeleton.activeSkill()} acts, the centre of mass is {skeleton.com().z:.2f} m high")
