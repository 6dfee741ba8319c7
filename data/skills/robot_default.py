"""The robot's default (VST 5.1): upright it holds itself, lying it does nothing.

Pre: no other can act. Upright, joints go straight with moderate stiffness, arms loose; lying they are
relaxed. Post: it lies at rest, for a rise to begin, or was upright a while. All numbers are ours.
"""
import math
import planar


class RobotDefault:
    priority = 0.5
    upright = 1.05  # rad
    rest = 0.1  # m/s

    def pre(self):
        return True

    def post(self):
        because("it lies at rest" if self.lies else "it is upright a while")
        return skeleton.timeInSkill() > 0.3 and (self.calm > 0.1 or not self.lies)

    def start(self):
        self.calm, self.last = 0, time()
        self.lies = skeleton.up().z < math.cos(self.upright) or skeleton.height() < 0.5
        if self.lies:
            skeleton.relax()
            return
        for joint in planar.joints():
            loose = joint[:5] in ("shoul", "elbow")
            skeleton.setTarget(joint, 0, 10 if loose else 300, 2 if loose else 30)

    def step(self):
        dt, self.last = time() - self.last, time()
        self.calm = self.calm + dt if skeleton.comVelocity().length() < self.rest else 0
