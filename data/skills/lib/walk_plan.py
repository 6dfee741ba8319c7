"""Where the ground is to push, and where and when the foot of walk_to that swings is to be set down.

The capture point runs away from where the ground pushes (lib/pendulum.py). By how much it will be off where
the steps to come want it, when the foot is set down, is made good by the push within the sole as far as that
goes, then by the place of the foot, and by the time of the step where that place is out of reach.
"""
import math
import footing
import pendulum
import walk_swing

clamp, SIDE, MIDDLE = pendulum.clamp, walk_swing.SIDE, walk_swing.MIDDLE
ASTRIDE = 0.12  # legs: feet that are further apart than they were to be by so much hand over quickly
AHEAD = 0.2  # what it misses ahead or back counts so much, for the next step can go on from there
INWARD, MORE = 0.05, 0.0035  # legs: the most that it allows for, and by how much more after each step
CHOOSY = 1.5  # as walk_to.hasty, on ground where the foot has its place


class Plan(walk_swing.Swing):
    def foresee(self):
        """Is there a step down within the next strides? And is that ground even, and that under the feet?"""
        lies, x, drops, rises = self.plate[self.stance], 0.2, 0, 0
        here = lies[0] - x * self.leg * math.tan(lies[1])
        while x < self.foresees:
            high = footing.under(self.anchor + x * self.leg * self.ahead, self.eye)
            drops, rises = max(drops, here - high), max(rises, high - here)
            here, x = high, x + 0.05
        self.descends = self.down or drops > self.drop_least * self.leg
        self.even = max(drops, rises, self.stepped()) < footing.EVEN * self.leg

    def strides(self):
        """How far ahead the next two footholds lie, and where the sole that bears has ground under it."""
        swing, plate = 1 - self.stance, self.plate[self.stance]
        lo, hi = footing.bearing(self.anchor, self.yaw[self.stance], self.leg, self.eye, plate)
        if self.on_toes:
            self.heel = self.heel_down * self.leg
        self.heel, self.toe = max(self.heel, lo), min(self.toe, hi)
        self.least_x, self.most_x = max(-0.12 * self.leg, lo), min(self.ahead_most, hi)
        lane = self.anchor + SIDE[swing] * self.width * self.left
        self.first, lies = self.stride(lane, plate[0])
        self.lands = -self.size * self.hit if abs(lies[0] - plate[0]) < 0.02 * self.leg else 0
        least, drop = self.drop_least * self.leg, -self.above(lane + self.first * self.ahead, lies)
        self.drop = drop if drop > least else 0
        self.down = self.drop > 0 or self.above(self.behind, self.plate[swing]) > least
        if self.drop > 0:  # toes first
            self.lands = self.toes_first * self.drop / self.leg
        self.second = self.stride(self.anchor + self.first * self.ahead, lies[0])[0]
        self.look_ahead()

    def stride(self, from_, z):
        return footing.stride(from_, self.go.x, self.facing, self.ahead, self.leg, self.eye, z)

    def plan(self):
        left = max(0.02, self.T - self.t)
        aimed = self.aims(left)
        if self.state == "both" or self.t - self.lift_t < 0.85 * (self.T - self.lift_t):
            soonest = self.both - self.t + self.soonest if self.state == "both" else 0.06
            left, aimed = self.timed(left, aimed, soonest)
            self.T = self.t + left
        if self.state == "both":
            self.both = min(self.both, max(self.shift, self.part * self.T) + self.longer)
        self.cop, place, self.miss = aimed
        early = self.state == "both" or self.t - self.lift_t < 0.6 * (self.T - self.lift_t)
        if self.held is None or early:
            if self.down:  # on the next tread, sooner or later
                place += (self.first - (place - self.anchor).dot(self.ahead)) * self.ahead
            self.to, self.held = footing.hold(place, self.facing, self.ahead, self.leg, self.eye)
            self.place = place if self.held is None else self.held

    def look_ahead(self):
        """What the steps to come want: xi off the foot that is set down, and from that one to the next."""
        w, side = self.omega, SIDE[1 - self.stance]
        # the same ahead, of the foot after it, if all strides from then on are as its
        steady = pendulum.steady(self.second, self.heel, self.toe, self.times, w)
        rolls = pendulum.through(0, self.toe - self.first, self.heel, self.toe, self.times, w)
        self.offset = self.swayed((self.second + steady - rolls) * math.exp(-w * sum(self.times)), side)
        # from there the ground pushes from the foot behind to the one that was set down, and that one bears
        self.far = math.exp(w * sum(self.times))
        both, roll, rest = self.times
        self.by = pendulum.through(0, -1, 0, 0, self.times, w)
        self.by_quickly = pendulum.through(0, -1, 0, 0, (self.shift, roll, rest + both - self.shift), w)
        rolls = pendulum.through(0, self.toe, self.heel, self.toe, self.times, w)
        aim = self.swayed(steady, -side)
        aside = self.go.y - side * (self.width - 2 * self.inward)
        self.aim = aim + ((self.second - rolls) * self.ahead_then + aside * self.left_then)

    def swayed(self, x, side):
        """What is x ahead of a foot, and aside as feet are set down to the left and the right."""
        w = self.omega
        y = pendulum.steady(self.go.y, 0, 0, self.times, w)
        y += pendulum.swaying(-side * (self.width - 2 * self.inward), self.times, w)
        return x * self.ahead_then + y * self.left_then

    def timed(self, left, aimed, soonest):
        """The time that is left of the swing, and what it aims at: as it is, unless that misses its place."""
        best, least = (left, aimed), self.costs(aimed)
        if least == 0:
            return best
        for k in range(-4, 5):
            other = left + 0.03 * k
            if k == 0 or not soonest <= other <= 0.8:
                continue
            aimed = self.aims(other)
            cost = self.costs(aimed) + abs(other - left)
            if cost < least:
                best, least = (other, aimed), cost
        return best

    def costs(self, aimed):
        """How far off the foot would be set down: of its reach, of its lane, and of ground that bears."""
        miss, off = aimed[2], SIDE[1 - self.stance] * (aimed[1] - self.anchor).dot(self.left)
        astride = max(0, off - self.width - abs(self.go.y) - ASTRIDE * self.leg)
        if self.held is None:
            return self.hasty * miss + astride
        return CHOOSY * (miss + self.keep * abs((aimed[1] - self.held).dot(self.ahead))) + astride

    def aims(self, left):
        """If the foot is set down after so long: where the ground pushes now, its place, how far off.

        The ground will push inside of that foot, too: its middle is further out by twice as much.
        """
        cop, end = self.pushes(left)
        inner = self.inner()
        xi = self.far * (end - self.anchor - inner) - self.aim
        place = xi / (self.far - self.by)
        if SIDE[1 - self.stance] * place.dot(self.left) - self.width > ASTRIDE * self.leg:
            place = xi / (self.far - self.by_quickly)
        place, miss = self.reached(place + 2 * inner, left)
        return cop, place, miss

    def pushes(self, left):
        """Where the ground pushes now, and where xi will be after so long."""
        w, swing = self.omega, 1 - self.stance
        now, end = self.untouched(left)
        first, gain = self.first, self.gain
        if self.held is not None:
            first, gain = (self.held - self.anchor).dot(self.ahead), self.held_gain
        aside = self.go.y + SIDE[swing] * (self.width - self.inward)
        plan = self.anchor + first * self.ahead + aside * self.left
        free = self.both + self.times[1] if self.size > 0.5 and not self.mounts() else self.t + left
        rest = math.exp(w * max(0, min(left, self.t + left - free)))
        grow = math.exp(w * left)
        off = end - plan - self.offset
        ahead = gain / max(0.6, grow - rest) * off.dot(self.ahead) if self.t < free else 0
        aside = self.gain / max(0.6, grow - 1) * off.dot(self.left)
        nominal = now - (now if self.state == "both" else self.anchor)
        x, y = nominal.dot(self.ahead), nominal.dot(self.left)
        x = clamp(x + ahead, self.least_x, self.most_x) - x
        y = clamp(y + aside, -self.side * self.leg, self.side * self.leg) - y
        cop = now + x * self.ahead + y * self.left
        return cop, end - (grow - rest) * x * self.ahead - (grow - 1) * y * self.left

    def mounts(self):
        """Does the foot step up onto its place? The ground then pushes it on to the end of the step."""
        return self.held is not None and self.to[0] - self.plate[self.stance][0] > self.drop_least * self.leg

    def untouched(self, left):
        """Where the ground pushes as weight goes from heel to toes, and where xi then is after so long."""
        inner = self.inner()
        middle = self.anchor + inner
        heel, toe = middle + self.heel * self.ahead, middle + self.toe * self.ahead
        both, roll = self.both, self.times[1]
        if self.state == "both":
            from_ = vec(self.foot_from.x, self.foot_from.y, 0) - inner
            x = clamp(self.t / both, 0, 1)
            now = from_ + x * (heel - from_)
            after = max(0, left - both + self.t)
            rolls = min(roll, after)
            seconds = (max(0, both - self.t), rolls, after - rolls)
            return now - (2 * x - 1) * inner, pendulum.through(self.xi, now, heel, toe, seconds, self.omega)
        rolled = clamp((self.t - both) / roll, 0, 1)
        now = heel + rolled * (toe - heel)
        rolls = min((1 - rolled) * roll, left)
        return now - inner, pendulum.through(self.xi, now, now, toe, (0, rolls, left - rolls), self.omega)

    def inner(self):
        """From the middle of the sole that bears to where, in effect, the ground pushes."""
        return self.inward * SIDE[1 - self.stance] * self.left

    def feel(self):
        """How far inside of where it was told to the ground pushes, by where the capture point went."""
        if self.state == "swing":
            k = math.exp(-self.omega * self.t)  # of what is off then so much is left at the end
            self.felt += k * SIDE[self.stance] * (self.xi - self.foreseen).dot(self.left)
            self.weighs += k * self.omega * self.dt

    def allow(self):
        """After a step it allows for that, a little more each time."""
        off = clamp(self.felt / self.weighs, 0, INWARD * self.leg) - self.inward
        self.inward += clamp(self.allows * off, -MORE * self.leg, MORE * self.leg)
        self.felt = self.weighs = 0

    def reached(self, place, left):
        """Where it gets in that time instead, and by how much that misses the place."""
        side = SIDE[1 - self.stance]
        x, y = place.dot(self.ahead), side * place.dot(self.left)
        ahead = (self.com + left * self.v - self.anchor).dot(self.ahead) + MIDDLE * self.leg
        reach = self.reach * self.leg
        # well ahead of the foot that bears it may be set down across
        least = self.least - self.cross * clamp(x / self.leg / 0.25 - 1, 0, 1)
        low = vec(ahead - reach, self.leg * least, 0)
        high = vec(ahead + reach, self.wider * self.leg, 0)
        if self.state == "swing":  # no further off than a foot gets from where it would come to rest
            rests = self.p + 0.4 * left * self.pv - self.anchor
            rest_x, rest_y = rests.dot(self.ahead) + MIDDLE * self.leg, side * rests.dot(self.left)
            far = self.haste * left * left / 5.8
            low = vec(max(low.x, rest_x - far), max(low.y, rest_y - far), 0)
            high = vec(min(high.x, rest_x + far), min(high.y, rest_y + far), 0)
        part = AHEAD if self.held is None else 1
        miss = part * abs(x - clamp(x, low.x, high.x)) + abs(y - clamp(y, low.y, high.y))
        x = clamp(x, low.x, high.x)
        least = min(0.125 * self.leg, low.y + 0.025 * self.leg)
        y = side * clamp(y, max(low.y, least), max(high.y, least))
        return self.anchor + x * self.ahead + y * self.left, miss
