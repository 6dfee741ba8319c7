"""Steps so as not to fall, by whole-body control, as often as it takes (VST 5.1, "protective step").

Where to follows from where the capture point will be at touch-down, made anew all the time; the other foot
pushes it back over that foot. States: "both" feet bear; one in "swing". Lengths are in legs.
"""
import math
import upright


class BearStep:
    priority = 20
    gain = 1.0  # tune 0..3
    swing = 0.22  # tune 0.16..0.32
    quick = 110  # tune 40..200
    apex = 0.15  # tune 0.05..0.3
    ahead = 1.1  # tune 0.4..1.6
    aside = 1.0  # tune 0.4..1.6
    more_ahead = 0.05  # tune -0.05..0.2
    more_aside = 0.1  # tune 0..0.2
    apart = 0.2  # tune 0.13..0.25
    drop = 0.06  # tune 0..0.15
    weight = 300  # tune 20..2000
    unload = 0.03  # tune 0.01..0.1
    down = 0.4  # tune 0.2..0.8
    most = 1.1  # tune 0.8..1.3
    trigger = 0.025  # legs
    calm, rest = 0.12, 0.3  # m/s, s: still for so long

    def __init__(self):
        self.on = upright.Upright(skeleton)

    def pre(self):
        self.on.look()
        if skeleton.up().z < 0.7 or self.on.tall < 0.85:
            because("it is not upright")
        elif skeleton.touching("hips") or skeleton.touching("hands") or max(self.on.load) < 0.03:
            because("it does not stand on its feet alone")
        elif self.on.lost() < 0.001:
            because("the capture point is over the feet")
        else:
            return True
        return False

    def expected(self):
        because("it falls")
        return self.on.tall > 0.7 and skeleton.up().z > 0.3

    def post(self):
        return self.state == "both" and time() - self.restless > self.rest and min(self.on.load) > 0.03

    def start(self):
        skeleton.bear("feet")
        skeleton.task("cop")
        self.on.posture()
        self.foot = None
        self.enter("both")

    def end(self):
        for foot in upright.FEET:
            skeleton.task(foot)
        skeleton.task("cop")

    def enter(self, state):
        self.state, self.since, self.restless = state, time(), time()

    def step(self):
        self.on.look()
        if self.on.speed > self.calm or self.on.lost() > 0:
            self.restless = time()
        if self.state == "both" and self.on.lost() > self.trigger:
            self.lift_off(self.choose())
        if self.state == "swing":
            self.go(time() - self.since)
        if self.state == "both":
            self.on.bear([0, 1], 0.5 * (self.on.sole[0] + self.on.sole[1]), 0, self.drop)

    # -- where to -------------------------------------------------------------------------------------------

    def place(self, foot, left):
        """Where its ankle lands in `left` seconds, and the capture point then, as the other foot pushes."""
        on, stays, side = self.on, self.on.ankle[1 - foot], 1 - 2 * foot
        c, p = on.sole[1 - foot], on.press(1 - foot, self.gain)
        xi = p + math.exp(on.omega * left) * (on.xi - p)
        u = (xi - c) / on.leg
        x = self.ahead * u.x + self.more_ahead * upright.clamp(u.x / 0.1, -1, 1)
        to = vec(x, side * max(side * self.aside * u.y + self.more_aside, self.apart), 0)
        return stays + to * on.leg * min(1, self.most / to.length()), xi

    def cost(self, foot):
        on = self.on
        to, xi = self.place(foot, self.swing)
        far = on.outside(xi, on.sole[1 - foot], to + on.sole[foot] - on.ankle[foot])
        way, loaded = (to - on.ankle[foot]).length() / on.leg, on.load[foot] / (sum(on.load) + 1e-3)
        return far + 0.02 * way + 0.03 * loaded

    def choose(self):
        return 0 if self.cost(0) < self.cost(1) else 1

    def lift_off(self, foot):
        self.foot, self.begun = foot, self.on.ankle[foot]
        skeleton.release(upright.FEET[foot], self.unload)
        self.enter("swing")

    def go(self, now):
        on, foot, name = self.on, self.foot, upright.FEET[self.foot]
        if on.load[foot] > 0.05 and now > 0.6 * self.swing or now > self.swing + 0.3:
            skeleton.bear(name)
            skeleton.task(name)
            skeleton.task("cop")
            self.enter("both")
            return
        left = max(0.001, self.swing - now)
        to = self.place(foot, left)[0]
        ground = on.level(1 - foot, to) + upright.ANKLE * on.leg
        within = max(left, math.sqrt(5.8 * (to - on.ankle[foot]).length() / self.quick))
        high = 2 * self.apex * on.leg if left > 0.4 * self.swing else -self.down * max(0, now - self.swing)
        place = on.world(to, ground + high)
        skeleton.task(name, place, turn=on.flat(1 - foot), weight=self.weight, within=within)
        skeleton.task("cop", on.world(on.press(1 - foot, self.gain), on.high[1 - foot]))
        on.bear([1 - foot], on.sole[1 - foot], 0, self.drop)
