"""The foot of walk_to that swings: up from where it stood, over what is in its way, down where it is to bear.

Its ankle goes on ways of the least jerk, aimed anew every period: along the ground to where it is to be set
down, and first up to the top of its way, then down.
"""
import math
import footing
import pendulum
import walk_body
import walk_sole

clamp, smooth = pendulum.clamp, pendulum.smooth
FEET, SIDE = walk_body.FEET, walk_body.SIDE
HEEL, TOE, MIDDLE, SOLE = walk_sole.HEEL, walk_sole.TOE, walk_sole.MIDDLE, walk_sole.SOLE
BESIDE = 0.125  # legs: how far beside the ankle that bears the other one passes
PASSES = 3.0  # m/s: the most at which it goes there
RISES = 0.1  # s: with less left to the top of its way it does not aim higher, for it would fly over it
LENIENT = 2000  # instead of foot_weight: down steps


class Swing(walk_sole.Soles):
    def leave(self, foot):
        """It begins where the foot is, at the speed that it has."""
        self.p, self.pv, self.pa = self.ankle[foot], getVelocity(FEET[foot], (0, 0, 0)), vec(0, 0, 0)
        self.lift_pitch, self.lift_t = self.pitch[foot], self.t
        self.s, self.crest, self.seen = 0, -1e9, None

    def landed(self):
        s = (self.t - self.lift_t) / (self.T - self.lift_t)
        load = contactForce(FEET[1 - self.stance]).z / (9.81 * skeleton.mass())
        high = self.to[0] + self.rolled(max(0, self.lands))[1] + SOLE * self.leg
        if self.rough and abs(self.ankle[1 - self.stance].z - high) > self.land_high * self.leg:
            return s > self.late
        late = self.late - (self.late - 1) * self.brisk
        near = (self.middle(1 - self.stance) - self.place).length() < self.near * self.leg
        return s > 0.6 and load > 0.05 and near or s > 0.95 and load > 0.01 or s > late

    def swings(self):
        foot, end = 1 - self.stance, self.T - self.hurry
        self.s += (1 - self.s) * min(1, self.dt / max(self.dt, end - self.t + self.dt))
        lie, roll = self.course()
        pitch, tip = self.points(foot, lie)
        was = self.p
        # what is held up does not pull at the body the harder for it
        k = min(1, (self.yields_to - self.sure_yields * self.sure) * self.dt)
        self.p += k * (self.ankle[foot] - self.p)
        self.pv += k * (getVelocity(FEET[foot], (0, 0, 0)) - self.pv)
        goal = self.fly(end, lie, max(pitch, tip) + lie)
        self.pass_by()
        if self.s < 0.9 and end - self.t > 0.04:
            self.clears(was, (goal - self.p).dot(self.ahead), min(pitch, tip) + lie, max(pitch, tip) + lie)
        self.landing = self.yaw[foot] + smooth(self.s) * (self.facing - self.yaw[foot])
        rate = (pitch - self.pitch[foot]) / self.dt
        self.pitch[foot] = pitch
        turn = (self.landing, pitch + lie, roll)
        weight = LENIENT if self.descends else self.foot_weight
        skeleton.task(FEET[foot], self.p, turn, self.pv, weight, self.pa, self.quick,
                      rate * self.left)

    def course(self):
        """How the foot lies, pitch and roll, on its way from where it lay to where it will."""
        from_, to, u = self.plate[1 - self.stance], self.to, smooth(self.s)
        a, b = [plate[0] + MIDDLE * self.leg * math.sin(plate[1]) for plate in [from_, to]]
        if self.s < 0.5:
            if self.seen is None or (self.place - self.seen).length() > 0.01 * self.leg:
                self.top, self.seen = max(a, self.highest(0.5 * (from_[1] + to[1]))), self.place
            self.rough = max(self.top - max(a, b), self.step_high) > footing.EVEN * self.leg
        self.bottom = b
        return from_[1] + u * (to[1] - from_[1]), from_[2] + u * (to[2] - from_[2])

    def points(self, foot, lie):
        """How far its toes are to point down from how it lies, and how far they do."""
        s = self.s
        pitch = self.lift_pitch * (1 - smooth(s / self.levels)) + self.lands * smooth((s - 0.3) / 0.7)
        if self.rough:  # the ankle bends no further
            pitch = max(pitch, self.bent(foot, self.p) - self.bends - lie)
        return pitch, math.asin(clamp(footing.dips(FEET[foot]), -1, 1)) - lie

    def fly(self, end, lie, pitch):
        """A period on its way, toes that point down so: where it goes, which it reaches at that time."""
        ahead, up = self.rolled(self.lands)
        goal = self.place + (ahead - MIDDLE * self.leg) * self.ahead
        rest, whole = end - self.t, end - self.lift_t
        left, half = max(0.04, rest), rest - 0.5 * whole
        if half > 0.03:  # up to the middle of its way, then down
            z, fall, until = max(self.top, self.bottom) + self.low(0) + self.apex * self.leg, 0, half
            if half > RISES:
                self.crest = max(self.crest, self.edges(pitch, lie) + self.clear_edge * self.leg)
            z = max(z, self.crest)
        else:
            z, fall, until = self.bottom + up + SOLE * self.leg, -self.fall, rest
        if self.rough and self.to[0] < self.plate[1 - self.stance][0]:  # it gets there before it goes down
            left = max(0.04, left - self.down_early * whole)
        jerk = pendulum.jerk(goal - self.p, self.pv, self.pa, vec(0, 0, 0), left)
        rises = pendulum.jerk(z - self.p.z, self.pv.z, self.pa.z, fall, max(0.04, until))
        if rest < 0.04:
            jerk, rises = vec(0, 0, 0), 0
            self.pv, self.pa = 0.8 * self.pv, vec(0, 0, 0)
            self.pv = vec(self.pv.x, self.pv.y, -self.fall)
        self.pa += self.dt * vec(jerk.x, jerk.y, rises)
        self.pv += self.dt * self.pa
        self.p += self.dt * self.pv
        return goal

    def pass_by(self):
        """Beside the leg that bears, not through it."""
        side, by = SIDE[1 - self.stance], self.p - self.ankle[self.stance]
        aside, beside = side * by.dot(self.left), by.dot(self.ahead) / self.leg
        if -0.6 < beside < 0.25 and aside < BESIDE * self.leg:
            rate = min(PASSES, (BESIDE * self.leg - aside) / 0.03)
            self.p += rate * self.dt * side * self.left
            self.pv += max(0, rate - side * self.pv.dot(self.left)) * side * self.left

    def clears(self, was, off, least, most):
        """Heel and toes that point so keep off the ground; it waits before an edge it is not over yet."""
        far = self.foresight * (1 - self.s) * (1 if off > 0 else -1)
        clear = self.clear
        if self.rough:
            clear = max(clear, self.clear_edge * clamp(2 - 2 * self.s, 0, 1))
        clear *= self.leg * min(1, self.s / 0.2)
        low = clear + self.over(far, least, most)
        lacks = low - self.p.z
        if self.rears and lacks > 0:  # it rises first
            x = 1 - self.waits * clamp(lacks / (0.03 * self.leg), 0, 1)
            self.p, self.pv = was + x * (self.p - was), x * self.pv
        if self.p.z < low:
            up = min(low - self.p.z, self.soar * self.dt)
            self.p = vec(self.p.x, self.p.y, self.p.z + up)
            self.pv = vec(self.pv.x, self.pv.y, max(self.pv.z, up / self.dt))
        elif self.rears:
            self.pv = vec(self.pv.x, self.pv.y, max(self.pv.z, 0))
        if lacks > 0 or self.rears:  # from there it does not go down as it would have from its way
            self.pa = vec(self.pa.x, self.pa.y, max(self.pa.z, 0))

    def over(self, far, least, most):
        """How high the ankle has to be for heel and toes that point so to pass what is under them and an edge
        that is up to so far ahead; `rears` says whether there is one."""
        need, self.rears = -1e9, False
        ankle, aside = vec(self.p.x, self.p.y, self.eye), footing.HALF * self.leg * self.left
        on, even = far * self.leg * self.ahead, footing.EVEN * self.leg
        for x, pitch in [(HEEL, least), (TOE, most)]:
            c, s = math.cos(pitch), math.sin(pitch)
            middle, up = ankle + self.leg * (x * c - SOLE * s) * self.ahead, self.leg * (SOLE * c + x * s)
            for at in [middle - aside, middle + aside]:
                high, then = groundUnder(at), groundUnder(at + on)
                if then - high > even:
                    high, self.rears = then + self.edge * self.leg, True
                need = max(need, high + up)
        return need

    def edges(self, pitch, lie):
        """How high the ankle has to be for toes that point down so to pass the edges before them."""
        c, s, most = math.cos(pitch), math.sin(pitch), -1e9
        at = vec(self.p.x, self.p.y, self.eye) + self.leg * (TOE * c - SOLE * s) * self.ahead
        left = min(self.look_far * self.leg, (self.place - at).dot(self.ahead) + (TOE - MIDDLE) * self.leg)
        rough, ahead, slope = self.rough, self.ahead, math.tan(lie)
        even, by = footing.EVEN * self.leg, 0.06 * self.leg
        for y in [-footing.HALF, footing.HALF]:
            from_ = at + self.leg * y * self.left
            here, x = groundUnder(from_), 0
            while x < left:
                high = groundUnder(from_ + x * ahead)
                if rough or high > here - x * slope + even:
                    most = max(most, high)
                x += by
        return most + self.leg * (SOLE * c + TOE * s)

    def highest(self, lie):
        """Of what is under heel and toes on their way, for the ankle."""
        over = []
        for i in range(1, 6):
            at = self.behind + smooth(i / 6) * (self.place - self.behind)
            for x in [HEEL, TOE]:
                under = footing.under(at + (x - MIDDLE) * self.leg * self.ahead, self.eye)
                over.append(under + x * self.leg * math.sin(lie))
        return max(over) - footing.SINK * self.leg
