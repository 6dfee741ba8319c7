"""How walk_to walks: the step, its plan, feet that roll over heel and toe; see there.

The class that is derived has what it is told, and the numbers.
"""
import math
import footing
import pendulum

clamp, smooth = pendulum.clamp, pendulum.smooth
THIGHS, SHANKS = ["thigh_l", "thigh_r"], ["shank_l", "shank_r"]
FEET, SIDE = ["foot_l", "foot_r"], [1, -1]
HEEL, TOE, MIDDLE = footing.HEEL, footing.TOE, footing.MIDDLE
SOLE = 0.0794  # legs: an ankle over its sole


class Walker:
    # -- the step ------------------------------------------------------------------------------------------

    def start(self):
        self.leg = skeleton.limb("foot_l")
        left = skeleton.up().cross(skeleton.facing())
        self.facing = math.atan2(-left.x, left.y)
        skeleton.bear("feet")
        self.state, self.t, self.last, self.walked = "start", 0, time(), 0
        self.still, self.halted, self.calm = False, 0, time()
        self.stance = 1 if self.aside >= 0 else 0
        self.pitch, self.yaw, self.struck, self.heaved = [0, 0], [self.facing, self.facing], 0, 0
        self.stood = [getPosition(foot, (0, 0, 0)) for foot in FEET]
        hip, knee, ankle = [getPosition(link[0], (0, 0, 0)) for link in [THIGHS, SHANKS, FEET]]
        self.bones = ((hip - knee).length(), (knee - ankle).length())
        self.rough = False
        self.trim = self.told = self.slid = 0
        self.hurry = self.early
        self.was, self.then = skeleton.com(), time()
        self.cop = skeleton.base("feet")
        self.foot_from = self.cop
        self.axes()
        self.stair = 0
        self.look()
        self.plate = [self.lying(self.middle(foot), self.facing) for foot in [0, 1]]
        self.anchor, self.behind = self.middle(self.stance), self.middle(1 - self.stance)
        self.place, self.to = self.behind, self.plate[1 - self.stance]
        self.ground, self.climb = self.level()[0], 0
        self.command()
        self.strides()
        self.joints()

    def joints(self):
        for side in ["_l", "_r"]:
            for joint, angle in {"hip_flex": 0.2, "knee_flex": 0.4, "ankle_flex": 0.1, "shoulder_abd": self.apart,
                                 "elbow_flex": 0.35}.items():
                skeleton.setTarget(joint + side, angle)
        self.arms(self.arm_weight)

    def arms(self, weight):
        """How firmly they keep to their swing: they are not to whirl, nor to hit what passes beside them."""
        for link in ["upper_arm_l", "upper_arm_r", "forearm_l", "forearm_r", "hand_l", "hand_r"]:
            skeleton.task(link, weight=weight)

    def end(self):
        self.arms(1)

    def axes(self):
        self.ahead = vec(math.cos(self.facing), math.sin(self.facing), 0)
        self.left = vec(-self.ahead.y, self.ahead.x, 0)

    def command(self):
        """What is told, for the step that begins."""
        size = math.sqrt(self.leg / 0.859)
        heading = self.facing if self.heading is None else self.heading
        off = (heading - self.facing + math.pi) % (2 * math.pi) - math.pi
        self.turns, self.faced = abs(off) > 0.02, self.facing
        most = self.turning / (1 + abs(self.told))
        self.facing += clamp(off, -most, most)
        next = self.facing + clamp(off - clamp(off, -most, most), -most, most)
        self.ahead_then = vec(math.cos(next), math.sin(next), 0)
        self.left_then = vec(-self.ahead_then.y, self.ahead_then.x, 0)
        self.axes()
        told = clamp(self.goal(), -0.6, 0.6) if abs(off) > 0.3 else self.goal()
        self.told += clamp(told - self.told, -0.4, 0.4)
        sideways = self.aside if self.goal() == self.speed else 0
        self.slid += clamp(sideways - self.slid, -0.3, 0.3)
        self.pace(size)

    def strides(self):
        """How far ahead the next two footholds lie, and where the sole that bears has ground under it."""
        swing, plate = 1 - self.stance, self.plate[self.stance]
        lo, hi = footing.bearing(self.anchor, self.yaw[self.stance], self.leg, self.eye, plate)
        self.heel, self.toe = max(self.heel, lo), min(self.toe, hi)
        self.least_x, self.most_x = max(-0.12 * self.leg, lo), min(self.front * self.leg, hi)
        lane = self.anchor + SIDE[swing] * self.width * self.left
        self.first, z = footing.stride(lane, self.go.x, self.facing, self.ahead, self.leg, self.eye, plate[0])
        self.hit = self.hit if abs(z - plate[0]) < 0.02 * self.leg else 0
        lane = self.anchor + self.first * self.ahead
        self.second = footing.stride(lane, self.go.x, self.facing, self.ahead, self.leg, self.eye, z)[0]

    def pace(self, size):
        """Time, length and height of the step that begins: as fast as it is told, and as the ground has it."""
        fast, grade = math.hypot(self.told, self.slid) / size, -self.plate[self.stance][1]
        up, down = max(0, grade), max(0, -grade)
        self.T = size * clamp(math.sqrt(self.ratio / max(fast, 0.01)), 0.4, self.slowest)
        self.T *= 1 - self.brisk_up * up - self.brisk_down * down
        self.both = self.part * self.T
        self.single = self.T - self.both
        self.go = vec((self.told + self.trim) * self.T, self.slid * self.T, 0)  # m a step
        wide = self.wide + (0.04 if self.turns else 0)
        self.width = max(wide, 0.135 + abs(self.go.y) / self.leg) * self.leg
        self.held = None
        self.hit = max(0, self.strike - self.strike_up * up)
        self.size = clamp(self.go.x / (0.8 * self.leg), 0, 1)
        part = clamp(self.go.x / (0.4 * self.leg), -1, 1)
        self.heel, self.toe = (-self.back * self.leg * part, self.front * self.leg * part)
        flat = self.flat - self.heave_up * up
        self.times = (self.both, flat * self.single, (1 - flat) * self.single)

    def steadily(self):
        """The same ahead, of the foot after it, if all strides from then on are as its."""
        return pendulum.steady(self.second, self.heel, self.toe, self.times, self.omega)

    def offset(self, side):
        """xi off the foot that is set down next, on a side."""
        w = self.omega
        rolls = pendulum.through(0, self.toe - self.first, self.heel, self.toe, self.times, w)
        return self.swayed((self.second + self.steadily() - rolls) * math.exp(-w * sum(self.times)), side)

    def swayed(self, x, side):
        """What is x ahead of a foot, and aside as feet are set down to the left and the right."""
        w = self.omega
        y = pendulum.steady(self.go.y, 0, 0, self.times, w)
        y += pendulum.swaying(-side * self.width, self.times, w)
        return x * self.ahead_then + y * self.left_then

    def look(self):
        self.com, self.v = skeleton.laden(), skeleton.ladenVelocity()
        self.ankle = [getPosition(foot, (0, 0, 0)) for foot in FEET]
        self.omega = math.sqrt(9.81 / (self.high * self.leg - self.bend * self.stair))
        self.eye = self.com.z
        xi = self.com + self.v / self.omega
        self.xi = vec(xi.x, xi.y, 0)

    def middle(self, foot):
        """Of the sole as if it stood flat: where steps are counted from."""
        p = self.ankle[foot] + MIDDLE * self.leg * self.ahead
        return vec(p.x, p.y, 0)

    def step(self):
        self.look()
        self.dt = max(1e-4, time() - self.last)
        self.t, self.last = self.t + self.dt, time()
        self.rise()
        if self.state == "start":
            self.begin()
        elif self.state == "rest":
            self.settle()
        elif self.state == "both" and self.t > self.both:
            self.lift_off()
        elif self.state == "swing" and self.landed():
            self.touch_down()
        if self.state == "both" or self.state == "swing":
            self.plan()
            self.feet()
            self.carry()
        self.posture()

    def begin(self):
        """The weight goes to where the first step can be made."""
        swing = 1 - self.stance
        side, w = SIDE[swing], self.omega
        both = 0.5 * (self.middle(0) + self.middle(1))
        p = self.middle(self.stance)
        aim = math.exp(-w * self.single) * side * self.width * 0.5 * self.left
        aim = aim + p
        aim = both + (aim - both).dot(self.left) * self.left
        self.aim = aim
        cop = self.xi + 1.0 * (self.xi - aim)
        self.press(cop, self.high * self.leg, 0, 0)
        off = (self.xi - aim) / self.leg
        if abs(off.dot(self.left)) < 0.02 and abs(off.dot(self.ahead)) < 0.05 or self.t > 2:
            self.state, self.t = "both", self.both
            self.foot_from = self.cop
            self.lift_off()

    def settle(self):
        """It comes to rest on both feet."""
        aim = 0.5 * (self.middle(0) + self.middle(1)) - 0.01 * self.leg * self.ahead
        self.press(self.xi + self.xi - aim, self.high * self.leg, 0, 0)
        least = min([contactForce(foot).z for foot in FEET])
        if self.v.length() > 0.08 or least < 0.1 * 9.81 * skeleton.mass():
            self.calm = time()
        self.still = time() - self.calm > 0.3

    def lift_off(self):
        self.state = "swing"
        swing = 1 - self.stance
        skeleton.release(FEET[swing], 0.01)
        self.p, self.pv, self.pa = self.ankle[swing], getVelocity(FEET[swing], (0, 0, 0)), vec(0, 0, 0)
        self.lift_pitch, self.lift_t = self.pitch[swing], self.t
        self.s, self.crest = 0, -1e9

    def landed(self):
        s = (self.t - self.lift_t) / (self.T - self.lift_t)
        load = contactForce(FEET[1 - self.stance]).z / (9.81 * skeleton.mass())
        plate = self.to[0] + SOLE * self.leg
        if self.rough and abs(self.ankle[1 - self.stance].z - plate) > self.land_high * self.leg:
            return s > self.late
        near = (self.middle(1 - self.stance) - self.place).length() < self.near * self.leg
        return s > 0.6 and load > 0.05 and near or s > 0.95 and load > 0.01 or s > self.late

    def touch_down(self):
        self.foot_from = self.cop
        self.stance = 1 - self.stance
        skeleton.bear(FEET[self.stance])
        skeleton.release(FEET[1 - self.stance], self.both)
        self.struck, self.heaved = self.pitch[self.stance], self.pitch[1 - self.stance]
        self.yaw[self.stance] = self.landing
        self.plate[self.stance] = plate = self.lying(self.middle(self.stance), self.landing)
        way, up = footing.lies(plate, self.landing)
        ahead, high = self.rolled(self.pitch[self.stance])
        stood = self.ankle[self.stance] - ahead * way
        z = plate[0] - self.leg * (MIDDLE * way.z - SOLE * up.z)
        self.stood[self.stance] = vec(stood.x, stood.y, z)
        self.hurry = clamp(self.hurry + 0.3 * (self.t - self.T), -0.1, 0.08)
        self.walked += 1
        if self.steps is not None:
            self.steps -= 1
        self.state, self.t = "both", 0
        if self.walked > 0 and self.told == self.goal() and not self.turns and self.held is None:
            went = (self.com - self.was).dot(self.ahead) / (time() - self.then)
            if abs(self.told - went) < 0.3:  # it was not pushed
                self.trim = clamp(self.trim + self.learn * (self.told - went), -0.15, 0.15)
        self.was, self.then = self.com, time()
        self.anchor, self.behind = self.middle(self.stance), self.anchor
        self.command()
        self.strides()
        slow = self.told == 0 and self.slid == 0 and not self.turns
        slow = slow and self.steps is not None and self.goal() == 0
        self.halted = self.halted + 1 if slow else 0
        if self.halted == 3:
            self.state, self.place, self.to = "rest", self.behind, self.plate[1 - self.stance]
            for foot in FEET:
                skeleton.bear(foot)
                skeleton.task(foot)

    # -- the plan ------------------------------------------------------------------------------------------

    def plan(self):
        """Where the ground pushes, and where and when the foot that swings is to be set down."""
        left = max(0.02, self.T - self.t)
        if self.state == "both":
            left = self.timed(left, self.both - self.t + self.soonest)
            self.both = min(self.both, max(self.shift, self.part * (self.t + left)))
            self.T = self.t + left
        elif self.t - self.lift_t < 0.85 * (self.T - self.lift_t):
            left = self.timed(left, 0.06)
            self.T = self.t + left
        self.cop, place, self.miss = self.aims(left)
        early = self.state == "both" or self.t - self.lift_t < 0.6 * (self.T - self.lift_t)
        if self.held is None or early:
            self.held = self.hold(place)
            self.place = place if self.held is None else self.held
            self.to = self.lying(self.place, self.facing)

    def timed(self, left, soonest):
        """The time that is left of the swing: as it is, unless a foot set down then would miss its place."""
        best, least = left, self.hasty * self.misses(left)
        if least == 0:
            return left
        for k in range(-4, 5):
            other = left + 0.03 * k
            if k == 0 or not soonest <= other <= 0.8:
                continue
            cost = self.hasty * self.misses(other) + abs(other - left)
            if cost < least:
                best, least = other, cost
        return best

    def misses(self, left):
        """How far off the foot would be set down after so long: of its reach, and of ground that bears."""
        place, miss = self.aims(left)[1:3]
        return miss if self.held is None else miss + self.keep * abs((place - self.held).dot(self.ahead))

    def aims(self, left):
        """If the foot is set down after so long: where the ground pushes now, its place, by how much that misses."""
        w, swing = self.omega, 1 - self.stance
        heel, toe = self.anchor + self.heel * self.ahead, self.anchor + self.toe * self.ahead
        both, roll = self.both, self.times[1]
        rolled = clamp((self.t - both) / roll, 0, 1)
        if self.state == "both":
            from_ = vec(self.foot_from.x, self.foot_from.y, 0)
            now = from_ + clamp(self.t / self.both, 0, 1) * (heel - from_)
            after = max(0, left - both + self.t)
            rolls = min(roll, after)
            end = pendulum.through(self.xi, now, heel, toe, (max(0, both - self.t), rolls, after - rolls), w)
        else:
            now = heel + rolled * (toe - heel)
            rolls = min((1 - rolled) * roll, left)
            end = pendulum.through(self.xi, now, now, toe, (0, rolls, left - rolls), w)
        first, gain = self.first, self.gain
        if self.held is not None:
            first, gain = (self.held - self.anchor).dot(self.ahead), self.held_gain
        stride = vec(first, self.go.y + SIDE[swing] * self.width, 0)
        plan = self.anchor + stride.x * self.ahead + stride.y * self.left
        offset = self.offset(SIDE[swing])
        free = self.both + roll
        free = free if self.size > 0.5 else self.t + left
        rest = math.exp(w * max(0, min(left, self.t + left - free)))
        grow = math.exp(w * left)
        off = end - plan - offset
        ahead = gain / max(0.6, grow - rest) * off.dot(self.ahead) if self.t < free else 0
        aside = self.gain / max(0.6, grow - 1) * off.dot(self.left)
        nominal = now - (now if self.state == "both" else self.anchor)
        x, y = nominal.dot(self.ahead), nominal.dot(self.left)
        x = clamp(x + ahead, self.least_x, self.most_x) - x
        y = clamp(y + aside, -self.side * self.leg, self.side * self.leg) - y
        cop = now + x * self.ahead + y * self.left
        end = end - (grow - rest) * x * self.ahead - (grow - 1) * y * self.left
        # from there the ground pushes from the foot behind to the one that was set down, and that one bears
        far = math.exp(w * sum(self.times))
        by = pendulum.through(0, -1, 0, 0, self.times, w)
        rolls = pendulum.through(0, self.toe, self.heel, self.toe, self.times, w)
        then = vec(self.second, self.go.y - SIDE[swing] * self.width, 0)
        aim = self.swayed(self.steadily(), SIDE[1 - swing])
        aim += (then.x - rolls) * self.ahead_then + then.y * self.left_then
        place = (far * (end - self.anchor) - aim) / (far - by)
        x, y = place.dot(self.ahead), SIDE[swing] * place.dot(self.left)
        ahead = (self.com + left * self.v - self.anchor).dot(self.ahead) + MIDDLE * self.leg
        reach = self.reach * self.leg
        # well ahead of the foot that bears it may be set down across
        least = self.least - self.cross * clamp(x / self.leg / 0.25 - 1, 0, 1)
        low = vec(ahead - reach, self.leg * least, 0)
        high = vec(ahead + reach, self.wider * self.leg, 0)
        if self.state == "swing":  # no further off than a foot gets from where it would come to rest
            rests = self.p + 0.4 * left * self.pv - self.anchor
            rest_x, rest_y = rests.dot(self.ahead) + MIDDLE * self.leg, SIDE[swing] * rests.dot(self.left)
            far = self.haste * left * left / 5.8
            low = vec(max(low.x, rest_x - far), max(low.y, rest_y - far), 0)
            high = vec(min(high.x, rest_x + far), min(high.y, rest_y + far), 0)
        miss = abs(x - clamp(x, low.x, high.x)) + abs(y - clamp(y, low.y, high.y))
        x = clamp(x, low.x, high.x)
        least = min(0.125 * self.leg, low.y + 0.025 * self.leg)
        y = SIDE[swing] * clamp(y, max(low.y, least), max(high.y, least))
        place = self.anchor + x * self.ahead + y * self.left
        return cop, place, miss

    def rolled(self, pitch):
        """How the ankle moves by a roll over heel or toe: (ahead, up)."""
        x, z = (TOE if pitch > 0 else HEEL) * self.leg, -SOLE * self.leg
        c, s = math.cos(pitch), math.sin(pitch)
        return (x - x * c - z * s, z + x * s - z * c)

    def feet(self):
        swing, stance = 1 - self.stance, self.stance
        if self.state == "both":
            x = smooth(self.t / self.both)
            self.turn(stance, (1 - x) * self.struck)
            self.turn(swing, self.heaved + x * (self.size * self.push_off - self.heaved))
            return
        most = max(self.size * self.heave if self.size > 0.5 else 0, self.heave_step * self.stair / self.leg)
        heave = most * smooth((self.t - self.both - self.times[1]) / self.times[2])
        if heave > 0.002:
            if self.pitch[stance] == 0:
                self.stood[stance] = self.ankle[stance]
            self.turn(stance, heave)
        elif self.pitch[stance] != 0:
            self.pitch[stance] = 0
            skeleton.task(FEET[stance])
        end = self.T - self.hurry
        left = max(0.04, end - self.t)
        self.s += (1 - self.s) * min(1, self.dt / max(self.dt, end - self.t + self.dt))
        s = self.s
        lie, roll = self.course(s)
        pitch = self.lift_pitch * (1 - smooth(s / 0.7)) - self.size * self.hit * smooth((s - 0.3) / 0.7)
        if self.rough:  # the ankle bends no further
            pitch = max(pitch, self.bound(swing) - lie)
        x = getOrientation(FEET[swing])
        tip = math.asin(clamp(2 * (x[0] * x[2] - x[1] * x[3]), -1, 1)) - lie
        ahead, up = self.rolled(-self.size * self.hit)
        goal = self.place + (ahead - MIDDLE * self.leg) * self.ahead
        u = smooth(s)
        rest = end - self.t
        half = rest - 0.5 * (end - self.lift_t)
        if half > 0.03:  # up to the middle of its way, then down
            z, fall, until = self.top + self.low(0) + self.apex * self.leg, 0, half
            self.crest = max(self.crest, self.edges(max(pitch, tip) + lie, lie) + self.clear_edge * self.leg)
            z = max(z, self.crest)
        else:
            z, fall, until = self.bottom + up + SOLE * self.leg, -self.fall, rest
        if self.rough and self.to[0] < self.plate[swing][0]:  # it gets there before it goes down
            left = max(0.04, left - self.down_early * (end - self.lift_t))
        jerk = pendulum.jerk(goal - self.p, self.pv, self.pa, vec(0, 0, 0), left)
        rises = pendulum.jerk(z - self.p.z, self.pv.z, self.pa.z, fall, max(0.04, until))
        if rest < 0.04:
            jerk, rises = vec(0, 0, 0), 0
            self.pv, self.pa = 0.8 * self.pv, vec(0, 0, 0)
            self.pv = vec(self.pv.x, self.pv.y, -self.fall)
        self.pa += self.dt * vec(jerk.x, jerk.y, rises)
        self.pv += self.dt * self.pa
        was = self.p
        self.p += self.dt * self.pv
        # beside the leg that bears it passes
        by = self.p - self.ankle[stance]
        aside, beside = SIDE[swing] * by.dot(self.left), by.dot(self.ahead) / self.leg
        if -0.6 < beside < 0.25 and aside < 0.125 * self.leg:
            self.p += SIDE[swing] * min(0.125 * self.leg - aside, 1.2 * self.dt) * self.left
            self.pv -= min(0, SIDE[swing] * self.pv.dot(self.left)) * SIDE[swing] * self.left
        if s < 0.9 and rest > 0.04:
            far = self.foresight * (1 - s) * (1 if (goal - self.p).dot(self.ahead) > 0 else -1)
            clear = self.clear if not self.rough else max(self.clear, self.clear_edge * clamp(2 - 2 * s, 0, 1))
            clear *= self.leg * min(1, s / 0.2)
            low = clear + self.over(self.p, pitch + lie, far)
            low = max(low, clear + self.over(self.p, tip + lie, far))
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
        p, v, a = self.p, self.pv, self.pa
        self.landing = self.yaw[swing] + u * (self.facing - self.yaw[swing])
        rate = (pitch - self.pitch[swing]) / self.dt
        self.pitch[swing] = pitch
        skeleton.task(FEET[swing], p, (self.landing, pitch + lie, roll), v, self.foot_weight, a, self.quick,
                      rate * self.left)

    def bound(self, foot):
        """How far its toes have to point down for its ankle to bend no further than it can."""
        hip = getPosition(THIGHS[foot], (0, 0, 0))
        off = hip - self.p
        x, z = off.dot(self.ahead), max(0.1 * self.leg, off.z)
        thigh, shank = self.bones
        far = clamp(math.hypot(x, z), 0.3 * self.leg, 0.999 * (thigh + shank))
        bend = math.acos(clamp((shank * shank + far * far - thigh * thigh) / (2 * shank * far), -1, 1))
        return math.atan2(x, z) + bend - self.bends

    def course(self, s):
        """How the foot lies, pitch and roll, on its way from where it lay to where it will."""
        from_, to, u = self.plate[1 - self.stance], self.to, smooth(s)
        a, b = [plate[0] + MIDDLE * self.leg * math.sin(plate[1]) for plate in [from_, to]]
        lie, roll = from_[1] + u * (to[1] - from_[1]), from_[2] + u * (to[2] - from_[2])
        if s < 0.5:
            self.top = max(a, b, self.highest(0.5 * (from_[1] + to[1])))
            self.rough = max(self.top - max(a, b), self.stepped()) > footing.EVEN * self.leg
        self.bottom = b
        return lie, roll

    def over(self, ankle, pitch, far):
        """How high the ankle has to be for heel and toes to pass what is under them and an edge that is
        up to so far ahead; `rears` says whether there is one."""
        c, s, need, self.rears = math.cos(pitch), math.sin(pitch), -1e9, False
        for x in [HEEL, TOE]:
            for y in [-footing.HALF, footing.HALF]:
                at = ankle + self.leg * ((x * c - SOLE * s) * self.ahead + y * self.left)
                high = footing.under(at, self.eye)
                then = footing.under(at + far * self.leg * self.ahead, self.eye)
                if then - high > footing.EVEN * self.leg:
                    high, self.rears = then + self.edge * self.leg, True
                need = max(need, high + self.leg * (SOLE * c + x * s))
        return need

    def edges(self, pitch, lie):
        """How high the ankle has to be for toes that point down so to pass the edges before them."""
        c, s, most = math.cos(pitch), math.sin(pitch), -1e9
        at = self.p + self.leg * (TOE * c - SOLE * s) * self.ahead
        left = min(self.look_far * self.leg, (self.place - at).dot(self.ahead) + (TOE - MIDDLE) * self.leg)
        for y in [-footing.HALF, footing.HALF]:
            from_ = at + self.leg * y * self.left
            here, x = footing.under(from_, self.eye), 0
            while x < left:
                high = footing.under(from_ + x * self.ahead, self.eye)
                if self.rough or high > here - x * math.tan(lie) + footing.EVEN * self.leg:
                    most = max(most, high)
                x += 0.03 * self.leg
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

    def low(self, pitch):
        """How high the ankle is over the ground when heel or toes touch it."""
        return self.leg * (SOLE * math.cos(pitch) + (TOE if pitch > 0 else HEEL) * math.sin(pitch))

    def turn(self, foot, pitch):
        """A foot that bears rolls over its heel or its toes, which stay where they are."""
        rate = (pitch - self.pitch[foot]) / self.dt
        self.pitch[foot] = pitch
        ahead, high = self.rolled(pitch)
        yaw, plate = self.yaw[foot], self.plate[foot]
        way, up = footing.lies(plate, yaw)
        at = self.stood[foot] + ahead * way + high * up
        spin = rate * up.cross(way)
        edge = self.stood[foot] + (TOE if pitch > 0 else HEEL) * self.leg * way - SOLE * self.leg * up
        skeleton.task(FEET[foot], at, (yaw, pitch + plate[1], plate[2]), spin.cross(at - edge),
                      self.roll_weight, (0, 0, 0), self.quick, spin)

    # -- the ground ----------------------------------------------------------------------------------------

    def hold(self, middle):
        return footing.hold(middle, self.facing, self.ahead, self.leg, self.eye)

    def lying(self, middle, yaw):
        return footing.plate(middle, yaw, self.leg, self.eye)[0]

    def stepped(self):
        """By how much the three last footholds stand higher or lower than soles that lie as they do say."""
        most = 0
        for p, plate in [(self.behind, self.plate[1 - self.stance]), (self.place, self.to)]:
            off, mine = p - self.anchor, self.plate[self.stance]
            rise = off.dot(self.left) * math.tan(0.5 * (plate[2] + mine[2]))
            rise -= off.dot(self.ahead) * math.tan(0.5 * (plate[1] + mine[1]))
            most = max(most, abs(plate[0] - mine[0] - rise))
        return most

    def level(self):
        """The height of the ground under the centre of mass, by the three last footholds, and its slope."""
        holds = [vec(p.x, p.y, plate[0]) for p, plate in [(self.behind, self.plate[1 - self.stance]),
                 (self.place, self.to), (self.anchor, self.plate[self.stance])]]
        slope = footing.tilt(holds, self.leg)
        return holds[2].z + slope.dot(self.com - holds[2]), slope

    def rise(self):
        """The height over which the centre of mass is carried follows the ground, smoothly."""
        high, slope = self.level()
        w = self.follow
        self.stair += min(1, w * self.dt) * (self.stepped() - self.stair)
        high -= self.bend * self.stair
        self.heaving = w * w * (high - self.ground) + 2 * w * (slope.dot(self.v) - self.climb)
        self.climb += self.dt * self.heaving
        self.ground += self.dt * self.climb

    def carry(self):
        """The centre of mass: over the ground, as high as legs are long."""
        k = 2 * math.pi / self.T
        x = k * clamp(self.t - 0.5 * self.both, 0, self.T)
        far = (self.anchor - self.behind).length() if x < math.pi else (self.place - self.anchor).length()
        half = 0.5 * self.bob * far * far / (8 * self.leg)
        z = self.high * self.leg - half * (1 + math.cos(x))
        vz, az = half * k * math.sin(x), half * k * k * math.cos(x)
        self.press(self.cop, z, vz, az)

    def press(self, cop, z, vz, az):
        self.z = z
        z += self.ground
        high = self.com.z - self.ground - self.bend * self.stair
        a = (9.81 + az) / high * (self.com - cop)
        skeleton.task("com", (self.com.x, self.com.y, z), velocity=(self.v.x, self.v.y, vz + self.climb),
                      acceleration=(a.x, a.y, az + self.heaving), rate=self.firm)

    def posture(self):
        """Trunk and pelvis turn against each other and arms swing, as the legs go."""
        apart = clamp((self.ankle[1] - self.ankle[0]).dot(self.ahead) / self.leg, -1, 1)
        facing = self.faced + smooth(self.t / self.T) * (self.facing - self.faced)
        skeleton.task("trunk", turn=(facing - self.twist * apart, self.lean, 0), weight=self.trunk_weight,
                      rate=self.steady)
        skeleton.task("pelvis", turn=(facing + self.twist * apart, 0, 0), weight=self.trunk_weight,
                      rate=self.steady)
        skeleton.task("head", turn=(facing, 0, 0), rate=self.steady)
        for side, sign in [("_l", 1), ("_r", -1)]:
            skeleton.setTarget("shoulder_flex" + side, sign * self.swing * apart)
            skeleton.setTarget("elbow_flex" + side, 0.35 + 0.3 * max(0, sign * apart))
