"""Walks as in Velocity Based Controllers: by velocity control, the foot that stands welded to the ground.

The paper's gait: poses to be reached in a time, foot strikes as transitions (figure 2), an extra joint that
holds the stance foot from its strike to its toe-off, steps of a wanted length, and the balance rule. The
machine, and what of it is ours: lib/welded.py; lengths of steps: lib/triangle.py. The weld gives what no foot
could (data/papers/vbc/weld.py tells how often): this is the paper's figure, and no person. It is for gait22,
in 3-D or held in a plane by setPlanar(). Pre: upright on its feet. Expected: it does not fall. There is no
post: it walks on.
"""
import welded


class WalkWelded(welded.Walk):
    priority = 1

    def __init__(self):
        super().__init__(skeleton)

    def pre(self):
        because("it is not upright on its feet")
        return self.stands() and len(skeleton.touching("feet")) > 0

    def expected(self):
        because("it falls")
        return self.stands()

    def stands(self):
        return skeleton.up().z > 0.5 and skeleton.height() > 0.6
