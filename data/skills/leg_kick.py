"""It kicks a leg forward and sets it down again, by whole-body control, any body (VST 6, "leg kick").

Pre: upright, slow, on both feet. It begins by command. Phases: "shift" its weight over the left foot, "kick"
the right ankle ahead and up, "back" beside the other, "down" until both bear. Expected: the left foot bears
it. Post: both feet bear. Lengths are in legs; all numbers are ours.
"""
import bear_balance
import springs


class LegKick(bear_balance.BearBalance):
    priority = 0
    shift = 1.2  # tune 0.6..2; s
    kick = 0.35  # tune 0.2..0.8; s
    back = 0.8  # tune 0.4..1.2; s
    far = 0.45  # tune 0.2..0.7
    high = 0.4  # tune 0.1..0.6
    drop = 0.03  # tune 0..0.1
    apart = 0.2  # tune 0.15..0.25

    def expected(self):
        because("it falls")
        return self.on.tall > 0.8 and skeleton.up().z > 0.6

    def post(self):
        return self.name == "down" and time() - self.since > 0.3 and min(self.on.load) > 0.1

    def start(self):
        super().start()
        self.on.look()
        self.on.facing, self.from_ = self.on.heading, 0.5 * (self.on.sole[0] + self.on.sole[1])
        self.enter("shift")

    def end(self):
        self.on.facing = None
        skeleton.task("foot_r")

    def enter(self, name):
        self.name, self.since = name, time()
        event(name)

    def step(self):
        on, now = self.on, time() - self.since
        on.look()
        if self.name == "shift":
            k = springs.smooth(now / self.shift)
            on.bear([0, 1], self.from_ + k * (on.sole[0] - self.from_), 0, k * self.drop)
            if now > self.shift + 0.1 and (on.xi - on.sole[0]).length() < 0.05 * on.leg:
                skeleton.release("foot_r", 0.15)
                self.enter("kick")
        elif self.name == "down":
            k = springs.smooth(now / 0.5)
            on.bear([0, 1], on.sole[0] + k * 0.5 * (on.sole[1] - on.sole[0]), 0, self.drop)
        else:
            on.bear([0], on.sole[0], 0, self.drop)
            self.carry(now)

    def carry(self, now):
        """The right foot on its way."""
        on, leg = self.on, self.on.leg
        beside = vec(on.ankle[0].x, on.ankle[0].y - self.apart * leg, getPosition("foot_l", (0, 0, 0)).z)
        to = beside + vec(self.far * leg, 0, self.high * leg) if self.name == "kick" else beside
        whole = self.kick if self.name == "kick" else self.back
        low = 0.2 * max(0, now - whole) if self.name == "back" else 0
        skeleton.task("foot_r", on.world(to, to.z - low), weight=1000, within=max(0.05, whole - now))
        if self.name == "kick" and now > whole + 0.05:
            self.enter("back")
        elif self.name == "back" and now > 0.7 * whole and on.load[1] > 0.05:
            skeleton.bear("foot_r")
            skeleton.task("foot_r")
            self.enter("down")
