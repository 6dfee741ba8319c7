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
    lead = 0.2  # s: so much later do joints come to where they are told
    legs = ["hip", "knee", "ankle"]

    def pose(self, ahead):
        return skeleton.clipPose(self.clip, self.begin + skeleton.timeInSkill() + ahead)

    def post(self):
        because("the clip is over")
        return self.pose(0) is None

    def step(self):
        super().step()
        pose = self.pose(self.lead) or self.pose(0) or {}
        for joint, angle in pose.items():
            if joint.split("_")[0] not in self.legs:
                skeleton.setTarget(joint, angle)
