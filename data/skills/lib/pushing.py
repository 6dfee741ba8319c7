"""What experiments with pushes share: one push at a person who stands, and whether it falls."""
import math
import rising

NOT_FEET = rising.HANDS + rising.KNEES + rising.BODY


def fallen(person):
    """Something else than a foot touches the ground, or soon will."""
    return person.height() < 0.6 or any([person.touching(link) for link in NOT_FEET])


def begin(person):
    """Stands for a second and a half, a little disturbed at first."""
    restart()
    person.disturb(0.01, 0.05)
    run(1.5)


def shove(direction, impulse, seconds):
    """At the trunk's centre of mass, towards there (degrees: 0 is ahead, 90 to its left)."""
    angle, force = math.radians(direction), impulse / seconds
    push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), seconds)


def survives(person, direction, impulse, seconds):
    """5 s after the push nothing but feet has touched the ground."""
    begin(person)
    shove(direction, impulse, seconds)
    return not run(seconds + 5, until=lambda: fallen(person))


class Feet:
    """How far feet have moved at most, m, since they stood."""

    def __init__(self):
        self.places = [(foot, getPosition(foot)) for foot in rising.FEET]
        self.moved = 0

    def look(self):
        self.moved = max([self.moved] + [(getPosition(foot) - place).length() for foot, place in self.places])
        return self.moved
