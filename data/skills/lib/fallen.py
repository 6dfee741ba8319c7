"""Random falls: limbs go anyhow and it turns anyhow in free flight, then it drops limp, moving and turning.

fall() lasts until it lies at rest; till then no other skill of it bids.
"""
import random

RANGE = {"waist_flex": (-0.4, 1.2), "waist_abd": (-0.4, 0.4), "waist_twist": (-0.6, 0.6),
         "neck_flex": (-0.8, 1), "neck_abd": (-0.6, 0.6), "neck_twist": (-1.2, 1.2), "head_flex": (-0.5, 0.5),
         "shoulder_flex": (-1, 2.9), "shoulder_abd": (-0.3, 2), "elbow_flex": (0, 2.4),
         "elbow_twist": (-1.3, 1.3), "wrist_flex": (-1.2, 1.2), "wrist_abd": (-0.4, 0.3),
         "hip_flex": (-0.3, 2), "hip_abd": (-0.4, 0.7), "hip_twist": (-0.6, 0.6), "knee_flex": (0, 2.4),
         "ankle_flex": (-0.6, 0.3), "ankle_abd": (-0.3, 0.3)}  # rad


def between(a):
    return random.uniform(-a, a)


class Falling:
    """What acts till it lies at rest."""
    priority = 1000
    acts, added = True, False

    def pre(self):
        return Falling.acts

    def post(self):
        return not Falling.acts

    def step(self):
        pass


def fall(person, turn=0, anyhow=5, spin=3):
    """In flight it turns forward (rad/s), and anyhow; from there it drops with a spin."""
    if not Falling.added:
        person.addSkill(Falling)
    Falling.acts, Falling.added = True, True
    setGravityScale(0)
    throw(person, (0, 0, 1.5), (0, 0, 0), (between(anyhow), turn + between(anyhow), between(anyhow)))
    for joint in person.joints():
        lo, hi = RANGE.get(joint, RANGE.get(joint[:-2]))
        person.setTarget(joint, random.uniform(lo, hi), 60, 6)
    run(0.7)
    setGravityScale(1)
    person.relax()
    place, velocity = (0, 0, random.uniform(0.6, 1.0)), (between(1), between(1), 0)
    throw(person, place, velocity, (between(spin), between(spin), between(spin)))
    run(0.8)
    run(3, until=lambda: person.comVelocity().length() < 0.03)
    Falling.acts = False
