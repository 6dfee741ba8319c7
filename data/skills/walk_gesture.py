"""Walks on its own feet, and its arms and head follow a clip.

    person.do("walk_gesture", clip="wave", speed=1.0)       a motion of data/motions, or of a file

walk_to with a recorded gesture: legs, pelvis and trunk are the walk's, and so is where the weight goes. Pre,
and what it is told: as walk_to. Post: the clip is over, and it stands; it stops by itself.
"""
import follow
import walk_to

PARTS = ["neck", "head", "shoulder", "elbow", "wrist"]


class WalkGesture(walk_to.WalkTo):
    clip = "wave"

    def step(self):
        super().step()
        if skeleton.clipPose(self.clip, skeleton.timeInSkill()) is None:
            self.steps = min(0, self.steps or 0)
        for joint, angle in follow.told(skeleton, self.clip, skeleton.timeInSkill(), PARTS).items():
            skeleton.setTarget(joint, angle)
