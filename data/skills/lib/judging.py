"""What scenes of rises measure: whether it stands, as high as legs bear it, and what a person would not do."""
import rising

LINKS = ["hand_l", "hand_r", "foot_l", "foot_r", "head", "pelvis"]


class Judge:
    def __init__(self, person):
        self.person, self.leg = person, person.limb("foot_l")
        self.head, self.flight, self.fast, self.peak, self.hard = 0, 0, 0, 0, 0
        self.calm, self.last, self.begun = None, time(), time()

    def look(self):
        """Each control period; True: it has stood still for half a second."""
        dt, self.last = time() - self.last, time()
        total = rising.up_force(rising.ALL)
        self.peak = max(self.peak, total)
        self.hard += max(0, total - 2000) * dt
        self.head += contactForce("head").length() * dt
        self.flight += dt if total < 1 else 0
        self.fast += sum([max(0, getVelocity(link).length() - 5) for link in LINKS]) * dt
        stands = self.person.height() > 0.99 * self.leg and self.person.comVelocity().length() < 0.15
        stands = stands and min(contactForce("foot_l").z, contactForce("foot_r").z) > 20
        if not stands:
            self.calm = None
        elif self.calm is None:
            self.calm = time()
        return self.stood()

    def stood(self):
        return self.calm is not None and time() - self.calm > 0.5

    def took(self):
        return time() - self.begun

    def penalty(self):
        """For what rises too roughly: load on the head, flight, fast limbs, hard impacts."""
        rough = 0.002 * self.head + 2 * self.flight + 2 * self.fast + 0.02 * self.hard
        return min(2.5, rough + 0.0003 * max(0, self.peak - 2200))
