"""A recorded gesture on its own feet: arms and trunk follow a clip, the body keeps its balance.

    person.do("gesture", clip="wave")                 a motion of data/motions, or of a file

Nothing is moved by hand: the clip's angles are the posture that whole-body control is told, and where the
weight needs the arms it gets them. Pre: it stands on both feet. Post: the clip is over. Expected: as
balance has it; pushed harder, other skills step, fall and rise. Legs are balance's: what a clip does with
them is not followed.
"""
import bear_balance


class Gesture(bear_balance.BearBalance):
    priority = 0  # by command
    clip = "wave"
    begin = 0  # s of the clip
    lead = 0.2  # s: joints come to where they are told as a critically damped spring of 2/lead, 1/s
    near = 0.05  # s: rates of the clip are found over twice this
    most = 1.2  # rad: no joint is told more beyond its angle
    legs = ["hip", "knee", "ankle"]

    def pose(self, ahead):
        return skeleton.clipPose(self.clip, self.begin + skeleton.timeInSkill() + ahead)

    def post(self):
        because("the clip is over")
        return self.pose(0) is None

    def step(self):
        super().step()
        now = self.pose(0) or {}
        before, after = self.pose(-self.near) or now, self.pose(self.near) or now
        told = {}
        for joint, angle in now.items():
            if joint.split("_")[0] not in self.legs:  # what the spring needs to be there with that rate and acceleration
                rate = (after[joint] - before[joint]) / (2 * self.near)
                bend = (after[joint] - 2 * angle + before[joint]) / self.near ** 2
                more = self.lead * rate + 0.25 * self.lead ** 2 * bend
                told[joint] = angle + max(-self.most, min(self.most, more))
                skeleton.setTarget(joint, told[joint])
        flex, abd, twist = [told.get(f"waist_{way}", 0) for way in ["flex", "abd", "twist"]]
        skeleton.task("trunk", turn=(self.on.heading + twist, flex, -abd), weight=self.on.firm)
