"""What scenes with clips share (HYB): from balance, or from the ground, back into a clip."""
import everyday


class Return:
    """Back into a clip, once the character stands still and is like one of the clip's frames: one call,
    Return(skeleton, "idle"). `clip` is the name of the skill and of the motion."""

    def __init__(self, character, clip, threshold=0.25, seconds=0.3, standing=["balance"]):
        self.character, self.clip, self.threshold, self.seconds = character, clip, threshold, seconds
        self.standing, self.since = standing, None
        when(self.is_alike, self.go, again=True)

    def is_alike(self):
        character = self.character
        still = character.activeSkill() in self.standing and character.comVelocity().length() < 0.15
        alike = still and character.likeness(self.clip)[0] < self.threshold
        self.since = (self.since or time()) if alike else None
        return self.since is not None and time() - self.since > self.seconds

    def go(self):
        self.character.do(self.clip)


def get_up(character, clip, human=False):
    """One call: it moves by the clip, and whatever takes it from there, a hit or limp(), it keeps its feet, or falls, gets
    up, and goes over into the clip again."""
    character.addClip(clip, loop=True)
    everyday.teach(character, human)
    return Return(character, clip, standing=["balance", "bear_balance"])
