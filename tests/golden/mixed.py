"""Much at once, for test_golden.c: all shapes, joints, laws, modified physics, and skills that take turns"""
import math

things = addObject("things", "things")
one = addCharacter("skeleton37", "one", at=(0, 2, 0), key="stand")
two = addCharacter("gait22", "two", at=(0, -2, 0), turn=0.7)
three = addCharacter("beat39", "three", at=(-3, 0, 0), height=1.6, mass=55)
four = addCharacter("hybrid38", "four", at=(3, 0, 0), turn=-1.2, strength=0.7)
ball = addShape("Ball", "sphere", 0.1, mass=1, at=(0.5, 2, 2.2), friction=0.6)
one.addLinkShape("foot_l", "box", [0.3, 0.05, 0.02], "shoes/long", at=(0.06, 0, -0.04))


class Sway:
    priority = 1

    def pre(self):
        return skeleton.up().z > 0.9

    def expected(self):
        because("it leans")
        return skeleton.up().z > 0.6

    def step(self):
        xi = skeleton.capturePoint()
        feet = 0.5 * (getPosition("one/foot_l") + getPosition("one/foot_r"))
        skeleton.stance(xi + 2 * (xi - feet), height=0.85, pitch=0.1 * math.sin(8 * time()), share=0.55)


class Lift(Sway):
    reflex, priority = True, 3

    def pre(self):
        return 0.3 < time() < 0.5

    def post(self):
        return skeleton.timeInSkill() > 0.15

    def step(self):
        ankle = getPosition("one/foot_r", (0, 0, 0))
        skeleton.stance(getPosition("one/foot_l"), swing="foot_r", ankle=(ankle.x + 0.01, ankle.y, 0.15), tip=0.2)


skeleton = one
one.addSkill(Sway)
one.addSkill(Lift)
two.setVelocity()
two.reach({"knee_flex_l": 0.4, "knee_flex_r": 0.6}, 0.3)
three.setBeat()
three.setTargetPose("Y", 0.4)
four.hold()
four.setPlanar()
four.setBalanceSpring(True, turnStiffness=800, turnDamping=60)


def change():
    four.lockAxes("hand_l", "x rz")
    four.setMask("hand_r", "gravity contacts", "z ry")
    two.plant("foot_l")
    one.chooseShapes("shoes/long")
    push("three/trunk", (150, 40, 20), 0.1, (0, 0.05, 0.1))
    setGravityScale(0.9)


def later():
    four.unlockAxes("hand_l")
    two.unplant("foot_l")
    four.setIKTarget(four.com() + vec(0.3, 0.1, 0.3), "hand_r")
    throw(ball, getPosition("one/hand_l", (0, 0.12, -0.1)), getVelocity("one/hand_l"))
    one.attachLink("hand_l", ball)
    three.addKey("knee_flex_l", 0.8, time() + 0.2, 1)
    four.carry(0.6)


at(0.2, change)
at(0.55, later)
at(0.7, lambda: one.detachLink("hand_l", ball))
at(0.75, lambda: three.relax())
when(lambda: isColliding("things/egg", "things/rod"), lambda: mark("met"))
run(1)
