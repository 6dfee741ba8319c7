"""Lies as it fell (VST 5.1, "default": the skill where no other bids): no joint does anything.

Pre: it is low. Post: at rest, for a rise to begin.
"""


class Limp:
    priority = 1
    rest = 0.1  # m/s

    def pre(self):
        return skeleton.height() < 0.6

    def post(self):
        because("it lies at rest")
        return skeleton.timeInSkill() > 0.3 and self.calm > 0.1

    def start(self):
        skeleton.relax()
        self.calm, self.last = 0, time()

    def step(self):
        dt, self.last = time() - self.last, time()
        self.calm = self.calm + dt if skeleton.comVelocity().length() < self.rest else 0
