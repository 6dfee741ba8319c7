"""It rises from a seat into a crouch (VST 5.1, "sit to crouch"), any body: it bows, then legs bear it.

First joints are springs: feet come under the seat's edge, the trunk leans until the capture point is over
the soles; then by whole-body control, so that "bear_straighten" goes on. Pre: upright on a seat, slow, feet
on the ground. Expected: it does not lie down, and is soon over its feet. Post: off the seat, the capture
point over the soles. It begins by command. Lengths are in legs; all numbers are ours.
"""
import bear_straighten
import seat
import springs


class SitToCrouch(bear_straighten.BearStraighten):
    priority = 0
    bows = 0.9  # tune 0.3..1.5; s
    hip = 1.95  # tune 1.5..2; rad
    waist = 0.7  # tune 0..1.2
    knee = 0.05  # tune 0..0.6; rad, of the shanks, heels behind the knees
    draw = 0.4  # tune 0..1; rad/s: feet come nearer
    arms = 1.2  # tune 0..2
    near = 0.0  # tune -0.1..0.1
    raised = 0.15  # tune 0.03..0.3
    soft = 0.4  # tune 0.02..1
    ankle = 0.34  # tune 0..0.4
    part = 0.8  # tune 0.3..1

    def pre(self):
        self.on.look()
        if seat.bears() < 0.4:
            because("no seat bears it")
        elif self.on.speed > 0.2:
            because("it moves too fast")
        elif skeleton.up().z < 0.8:
            because("it is not upright")
        else:
            because("its feet are off the ground")
            return skeleton.touching("feet")
        return False

    def expected(self):
        because("it came down on the seat again, or fell")
        return skeleton.timeInSkill() < 5 and skeleton.up().z > 0

    def post(self):
        risen = self.lifted and self.on.at.z - self.from_ > self.raised * self.on.leg
        return risen and seat.bears() == 0 and self.on.lost() == 0

    def start(self):
        self.lifted, self.was = False, springs.angles()
        skeleton.hold()

    def step(self):
        if self.lifted:
            super().step()
            return
        knee = seat.bent() + self.knee + self.draw * skeleton.timeInSkill()
        pose = {"hip_flex": self.hip, "waist_flex": self.waist, "knee_flex": knee, "ankle_flex": self.ankle,
                "shoulder_flex": self.arms, "shoulder_abd": 0.12, "elbow_flex": 0.2, "neck_flex": -0.3}
        self.on.look()
        springs.blend(self.was, pose, skeleton.timeInSkill() / self.bows, self.soft)
        if skeleton.timeInSkill() > self.part * self.bows and self.on.lost() <= self.near:
            self.lifted = True
            super().start()
            self.from_ = self.on.at.z
