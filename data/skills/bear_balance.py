"""Stands and sways a little; pushed, its weight comes back over its feet, by whole-body control."""
import perlin
import random
import upright


class BearBalance:
    priority = 10
    shift = -0.02  # legs
    sway = 0.012  # legs: to and fro, and slowly from foot to foot
    stays = 200  # weight of a foot that carries nothing for a moment: where it stood
    fast = 0.3  # m/s
    pace = 0.05  # legs/s: so slowly its weight goes to there as it begins, lest toes or heels lift
    lost = 0.025  # legs outside the soles
    spin = 0.5  # so much of the angular momentum counts, too
    firm = 7  # weight of trunk and pelvis: more throws them as it lands, for muscles begin at nothing

    def __init__(self):
        self.on = upright.Upright(skeleton, self.spin)
        self.on.firm = self.firm

    def pre(self):
        self.on.look()
        if self.on.speed > self.fast:
            because("it moves too fast")
        elif skeleton.up().z < 0.85 or self.on.tall < 0.95:
            because("it is not upright")
        elif min(self.on.load) < 0.03:
            because("it is not on both feet")
        else:
            return self.inside(0)
        return False

    def inside(self, far):
        if self.on.lost() > far:
            because("the capture point is beyond the feet")
            return False
        return True

    def expected(self):
        because("it leans over on one foot")
        return not self.on.tips() and self.inside(self.lost)

    def start(self):
        skeleton.bear("feet")
        skeleton.task("cop")
        self.on.posture()
        self.seed = random.uniform(0, 1000)
        l, r = [getPosition(foot, (0, 0, 0)) for foot in upright.FEET]
        self.stood = [l - r, r - l]  # each from the other
        self.on.look()
        was = (self.on.com - self.middle()) / self.on.leg
        self.was = vec(upright.clamp(was.x, -0.1, 0.1), upright.clamp(was.y, -0.1, 0.1), 0)
        self.begun = time()

    def end(self):
        for foot in upright.FEET:
            skeleton.task(foot)

    def middle(self):
        return 0.5 * (self.on.sole[0] + self.on.sole[1])

    def step(self):
        self.on.look()
        self.keep_feet()
        t, gone = 0.3 * time() + self.seed, self.pace * (time() - self.begun)
        off = vec(self.shift + self.sway * perlin.noise(t), self.sway * perlin.noise(0.3 * t + 500), 0)
        there = min(1, gone / max(1e-6, (off - self.was).length()))
        self.on.bear([0, 1], self.middle() + self.on.leg * (self.was + there * (off - self.was)))
        skeleton.setTarget("neck_twist", 0.3 * perlin.noise(0.3 * time() + self.seed))

    def keep_feet(self):
        """A foot that carries nothing for a moment stays where it stood, seen from the other."""
        at = [getPosition(foot, (0, 0, 0)) for foot in upright.FEET]
        for foot, name in enumerate(upright.FEET):
            if self.on.load[foot] > 0.02:
                self.stood[foot] = at[foot] - at[1 - foot]
                skeleton.task(name)
            else:
                there = at[1 - foot] + self.stood[foot]
                skeleton.task(name, there, velocity=self.on.drift, weight=self.stays)
