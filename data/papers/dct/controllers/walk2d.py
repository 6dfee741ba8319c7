"""Walks by selecting poses: Begin leans ahead; then Lift and Reach, of the right and the left leg in turn.

Begin and Lift last for a time, Reach until the foot that reaches ahead strikes the ground. That contact is all that
this controller feels: no angle, no speed, no balance. The poses are the scene's: Lift_r is the one that lifts the
right foot.
"""


class Walk2d:
    begin = 0.6  # tune 0.2..0.8
    lift = 0.135  # tune 0.05..0.5

    def start(self):
        self.select("Begin", "_r")

    def step(self):
        spent = skeleton.timeInSkill() - self.since
        if self.pose == "Begin" and spent >= self.begin:
            self.select("Lift", "_r")
        elif self.pose == "Lift" and spent >= self.lift:
            self.select("Reach", self.side)
        elif self.pose == "Reach" and isColliding("foot" + self.side, "ground"):
            self.select("Lift", "_l" if self.side == "_r" else "_r")

    def select(self, pose, side):
        self.pose, self.side, self.since = pose, side, skeleton.timeInSkill()
        skeleton.setTargetPose(pose + side)
