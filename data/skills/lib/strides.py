"""What experiments with walks share: a person that walks as it is told, and what one sees of it."""
import math
import planning
import walking


class Stroll(walking.Gait):
    """A scene gives it the person, and changes its speed and lengths."""
    person = None
    now = None

    def __init__(self):
        super().__init__(Stroll.person)

    def start(self):
        super().start()
        Stroll.now = self


def teach(person):
    Stroll.person = person
    person.apply(Stroll)


def begin(speed, lengths=[]):
    """From rest, a little disturbed."""
    restart()
    Stroll.speed, Stroll.lengths, Stroll.now = speed, lengths, None
    Stroll.person.disturb(0.01, 0.05)
    return Watch()


def mean(values):
    return sum(values) / max(1, len(values))


class Watch:
    """Steps, toes and soles, until it falls: lengths (m), how far toes were bent as they left the ground
    (degrees), how far soles slid from then until the other foot was in front (m)."""

    def __init__(self):
        self.lengths, self.bends, self.slides, self.times = [], [], [], []
        self.steps, self.bend, self.sole, self.slide = 0, 0, None, 0

    def look(self):
        gait = Stroll.now
        if gait is None:
            return False
        if gait.steps != self.steps:
            self.note(gait)
        if gait.state == "swing":
            self.swing(gait, "toe" + planning.LEGS[gait.foot], "toe_flex" + planning.LEGS[gait.foot])
        return fallen(gait.person)

    def note(self, gait):
        self.steps = gait.steps
        self.times.append(time())
        self.lengths.append(gait.went)
        self.bends.append(self.bend)
        self.slides.append(self.slide)
        self.sole, self.slide = None, 0

    def swing(self, gait, toe, joint):
        sole = getPosition(planning.FEET[1 - gait.foot], planning.MIDDLE)
        if gait.clock < 0.5 * gait.seconds and isColliding(toe, "ground"):
            self.bend, self.sole = math.degrees(gait.person.getAngle(joint)), sole
        elif self.sole is not None:
            self.slide = max(self.slide, (sole - self.sole).length())


def fallen(person):
    return person.height() < 0.75 or person.up().z < 0.5


def shove(impulse, direction, link="trunk", seconds=0.1):
    """By so many N s, towards there (degrees: 0 is ahead, 90 to its left)."""
    angle, force = math.radians(direction), impulse / seconds
    push(link, (force * math.cos(angle), force * math.sin(angle), 0), seconds)
