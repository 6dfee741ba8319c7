"""Random falls: turned anyhow in free flight, limbs anyhow, then dropped limp, moving and turning."""
import random


def between(a):
    return random.uniform(-a, a)


def fall(person):
    """Until it lies at rest, or 4 s are over; the skill "limp" has to act from there on."""
    person.disturb(0.05, 4)
    setGravityScale(0)
    throw(person, (0, 0, 1.5), (0, 0, 0), (between(5), between(5), between(5)))
    run(0.7)
    setGravityScale(1)
    place, velocity = (0, 0, random.uniform(0.6, 1.0)), (between(1), between(1), 0)
    throw(person, place, velocity, (between(3), between(3), between(3)))
    run(4, until=lambda: time() > 1.5 and person.activeSkill() != "limp")
