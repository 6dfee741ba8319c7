"""A recorded gesture on its own feet: arms and trunk follow a clip, the body keeps its balance.

    person.do("gesture", clip="wave")                 a motion of data/motions, or of a file

Nothing is moved by hand: the clip's angles are the posture that whole-body control is told, and where the
weight needs the arms it gets them. Pre: it stands on both feet. Post: the clip is over. Expected: as
balance has it; pushed harder, other skills step, fall and rise. Legs are balance's: what a clip does with
them is not followed.
"""
import bear_balance
import follow

PARTS = ["waist", "neck", "head", "shoulder", "elbow", "wrist"]


class Gesture(bear_balance.BearBalance):
    priority = 0  # by command
    clip = "wave"
    begin = 0  # s of the clip

    def post(self):
        because("the clip is over")
        return skeleton.clipPose(self.clip, self.begin + skeleton.timeInSkill()) is None

    def step(self):
        super().step()
        told = follow.told(skeleton, self.clip, self.begin + skeleton.timeInSkill(), PARTS)
        for joint, angle in told.items():
            skeleton.setTarget(joint, angle)
        flex, abd, twist = [told.get(f"waist_{way}", 0) for way in ["flex", "abd", "twist"]]
        skeleton.task("trunk", turn=(self.on.heading + twist, flex, -abd), weight=self.on.firm)
