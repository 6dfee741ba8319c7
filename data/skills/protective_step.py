"""Steps so as not to fall (VST 5.1, "protective step"), as often as it takes.

Pre: upright, and the capture point beyond the soles. Where to and how far follows from where the capture
point will be at touch-down, with something to spare outward; the foot's aim is made anew all the time.
Expected: it does not fall. Post: still, on both feet, wherever they are: "double stance to crouch" puts
them side by side. States: "both" feet bear; one in "swing". The paper's numbers are lost; ours were found by
search.
"""
import feel
import feet
import stepping


class ProtectiveStep:
    priority = 20
    learned = "protective_step"
    gain = 0.558  # tune 0.2..3
    single = 2.042  # tune 0.3..4
    swing = 0.225  # tune 0.22..0.4
    apex = 0.121  # tune 0.04..0.2
    ahead = 0.4662  # tune 0.2..1.2
    aside = 0.69  # tune 0.2..1.2
    more_ahead = 0.02685  # tune -0.05..0.2
    more_aside = 0.122  # tune -0.05..0.2
    apart = 0.161  # tune 0.13..0.25
    trigger = 0.021  # tune -0.05..0.05
    drop = 0.04359  # tune 0..0.1
    part = 0.3744  # tune 0..1
    linger = 0.065  # tune 0..0.4
    shift = 0.014  # tune -0.03..0.05
    height = 0.842  # tune 0.8..0.855
    lean = -0.9506  # tune -3..2
    sway = 0.66  # tune -3..2
    arm = -0.226  # tune -2..2
    turn = 627  # tune 200..2000
    turn_damping = 72  # tune 20..400
    lift = 10640  # tune 2000..20000
    lift_damping = 254  # tune 200..2000
    waist = 395  # tune 100..1000
    calm, rest = 0.12, 0.3  # m/s, s: still for so long

    def __init__(self):
        self.feet = feet.Feet(skeleton)

    def features(self):
        return feel.features(skeleton)

    def pre(self):
        self.feet.look()
        if skeleton.up().z < 0.7 or skeleton.height() < 0.75:
            because("it is not upright")
        elif skeleton.touching("hips") or skeleton.touching("hands") or not skeleton.touching("feet"):
            because("it does not stand on its feet alone")
        elif self.feet.lost() < 0.001:
            because("the capture point is over the feet")
        else:
            return True
        return False

    def expected(self):
        because("it falls")
        return skeleton.height() > 0.6 and skeleton.up().z > 0.3

    def post(self):
        return self.state == "both" and self.still()

    def still(self):
        return time() - self.restless > self.rest and min(self.feet.load) > 20

    def start(self):
        skeleton.hold()
        self.ground = min([getPosition(foot, (0, 0, 0)).z for foot in feet.links])
        self.foot = None
        self.enter("both")

    def enter(self, state):
        self.state, self.since, self.restless = state, time(), time()

    def step(self):
        self.feet.look(self.foot if self.state == "swing" else None, self.part)
        if self.feet.speed > self.calm or self.feet.lost() > 0:
            self.restless = time()
        if self.state != "swing":
            self.choose(time() - self.since)
        if self.state != "swing" or not self.go(time() - self.since):
            goal = 0.5 * (self.feet.sole[0] + self.feet.sole[1]) + vec(self.shift, 0, 0)
            self.feet.bear(self, self.feet.xi + self.gain * (self.feet.xi - goal))

    def choose(self, now):
        """Whether to lift a foot, and which."""
        if self.feet.lost() > self.trigger and now > 0.01:
            self.lift_off(stepping.choose(self.feet, self))

    def lift_off(self, foot):
        self.foot, self.begun = foot, self.feet.ankle[foot]
        self.enter("swing")

    def go(self, now):
        """The foot goes where it has to; False: it has arrived."""
        if (self.feet.load[self.foot] > 40 and now > 0.55 * self.swing) or now > self.swing + 0.3:
            self.enter("both")
            return False
        to = self.aim(max(0, self.swing - now))
        ankle = stepping.way(self.feet, self, self.foot, self.begun, to, now, self.swing)
        self.feet.bear(self, self.feet.press(1 - self.foot, self.single), self.drop, self.foot, ankle)
        return True

    def aim(self, left):
        return stepping.place(self.feet, self, self.foot, left)[0]
