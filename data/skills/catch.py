"""Catches a pole that leans or moves, by where its foot presses (VST.6, balance; for data/models/pole.xml)

The foot presses beyond the point where the pole would come to rest (the capture point), as far as it
reaches. pre() is a rough rule that a person would write; `kip learn catch` learns where it is worth trying,
from data/skills/learn/catch.py.
"""
import math


class Catch:
    priority = 1
    learned = "catch"
    gain = 2.0
    toe = 0.17
    heel = -0.05
    height = 0.95

    def capture(self):
        return skeleton.com().x + skeleton.comVelocity().x * math.sqrt(self.height / 9.81)

    def features(self):
        return [skeleton.com().x, skeleton.comVelocity().x]

    def pre(self):
        return self.heel - 0.1 < self.capture() < self.toe + 0.1

    def expected(self):
        because("it falls")
        return abs(skeleton.com().x) < 0.5

    def post(self):
        because("it stands")
        return abs(skeleton.com().x) < 0.02 and abs(skeleton.comVelocity().x) < 0.05

    def start(self):
        skeleton.relax()

    def step(self):
        press = max(self.heel, min(self.toe, self.gain * self.capture()))
        skeleton.setTorque("ankle", -skeleton.mass() * 9.81 * press)
