"""The skills of everyday (VST 5.1), and what scenes ask of them: their order, and whether it stands still."""

SKILLS = ["limp", "balance", "protective_step", "double_stance_to_crouch", "fall", "roll_over",
          "rise_supine", "rise_prone", "kneel_to_crouch", "crouch_to_stand"]

QUICK = ["limp", "bear_balance", "bear_step", "bear_straighten", "fall", "roll_over", "rise_prone", "kneel_to_crouch",
         "crouch_to_stand"]
FLOOR = ["limp", "roll_over", "to_fours"]  # onto hands and knees
ANYONE = ["bear_balance", "bear_step", "bear_straighten", "fall",
          "fours_to_stand"] + FLOOR


def teach(character, stiff=False, skills=None):
    """All of these; they rise by whole-body control, which suits any body, or by stiff poses: those are quicker,
    and for skeleton37 as it is. QUICK rises by stiff poses and stands and steps by whole-body control."""
    for skill in skills or (SKILLS if stiff else ANYONE):
        character.addSkill(skill)


class Order:
    """The order in which skills act, and since when it stands still."""

    def __init__(self, character):
        self.character, self.names, self.times, self.since = character, [], [], None

    def look(self):
        """Once a control period; False, so that run(until=) goes on."""
        active = self.character.activeSkill()
        if active and (not self.names or self.names[-1] != active):
            self.names.append(active)
            self.times.append(time())
        return False

    def stands(self, seconds=1):
        """Balance acts, on both feet, still for so long; looks, too."""
        self.look()
        still = self.names[-1] in ["balance", "bear_balance"] and self.character.comVelocity().length() < 0.1
        still = still and min(contactForce("foot_l").z, contactForce("foot_r").z) > 20
        self.since = (self.since or time()) if still else None
        return self.since is not None and time() - self.since > seconds

    def met(self, wanted):
        """How many of these acted, in this order, whatever came between."""
        n = 0
        for name in self.names:
            if n < len(wanted) and name == wanted[n]:
                n += 1
        return n

    def busiest(self, seconds):
        """How often one skill began within so long, at most."""
        most = 0
        for i in range(len(self.names)):
            later = [k for k in range(i, len(self.names)) if self.times[k] - self.times[i] < seconds]
            most = max(most, sum([self.names[k] == self.names[i] for k in later]))
        return most

    def text(self):
        return ", ".join(self.names)
