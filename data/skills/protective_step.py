"""Steps so as not to fall (VST 5.1, "protective step"), as often as it takes; then the feet go side by side.

Pre: upright, and the capture point beyond the soles. Where to and how far follows from where the capture
point will be at touch-down, with something to spare outward; the foot's aim is made anew all the time.
Expected: it does not fall. Post: still, on both feet, side by side. States: "both" feet bear; one in "swing";
"shift" of the weight onto the foot that stays. The paper's numbers are lost; ours were found by search.
"""
import feet
import stepping


class ProtectiveStep:
    priority = 20
    gain = 0.558  # tune 0.2..3
    single = 1.67  # tune 0.3..4
    swing = 0.225  # tune 0.22..0.4
    apex = 0.121  # tune 0.04..0.2
    ahead = 0.372  # tune 0.2..1.2
    aside = 0.69  # tune 0.2..1.2
    more_ahead = 0.035  # tune -0.05..0.2
    more_aside = 0.122  # tune -0.05..0.2
    apart = 0.161  # tune 0.13..0.25
    trigger = 0.021  # tune -0.05..0.05
    drop = 0.04  # tune 0..0.1
    part = 0.513  # tune 0..1
    linger = 0.065  # tune 0..0.4
    shift = 0.014  # tune -0.03..0.05
    height = 0.848  # tune 0.8..0.855
    lean = -0.5  # tune -3..2
    sway = 0.66  # tune -3..2
    arm = -0.226  # tune -2..2
    turn = 630  # tune 200..2000
    turn_damping = 113  # tune 20..400
    lift = 11760  # tune 2000..20000
    lift_damping = 337  # tune 200..2000
    waist = 395  # tune 100..1000
    calm = 0.12  # m/s
    slow_swing, shift_time, wide = 0.4, 0.6, 0.18  # s, s, m: feet put side by side

    def __init__(self):
        self.feet = feet.Feet(skeleton)

    def pre(self):
        self.feet.look()
        if skeleton.up().z < 0.7 or skeleton.height() < 0.75:
            because("it is not upright")
        elif skeleton.touching("hips") or skeleton.touching("hands") or not skeleton.touching("feet"):
            because("it does not stand on its feet alone")
        elif self.feet.lost() < 0.001 and self.feet.beside(self.wide):
            because("the capture point is over the feet")
        else:
            return True
        return False

    def expected(self):
        because("it falls")
        return skeleton.height() > 0.6 and skeleton.up().z > 0.3

    def post(self):
        return self.state == "both" and self.feet.beside(self.wide) and time() - self.restless > 0.3

    def start(self):
        skeleton.hold()
        self.ground = min([getPosition(foot, (0, 0, 0)).z for foot in feet.links])
        self.foot, self.square = None, False
        self.enter("both")

    def enter(self, state):
        self.state, self.since, self.restless = state, time(), time()

    def step(self):
        self.feet.look(self.foot if self.state == "swing" else None, self.part)
        if self.foot is not None:
            self.off = (self.feet.xi - self.feet.sole[1 - self.foot]).length()
        if self.state != "swing":
            self.choose(time() - self.since)
        if self.state == "swing" and self.go(time() - self.since):
            return
        goal, gain = 0.5 * (self.feet.sole[0] + self.feet.sole[1]) + vec(self.shift, 0, 0), self.gain
        if self.state == "shift":
            k = min(1, (time() - self.since) / self.shift_time)
            goal, gain = (1 - k) * goal + k * self.feet.sole[1 - self.foot], max(1, gain)
        self.feet.bear(self, self.feet.xi + gain * (self.feet.xi - goal))

    def choose(self, now):
        """Whether to lift a foot, and which."""
        if self.feet.speed > self.calm or self.feet.lost() > 0:
            self.restless = time()
        if self.feet.lost() > self.trigger and now > 0.01:
            self.lift_off(stepping.choose(self.feet, self), False)
        elif self.state == "both":
            if time() - self.restless > 0.3 and not self.feet.beside(self.wide):
                self.foot = self.feet.farther()
                self.enter("shift")
        elif now > self.shift_time and self.feet.speed < self.calm and self.off < 0.05:
            self.lift_off(self.foot, True)
        elif now > 2.2:
            self.enter("both")

    def lift_off(self, foot, square):
        self.foot, self.square, self.begun = foot, square, self.feet.ankle[foot]
        self.enter("swing")

    def go(self, now):
        all = self.slow_swing if self.square else self.swing
        if (self.feet.load[self.foot] > 40 and now > 0.55 * all) or now > all + 0.3:
            self.enter("both")
            return False
        if self.square:
            to = stepping.place_beside(self.feet, self.foot, max(0, all - now), self.wide)
            self.square = self.off < 0.1
        else:
            to, xi = stepping.place(self.feet, self, self.foot, max(0, all - now))
        ankle = stepping.way(self.feet, self, self.foot, self.begun, to, now, all)
        cop = self.feet.press(1 - self.foot, 1 if self.square else self.single)
        self.feet.bear(self, cop, 0 if self.square else self.drop, self.foot, ankle)
        return True
