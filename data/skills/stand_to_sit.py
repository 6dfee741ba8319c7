"""It sits down (VST 5.1, "stand to sit"), any body: it sinks over its feet, bowing, until a seat bears it.

Until then by whole-body control; sitting, joints are springs, and the trunk comes upright. Pre: upright,
slow, on both feet. Expected: it meets a seat before its hips are `lowest`. No post: it sits until something
else is commanded. It begins by command. Lengths are in legs; all numbers are ours.
"""
import bear_balance
import seat
import springs


class StandToSit(bear_balance.BearBalance):
    priority = 0
    sinks = 0.3  # tune 0.1..0.6; 1/s
    bow = 0.8  # tune 0.3..1.2; rad
    deep = 0.3  # tune 0.3..0.6; so deep it is bowed all
    back = -0.12  # tune -0.13..0.05; its weight ahead of the middle of its soles
    arms = 1.3  # tune 0..2; rad
    load = 0.1  # tune 0.05..0.6; of its weight, when it sits
    settle = 1.2  # tune 0.4..4; s
    more = 0.25  # tune -0.2..0.6; rad, of the hips
    soft = 0.02  # tune 0.01..1; of the stiffness of knees and ankles, seated
    lowest = 0.2

    def pre(self):
        return seat.bears() > 0.4 or super().pre()

    def expected(self):
        because("there is no seat, or it fell")
        high = getPosition("pelvis", (0, 0, 0)).z - self.on.ground
        return high > self.lowest * self.on.leg and skeleton.up().z > 0.2

    def start(self):
        super().start()
        self.seated, self.last, self.drop = None, time(), 0
        self.on.look()
        self.on.facing = self.on.heading

    def end(self):
        self.on.facing = None

    def step(self):
        if self.seated is not None:
            pose = {"hip_flex": seat.bent() + self.more, "knee_flex": 1.57, "ankle_flex": 0.3,
                    "shoulder_flex": 0.4, "shoulder_abd": 0.12, "elbow_flex": 0.5}
            springs.blend(self.was, pose, (time() - self.seated) / self.settle, self.soft)
            return
        dt, self.last = time() - self.last, time()
        on = self.on
        on.look()
        self.drop += self.sinks * dt * min(1, skeleton.timeInSkill() / 0.5)
        k = springs.smooth(self.drop / self.deep)
        for side in ["_l", "_r"]:
            skeleton.setTarget("knee_flex" + side, 0.3 + k * 1.3)
            skeleton.setTarget("hip_flex" + side, 0.15 + k * 1.55)
            skeleton.setTarget("shoulder_flex" + side, k * self.arms)
        middle = 0.5 * (on.sole[0] + on.sole[1]) + vec(self.back * on.leg, 0, 0)
        on.bear([0, 1], middle, k * self.bow, self.drop)
        if seat.bears() > self.load:
            self.seated, self.was = time(), springs.angles()
            skeleton.hold()
