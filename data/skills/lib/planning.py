"""Where the capture point goes over a step, and where feet have to be set down: the skill walk's thoughts.

Standing on a point, the capture point xi (VST.6) runs away from it as exp(omega t). So one knows where xi
will be when the next foot is set down, and where it has to be from that foot for the steps wanted after it.
What differs is made good by where the foot that bears presses, by where the other one is set down, and by
haste. All of this is ours, and so are the numbers, found by search. Points are vec(x, y, 0) of the world; x
is ahead.
"""
import math

TIP, SIDE = 0.085, 0.036  # m: a sole presses so far before and beside its middle
MIDDLE = (0.045, 0, 0)  # of the sole, in the foot's frame
ANKLE = 0.0702  # m: over the ground, on a level foot
FEET, LEGS = ["foot_l", "foot_r"], ["_l", "_r"]


def clamp(x, lo, hi):
    return max(lo, min(hi, x))


class Strides:
    """Of a person that `state` says to bear on both feet, or to swing `foot`, since `clock`."""
    speed = 0.95  # m/s, ahead
    lengths = []  # m: of the first steps; then by speed
    seconds = 0.372617  # tune 0.3..0.5
    stretch = 0.536787  # tune 0..0.8
    both = 0.040664  # tune 0.02..0.12
    wide = 0.200834  # tune 0.15..0.3
    apart = 0.1558187  # tune 0.14..0.19
    part = 1.37993  # tune 0.5..1.5
    pace = 0.987233  # tune 0.85..1.15
    gain = 1.53476  # tune 0.3..6
    heel = 0.0604415  # tune 0.02..0.085
    ahead = 0.857093  # tune 0.3..1.2
    aside = 0.962638  # tune 0.3..1.2
    more = -0.023354  # tune -0.2..0.2
    hurry = 8.2331  # tune 0..16
    least = 0.30315  # tune 0..0.4
    fast = 3.89431  # tune 1.5..6
    far = 0.86214  # tune 0.55..0.9
    drop = 2.70039  # tune 0..6

    def look(self):
        com, v = self.person.com(), self.person.comVelocity()
        self.ankle = [getPosition(foot, (0, 0, 0)) for foot in FEET]
        soles = [getPosition(foot, MIDDLE) for foot in FEET]
        self.sole = [vec(sole.x, sole.y, 0) for sole in soles]
        self.ground = min(self.ankle[0].z, self.ankle[1].z) - ANKLE
        high = clamp(com.z - self.ground, 0.6, 1.2)
        self.omega = math.sqrt(9.81 / high)
        spin = self.part / (self.person.mass() * high) * getAngularMomentum(self.person, com)
        self.xi = vec(com.x + (v.x + spin.y) / self.omega, com.y + (v.y - spin.x) / self.omega, 0)

    def length(self, k):
        """Of the step now, or the k-th after it."""
        k += self.steps
        return self.lengths[k] if k < len(self.lengths) else self.speed * self.seconds

    def lasts(self, k):
        """From one touch-down to the next, s: longer steps of a list take longer."""
        if k + self.steps < len(self.lengths):
            return self.seconds + self.stretch * (self.length(k) - 0.38)
        return self.seconds

    def plan(self):
        """The step now, and where xi is to be from the foot that is set down, for the steps after it."""
        self.side = 1 - 2 * self.foot
        self.offset = vec(0, 0, 0)
        for k in [4, 3, 2, 1]:
            stride = vec(self.length(k), self.side * self.wide * (1 - k % 2 * 2), 0)
            self.offset = math.exp(-self.pace * self.omega * self.lasts(k)) * (stride + self.offset)
        self.stride = vec(self.length(0), self.side * self.wide, 0)

    def foresee(self):
        """How far xi will be off its place as the weight goes over, and what to do: press, and hurry."""
        left = self.lasts(0) - (0.5 if self.state == "swing" else -0.5) * self.both
        left -= self.clock if self.state == "swing" else max(self.clock, 0.5 * self.both)
        left = max(left, 0.5 * self.both) / self.rate
        grow = math.exp(self.pace * self.omega * left)
        off = self.xi - self.sole[1 - self.foot]
        miss = grow * off - self.stride - self.offset
        x, y = self.gain / grow * miss.x, self.gain / grow * miss.y
        self.press = vec(clamp(x, -self.heel, TIP), clamp(y, -SIDE, SIDE), 0)
        self.miss = miss - (grow - 1) * self.press
        if self.state != "shift":
            self.rate = self.haste(off)

    def haste(self, off):
        """How much faster it has to be done, and a leg can, where xi runs away."""
        x, y = max(0, self.miss.x * math.copysign(1, off.x)), max(0, self.miss.y * math.copysign(1, off.y))
        rate = 1 + self.hurry * clamp(math.hypot(x, y) - self.least, 0, 0.5)
        if self.state == "swing":
            way = self.place() - self.ankle[self.foot]
            left = max(0.02, self.lasts(0) - self.both - self.clock)
            rate = min(rate, self.fast * left / max(0.02, math.hypot(way.x, way.y)))
        return max(1, rate)

    def place(self):
        """Where the foot is to be set down."""
        x, y = self.more * self.stride.x + self.ahead * self.miss.x, self.aside * self.miss.y
        to = self.stride + vec(x, y, 0)
        outward = clamp(self.drop * (-self.side * self.miss.y - self.least), 0, 1)
        here = self.ankle[self.foot].x - self.ankle[1 - self.foot].x
        to = vec(to.x + outward * (here - to.x), self.side * max(self.side * to.y, self.apart), 0)
        return self.ankle[1 - self.foot] + to * min(1, self.far / to.length())
