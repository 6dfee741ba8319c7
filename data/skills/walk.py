"""Walks on contacts and friction alone: the walk of VBC without its foot joint, ours in all else.

The paper welds the foot that bears to the ground, and so asks of it what no foot can do. Here the capture
point says where feet go (lib/planning.py), and legs make the ground push where it is to (lib/walking.py). It
walks along x at a speed, -0.8 to 1.3 m/s, or by a list of steps; scenes that change these walk by a class of
their own: lib/strides.py. Pre: upright, on its feet. Expected: it does not fall. No post: it walks until
something else is commanded.
"""
import walking


class Walk(walking.Gait):
    priority = 10

    def __init__(self):
        super().__init__(skeleton)

    def pre(self):
        if skeleton.up().z > 0.9 and skeleton.height() > 0.85 and skeleton.touching("feet"):
            return True
        because("it does not stand upright on its feet")
        return False

    def expected(self):
        because("it falls")
        return skeleton.height() > 0.7 and skeleton.up().z > 0.4
