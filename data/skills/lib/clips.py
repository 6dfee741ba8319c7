"""What scenes with clips share (HYB): from balance, or from the ground, back into a clip."""
import everyday


class Return:
    """Back into a clip, once the character stands still and is like one of the clip's frames, or has stood
    for `patience`: one call, Return(skeleton, "idle"). `clip` is the skill's name, `motion` its file, if not that."""

    def __init__(self, character, clip, threshold=0.25, seconds=0.3, standing=["balance"], patience=2,
                 motion=None):
        self.character, self.clip, self.threshold, self.seconds = character, clip, threshold, seconds
        self.motion = motion or clip
        self.standing, self.patience, self.since, self.stood = standing, patience, None, None
        when(self.is_ready, self.go, again=True)

    def is_ready(self):
        character = self.character
        still = character.activeSkill() in self.standing and character.comVelocity().length() < 0.15
        alike = still and character.likeness(self.motion)[0] < self.threshold
        self.stood = (self.stood or time()) if still else None
        self.since = (self.since or time()) if alike else None
        return alike and time() - self.since > self.seconds or still and time() - self.stood > self.patience

    def go(self):
        self.since, self.stood = None, None  # it may be hit again at once
        self.character.do(self.clip)


def get_up(character, clip, stiff=False):
    """One call: it moves by the clip, and whatever takes it from there, a hit or limp(), it keeps its feet, or
    falls, gets up, and goes over into the clip again."""
    character.addClip(clip, loop=True)
    everyday.teach(character, stiff)
    name = clip.split("/")[-1].split(".")[0]
    at(0, lambda: character.do(name))
    return Return(character, name, standing=["balance", "bear_balance"], motion=clip)
