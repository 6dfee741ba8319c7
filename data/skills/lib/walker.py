"""How walk_to walks: from step to step, each as it is told; see there.

The class that is derived has what it is told, and the numbers. Where the ground pushes and feet are set down
is lib/walk_plan.py, the foot that swings lib/walk_swing.py, those that bear lib/walk_sole.py, the body over
them lib/walk_body.py.
"""
import math
import bear_step
import footing
import pendulum
import walk_body
import upright
import walk_plan

clamp, FEET, SIDE = pendulum.clamp, walk_body.FEET, walk_body.SIDE
DOWN = 0.62  # s: the most of a step down steps, of a leg of 0.859 m, weak ankles
BRISK = 1.0  # m/s, of a leg of 0.859 m: what is faster stands taller, and sets its feet down wider, sooner:
WIDER, QUICKER = 0.04, 0.05  # legs; of `ratio`
UNLOCK, STRAIGHT = 30, 10  # the weight with which straight knees bend as it begins, and as it walks
FURTHEST = 0.65  # legs: a foot that is set down so far aside cannot step again further out
BEHIND = 0.06  # legs: a capture point that is further behind the foot set down lags; who is weak then
LINGERS = 0.12  # s: bears on both by so much longer at most
OUTSIDE = 0.175  # legs, half a sole and a little: so far off its feet it does not begin to walk, but catches itself
OUT = 0.04  # legs: or so far outside of the middles of both
MEANT = {"speed": (3, "-0.5 to 1.6 m/s"),  # up to the number it goes as it can, beyond it is a mistake
         "aside": (3, "-0.3 to 0.3 m/s"),
         "heading": (25, "an angle of -25 to 25 rad, as math.radians() makes of degrees")}
LOST, FORGETS = 0.15, 0.2  # legs, s: pushed off its way so far, so lately, who has weak ankles is lost


