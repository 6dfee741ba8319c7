"""Bent or crouched on both feet, it comes upright by whole-body control, any body.

What it begins with, how high its weight is and how pelvis and trunk lean, goes over into standing within
`seconds`; its weight stays over its feet. Pre: slow, on its feet, its capture point over them, not upright.
Expected: the capture point stays over the soles. Post: it is upright, so that bear_balance takes over.
"""
import math
import bear_balance
import upright


class BearStraighten(bear_balance.BearBalance):
    priority = 9
    seconds = 2.5
    fast = 0.4  # m/s
    spin = 0  # it turns its trunk on purpose
    most = 0.25  # of its weight may be on its hands as it begins

    def bent(self):
        return skeleton.up().z < 0.85 or self.on.tall < 0.95

    def pre(self):
        self.on.look()
        if not self.bent():
            because("it is upright")
        elif self.on.speed > self.fast:
            because("it moves too fast")
        elif min(self.on.load) < 0.1 or sum(self.on.load) < 1 - self.most or skeleton.touching("hips"):
            because("its feet do not bear it")
        else:
            return self.inside(0)
        return False

    def post(self):
        because("it is upright")
        return not self.bent() and self.on.speed < 0.15

    def lean(self, link):
        w, x, y, z = getOrientation(link)
        up = vec(2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
        return math.atan2(up.dot(self.on.ahead), up.z)

    def start(self):
        super().start()
        self.since = time()
        self.on.look()
        self.leans = {"pelvis": self.lean("pelvis"), "trunk": self.lean("trunk")}
        self.low = self.on.height([0, 1]) - self.on.at.z

    def step(self):
        self.on.look()
        x = upright.clamp((time() - self.since) / self.seconds, 0, 1)
        left = 1 - x * x * (3 - 2 * x)
        middle = 0.5 * (self.on.sole[0] + self.on.sole[1]) + vec(self.shift * self.on.leg, 0, 0)
        self.on.bear([0, 1], middle, drop=left * self.low / self.on.leg)
        for link, lean in self.leans.items():
            skeleton.task(link, turn=(self.on.heading, left * lean, 0), weight=self.on.firm)
