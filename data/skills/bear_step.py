"""Steps so as not to fall, by whole-body control, as often as it takes (VST 5.1, "protective step").

With which foot, where to and when is planned by lib/capture.py, anew all the time; the other foot pushes the
capture point back over itself. States: "both" feet bear; one in "swing". Lengths are in legs.
"""
import capture
import upright


class BearStep:
    priority = 20
    gain = 0.936  # tune 0..3
    hand_over = 0.0218  # tune 0.02..0.12
    quick = 36  # tune 20..80
    lag = 0.05  # tune 0..0.1
    soonest = 0.18  # tune 0.14..0.26
    apex = 0.0688  # tune 0.04..0.2
    ahead = 0.956  # tune 0.4..1.6
    aside = 1.134  # tune 0.4..1.6
    more_ahead = 0.0897  # tune -0.05..0.2
    more_aside = 0.15  # tune 0..0.2
    apart = 0.2  # tune 0.13..0.25
    drop = 0.0579  # tune 0..0.15
    weight = 1047  # tune 20..2000
    rate = 8  # tune 4..14
    firm = 30  # tune 5..500
    long = 0.3  # tune 0..2
    near = 0.1  # tune 0.05..0.2
    across = 30.0  # tune 5..50
    dear = 2.0  # tune 0.3..6
    most = 1.1  # tune 0.8..1.3
    trigger = 0.0233  # tune -0.02..0.05
    down = 0.6  # tune 0.2..0.8
    sinks = 0.2  # tune 0.1..0.5
    arms = 10.0  # tune 1..40
    waist = 20.0  # tune 1..200
    calm, rest, idle, late, bends = 0.12, 0.3, 0.08, 0.2, 40.0  # m/s, s: still; s: see step(), upright.bend()

    def __init__(self):
        self.on = upright.Upright(skeleton, spin=0.7)

    def pre(self):
        self.on.look()
        lies = skeleton.up().z < 0.7 or self.on.tall < 0.85
        leans = skeleton.touching("hips") or skeleton.touching("hands") or max(self.on.load) < 0.03
        steps = not lies and not leans and (self.on.lost() > 0.001 or self.on.tips())
        if not steps:
            because("it is not upright" if lies else "it does not stand on its feet alone" if leans else
                    "the capture point is over the feet")
        return steps

    def expected(self):
        because("it falls")
        return self.on.tall > 0.7 and skeleton.up().z > 0.3

    def post(self):
        return self.state == "both" and time() - self.restless > self.rest and min(self.on.load) > 0.03

    def start(self):
        skeleton.bear("feet")
        skeleton.task("cop")
        self.on.posture(self.arms)
        skeleton.task("trunk", weight=self.waist)  # of its posture; else it bends back as a foot lands
        self.on.look()
        self.foot, self.on.facing, self.on.firm, self.on.rate = None, self.on.heading, self.firm, self.rate
        self.enter("both")

    def end(self):
        self.on.facing = None
        upright.bend(skeleton, [], 1)
        for what in upright.FEET + ["cop"]:
            skeleton.task(what)

    def enter(self, state):
        self.state, self.since, self.restless, self.bore, self.held = state, time(), time(), time(), time()

    def step(self):
        self.on.look()
        upright.bend(skeleton, [self.foot] if self.state == "swing" else [], self.bends)
        self.restless = time() if self.on.speed > self.calm or self.on.lost() > 0 else self.restless
        light, hangs = capture.light(self.on)
        self.bore = self.bore if hangs else time()
        if self.on.lost() <= 0 and skeleton.supportMargin(self.on.world(self.on.xi)) > 0:  # what really bears
            self.held = time()
        if self.state == "both" and (self.on.lost() > self.trigger or time() - self.held > self.late):
            self.lift_off([0, 1] if self.foot is None or time() - self.since > 0.25 else [1 - self.foot])
        elif self.state == "both" and time() - self.bore > self.idle and self.on.load[1 - light] > 0.3:
            self.lift_off([light])
        if self.state == "swing":
            self.go(time() - self.since)
        if self.state == "both":
            self.on.bear([0, 1], 0.5 * (self.on.sole[0] + self.on.sole[1]), 0, self.drop)

    def lift_off(self, feet):
        self.step_to = capture.choose(self.on, self, feet)
        self.foot, self.lasts, self.lift = self.step_to.foot, self.step_to.seconds, capture.Lift()
        load = upright.clamp(2 * self.on.load[self.foot], 0, 1)
        skeleton.release(upright.FEET[self.foot], self.hand_over * load + 0.01)
        self.enter("swing")

    def go(self, now):
        on, foot, name = self.on, self.foot, upright.FEET[self.foot]
        far = (self.step_to.place - on.ankle[foot]).length() / on.leg
        down = on.load[foot] > 0.05 and now > 0.6 * self.lasts and (far < self.near or on.load[foot] > 0.3)
        if down or now > self.lasts + 0.1:
            skeleton.bear(name)
            skeleton.task(name)
            skeleton.task("cop")
            self.enter("both")
            return
        left = max(0.001, self.lasts - now)
        plan = self.step_to = capture.again(on, self, foot, left)
        if left > 0.05:  # later it comes down
            left, self.lasts = plan.seconds, now + plan.seconds
        ankle, pitch, roll = on.stands(plan.place)
        within = max(left, 0.07)
        place = on.world(plan.place, self.lift.aim(self, ankle, now, within))
        skeleton.task(name, place, turn=(on.heading, pitch, roll), weight=self.weight, within=within)
        skeleton.task("cop", on.world(on.press(1 - foot, self.gain), on.high[1 - foot]))
        on.bear([1 - foot], on.sole[1 - foot], 0, self.drop, capture.sink(on, self, foot, max(left, 0.1)))
