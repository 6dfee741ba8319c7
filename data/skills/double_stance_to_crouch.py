"""Brings the foot that is farther off beside the other (VST 5.1, "double stance to crouch"), slowly.

Pre: still, on both feet, one before the other or too far from it. The weight goes onto the foot that stays
until the capture point will be between the feet at touch-down. Expected: the capture point stays over the
soles, it does not take long. Post: still, feet side by side. Ours ends upright, as "balance" goes on from
there. All numbers are ours.
"""
import protective_step
import stepping


class DoubleStanceToCrouch(protective_step.ProtectiveStep):
    priority = 15
    learned = None
    swing = 0.4  # tune 0.3..0.6
    apex = 0.08  # tune 0.04..0.12
    single = 1  # tune 0.3..3
    bring = 1.2  # tune 0.8..3
    drop = 0
    wide, bearable = 0.18, 0.16  # m: apart; so much more it leaves
    slide, patience = 0.6, 4  # s
    most = 0.03  # m outside the soles

    def pre(self):
        self.feet.look()
        if self.feet.beside(self.wide, self.bearable):
            because("the feet are side by side")
            return False
        return self.ready()

    def ready(self):
        still = self.feet.speed < 0.3 and min(self.feet.load) > 20 and self.feet.lost() <= 0
        if still and skeleton.up().z > 0.9 and skeleton.height() > 0.85:
            return True
        because("it does not stand still on both feet")
        return False

    def expected(self):
        if self.feet.lost() > self.most:
            because("the capture point is beyond the feet")
        elif self.state != "swing" and skeleton.timeInSkill() > self.patience:
            because("it takes too long")
        else:
            return True
        return False

    def post(self):
        return self.state == "both" and self.still() and self.feet.beside(self.wide)

    def start(self):
        super().start()
        self.feet.look()
        self.shift_to(1 - self.feet.farther())

    def shift_to(self, stays):
        self.foot = 1 - stays
        self.enter("shift")

    def step(self):
        if self.state != "shift":
            return super().step()
        self.feet.look()
        k = min(1, (time() - self.since) / self.slide)
        goal = (1 - k) * 0.5 * (self.feet.sole[0] + self.feet.sole[1]) + k * self.feet.sole[1 - self.foot]
        self.feet.bear(self, self.feet.xi + self.bring * (self.feet.xi - goal))
        if time() - self.since > 0.1 and stepping.lands(self.feet, self, self.foot, self.off()):
            self.lift_off(self.foot)

    def choose(self, now):
        if self.still() and not self.feet.beside(self.wide):
            self.shift_to(1 - self.feet.farther())

    def off(self):
        """Where the foot is to be, from the one that stays."""
        return vec(0, self.wide if self.foot == 0 else -self.wide, 0)

    def aim(self, left):
        return stepping.place_slowly(self.feet, self.foot, left, self.off())