class Walker(walk_plan.Plan):
    def start(self):
        self.check()
        self.leg = skeleton.limb("foot_l")
        left = skeleton.up().cross(skeleton.facing())
        self.facing = math.atan2(-left.x, left.y)
        skeleton.bear("feet")
        self.state, self.t, self.last = "start", 0, time()
        self.foreseen, self.off = None, vec(0, 0, 0)
        self.inward = self.felt = self.weighs = 0
        self.still, self.halted, self.calm = False, 0, time()
        self.stance = 1 if self.aside >= 0 else 0
        self.ankles()
        self.pitch, self.yaw, self.struck, self.heaved = [0, 0], [self.facing, self.facing], 0, 0
        self.stood = [getPosition(foot, (0, 0, 0)) for foot in FEET]
        hip, knee, ankle = [getPosition(link, (0, 0, 0)) for link in ["thigh_l", "shank_l", "foot_l"]]
        self.bones = ((hip - knee).length(), (knee - ankle).length())
        self.rough, self.down, self.on_toes, self.drop, self.lands = False, False, False, 0, 0
        self.trim = self.told = self.slid = 0
        self.hurry = self.early
        self.was, self.then = skeleton.com(), time()
        self.cop = self.foot_from = skeleton.base("feet")
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

    def end(self):
        self.arms(1)
        upright.bend(skeleton, [0, 1], 1)
        self.steps = None

    def stops(self):
        return self.steps is not None and self.steps <= 0

    def check(self):
        """What is told are numbers, of a size that may be meant; heading and steps may be None."""
        for name, told in [("speed", self.speed), ("aside", self.aside), ("heading", self.heading), ("steps", self.steps)]:
            free = told is None and name in ["heading", "steps"]
            assert free or isinstance(told, (int, float)), f"{name} of walk_to is a number, not {told!r}"
            most, meant = MEANT.get(name, (math.inf, ""))
            assert free or abs(told) <= most, f"{name} of walk_to is {meant}, not {told!r}"

    def command(self):
        """What is told, for the step that begins."""
        self.check()
        whole = 2 * math.pi * round(self.facing / (2 * math.pi))  # turned all the way round, it begins anew
        self.facing, self.yaw = self.facing - whole, [yaw - whole for yaw in self.yaw]
        heading = self.facing if self.heading is None else self.heading
        off = (heading - self.facing + math.pi) % (2 * math.pi) - math.pi
        self.turns, self.faced = abs(off) > 0.02, self.facing
        most = self.turning / (1 + abs(self.told))
        self.facing += clamp(off, -most, most)
        next = self.facing + clamp(off - clamp(off, -most, most), -most, most)
        self.ahead_then = vec(math.cos(next), math.sin(next), 0)
        self.left_then = vec(-self.ahead_then.y, self.ahead_then.x, 0)
        self.axes()
        self.foresee()
        told = clamp(self.goal(), -0.6, 0.6) if abs(off) > 0.3 else self.goal()
        if told > self.careful and self.descends:
            told = self.careful
        self.told += clamp(told - self.told, -0.22, 0.4)
        sideways = 0 if self.stops() else clamp(self.aside, -0.3, 0.3)
        self.slid += clamp(sideways - self.slid, -0.3, 0.3)
        self.pace(math.sqrt(self.leg / 0.859))

    def pace(self, size):
        """Time, length and height of the step that begins: as it is told, and as the ground has it."""
        fast, grade = math.hypot(self.told, self.slid) / size, -self.plate[self.stance][1]
        up, down = max(0, grade), max(0, -grade)
        weak = self.strong < 0.5
        self.brisk = clamp((fast - BRISK) / 0.4, 0, 1)
        self.sure = (self.brisk if weak else 1) if self.even else 0
        most = DOWN if self.descends and weak else self.slowest
        ratio = self.ratio - QUICKER * self.brisk
        self.T = size * clamp(math.sqrt(ratio / max(fast, 0.01)), 0.4, most)
        self.T *= 1 - self.brisk_up * up - self.brisk_down * down
        self.go = vec((self.told + self.trim) * self.T, self.slid * self.T, 0)  # m a step
        wide = self.wide + (0.04 if self.turns else 0) + WIDER * self.brisk
        self.width = max(wide, 0.135 + abs(self.go.y) / self.leg) * self.leg
        apart = abs((self.anchor - self.behind).dot(self.left)) - self.width - abs(self.go.y)
        self.both = self.shift if apart > walk_plan.ASTRIDE * self.leg else self.part * self.T
        self.single = self.T - self.both
        self.held = None
        self.hit = max(0, self.strike - self.strike_up * up)
        self.size = clamp(self.go.x / (0.8 * self.leg), 0, 1)
        part = clamp(self.go.x / (0.4 * self.leg), -1, 1)
        self.heel, self.toe = (-self.back * self.leg * part, self.ahead_most * part)
        flat = self.flat + self.late_flat * (1 if weak else self.brisk)
        self.times = (self.both, flat * self.single, (1 - flat) * self.single)
        behind = (self.anchor - self.xi).dot(self.ahead) / self.leg - BEHIND
        self.longer = clamp(self.linger * behind, 0, LINGERS)
        self.both, self.T = self.both + self.longer, self.T + self.longer

    def step(self):
        self.look()
        self.dt = max(1e-4, time() - self.last)
        self.t, self.last = self.t + self.dt, time()
        if self.state == "lost":
            self.catch()
            return
        self.rise()
        self.feel()
        if self.pushed():
            self.lose([1 - self.stance])
            return
        if self.state == "start" and self.topples():
            self.lose([0, 1])
            return
        if self.state == "start":
            self.begin()
        elif self.state == "rest":
            self.settle()
        elif self.state == "both" and self.thrown():
            self.recoil()
        elif self.state == "both" and self.t > self.both:
            self.lift_off()
        elif self.state == "swing" and self.landed():
            self.touch_down()
        if self.state == "both" or self.state == "swing":
            self.plan()
            upright.bend(skeleton, [0, 1], STRAIGHT)
            if self.state == "both":
                self.hand_over()
            else:
                self.bears()
                self.swings()
            self.carry()
        self.posture()
        self.foreseen = self.xi + self.omega * self.dt * (self.xi - vec(self.cop.x, self.cop.y, 0))

    def pushed(self):
        """Has it been pushed off its way so far that it had better catch itself?"""
        if self.state != "both" and self.state != "swing":
            return False
        self.off = (1 - self.dt / FORGETS) * self.off + self.xi - self.foreseen
        return self.strong < 0.5 and self.off.length() > LOST * self.leg

    def topples(self):
        """Is the capture point behind both heels, ahead of all toes, or outside of both soles?"""
        off = [(self.xi - self.middle(foot)) / self.leg for foot in [0, 1]]
        ahead, left = [x.dot(self.ahead) for x in off], [x.dot(self.left) for x in off]
        outside = max(-max(ahead), min(ahead)) > OUTSIDE
        return outside or max(-max(left), min(left)) > OUT

    def lose(self, feet):
        for foot in FEET:
            skeleton.task(foot)
        self.catcher = bear_step.BearStep()
        self.catcher.weight = self.foot_weight
        self.catcher.start()
        self.catcher.lift_off(feet)
        self.state = "lost"

    def catch(self):
        """It steps so as not to fall, and walks on once it stands."""
        self.catcher.step()
        self.ground = self.catcher.on.ground
        if self.catcher.post():
            self.catcher.end()
            self.start()

    def begin(self):
        """The weight goes to where the first step can be made, once it is stopped ahead and back."""
        upright.bend(skeleton, [0, 1], UNLOCK)
        side = SIDE[1 - self.stance]
        both = 0.5 * (self.middle(0) + self.middle(1))
        aim = math.exp(-self.omega * self.single) * side * self.width * 0.5 * self.left
        if abs((self.xi - both).dot(self.ahead)) < 0.06 * self.leg:
            self.calm = time()
        part = clamp((time() - self.calm) / 0.1, 0, 1)
        aim = both + (1 - part) * (aim + self.middle(self.stance) - both).dot(self.left) * self.left
        self.press(self.xi + self.xi - aim, self.high * self.leg, 0, 0)
        off = (self.xi - aim) / self.leg
        if abs(off.dot(self.left)) < 0.02 and abs(off.dot(self.ahead)) < 0.05 or self.t > 2:
            upright.bend(skeleton, [0, 1], 1)
            self.t, self.foot_from = self.both, self.cop
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
        skeleton.release(FEET[1 - self.stance], 0.01)
        self.leave(1 - self.stance)

    def thrown(self):
        """Has it been pushed out over the foot that was just set down, while the other still bears?"""
        out = SIDE[self.stance] * (self.xi - self.anchor).dot(self.left)
        load = contactForce(FEET[1 - self.stance]).z / (9.81 * skeleton.mass())
        far = (self.xi - self.behind).dot(self.ahead)
        thrown = out > self.thrown_out * self.leg and far < self.thrown_far * self.leg
        wide = SIDE[self.stance] * (self.anchor - self.behind).dot(self.left)
        return thrown and load > self.thrown_load and wide < FURTHEST * self.leg

    def recoil(self):
        """The foot that was just set down steps again, further out; the one behind goes on bearing."""
        self.foot_from, self.on_toes = self.cop, False
        self.stance = 1 - self.stance
        skeleton.bear(FEET[self.stance])
        self.anchor, self.behind = self.middle(self.stance), self.middle(1 - self.stance)
        self.pace(math.sqrt(self.leg / 0.859))
        self.strides()
        self.t, self.T = self.both, self.both + self.again
        self.lift_off()

    def touch_down(self):
        self.foot_from = self.cop
        self.stance = 1 - self.stance
        skeleton.bear(FEET[self.stance])
        skeleton.release(FEET[1 - self.stance], self.both)
        self.struck, self.heaved = self.pitch[self.stance], self.pitch[1 - self.stance]
        self.on_toes = self.down and self.struck > 0
        self.stand(self.stance, self.landing)
        self.hurry = clamp(self.hurry + 0.3 * (self.t - self.T), -0.1, 0.08)
        if self.steps is not None:
            self.steps -= 1
        self.state, self.t = "both", 0
        self.went()
        self.allow()
        self.anchor, self.behind = self.middle(self.stance), self.anchor
        self.command()
        self.strides()
        self.halt()

    def went(self):
        """It learns by how much more to step, of steps that were as they were told and the ground let them be."""
        free = self.held is None and self.first == self.go.x
        if self.told == self.goal() and not self.turns and free:
            went = (self.com - self.was).dot(self.ahead) / (time() - self.then)
            if abs(self.told - went) < 0.3:  # it was not pushed
                self.trim = clamp(self.trim + self.learn * (self.told - went), -0.15, 0.15)
        self.was, self.then = self.com, time()

    def halt(self):
        """After three steps on the spot, at the end of those that it was told, it comes to rest."""
        slow = self.told == 0 and self.slid == 0 and not self.turns
        slow = slow and self.stops()
        self.halted = self.halted + 1 if slow else 0
        if self.halted == 3:
            self.state, self.place, self.to = "rest", self.behind, self.plate[1 - self.stance]
            for foot in FEET:
                skeleton.bear(foot)
                skeleton.task(foot)
