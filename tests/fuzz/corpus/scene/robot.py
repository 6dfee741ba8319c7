class Bow:
    priority = 5
    def start(self):
        self.begun = time()
    def step(self):
        robot.setTarget(robot.joints()[0], 0.3, stiffness=20)
    def expected(self):
        return robot.tilt() < 1
    def post(self):
        return time() > self.begun + 0.02
    def features(self):
        return [robot.com().z, robot.height()]

robot = addCharacter("robot16", name="robot")
robot.addSkill(Bow)
robot.disturb(0.01, 0.05)
robot.do("Bow")
run(0.03)
robot.addPose("bent", {robot.joints()[0]: 0.2})
robot.setTargetPose("bent")
robot.setGain(2)
robot.setPlanar()
setGravityScale(0.5)
print(robot.activeSkill(), robot.facing(), robot.supportPolygon(), robot.capturePoint(), robot.touching("feet"))
print(robot.jointForces(robot.joints()[1]), robot.getTorque(robot.joints()[0]), robot.mass(), robot.others())
run(0.02)
