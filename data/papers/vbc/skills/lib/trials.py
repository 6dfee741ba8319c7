"""What the experiments of Velocity Based Controllers with the welded walk share."""
import welded

now = {}  # "character", its "skill", the "walk" that acts, and "looks" that are asked with it


class Walk(welded.Walk):
    def __init__(self):
        super().__init__(now["character"])
        now["walk"] = self

    def expected(self):
        because("it falls")
        return not fallen()

    def step(self):
        super().step()
        for look in now["looks"]:
            look(self)


def prepare(character, skill=Walk, name="Walk"):
    """The character walks by this class from the next begin() on."""
    setTimestep(0.001)
    setPeriod(0.005)
    now["character"], now["skill"], now["looks"] = character, name, []
    character.addSkill(skill)


def begin(planar=False, looks=None):
    """From rest, disturbed a little by --seed; looks: asked with the walk, each control period."""
    restart()
    now["looks"] = looks or []
    now["character"].setPlanar(bool(planar))
    if not planar:
        now["character"].disturb(0.01, 0.05)
    now["character"].do(now["skill"])


def fallen():
    return now["character"].height() < 0.7 or now["character"].up().z < 0.5


def steps():
    """Of the walk: (time, planned, wanted by the balance rule, what it became), m."""
    return now["walk"].struck


def go(n):
    """Until n steps more are done. False: it fell, or stopped."""
    n += len(steps())
    run(0.8 * n, until=lambda: fallen() or len(steps()) >= n)
    return not fallen() and len(steps()) >= n


class Push:
    """Half a second of so many N, ahead, from a phase of the step on: 0 is a strike, 1 the next one.

    survived: it has not fallen twelve steps later. back: from the tenth on, at most one is
    1 cm or more off the plan (a toe that stubs is no loss of the walk). lengths: of the steps, from the last one before the push on.
    """

    def __init__(self, link, force, phase, planar, looks=None):
        begin(planar, looks)
        go(6)
        struck = steps()
        run(phase * (struck[-1][0] - struck[-2][0]))
        first = len(struck) - 1
        push(link, (force, 0, 0), 0.5)
        run(0.5)
        ended = len(steps())
        self.survived = go(12)
        self.lengths = [step[3] for step in steps()[first:]]
        self.errors = [abs(step[3] - step[1]) for step in steps()[ended + 9:]]
        self.back = self.survived and len([off for off in self.errors if off >= 0.01]) < 2
