"""Rolls over (VST 5.1, "roll over", supine to prone): the knees swing across, the trunk follows, then flat.

Pre: facing up or to the side, slow, lying. Expected: within its tries. Post: facing down. It rolls to the
side that is lower already, `low`, and in a second try from its back to the other one; `top` are the limbs
of the side that is not low, `sign` is 1 where the left is low.
Phases: draw the knees up, roll: the top leg goes over and the trunk after it, tip forward as the low leg
stretches, lie flat. What lies on its side begins with `tip`. `rolled`, `tipped` and FLAT say how far up it
may face (-1..1) where these phases end; what fails is tried again. NAME_PART are the angles (rad) of
phase NAME. All numbers are ours.
"""
import rising

PARTS = {"waist": "waist_flex", "hip": "hip_flex", "abd": "hip_abd", "knee": "knee_flex",
         "out": "shoulder_abd", "arm": "shoulder_flex"}
FLAT = -0.7


class RollOver(rising.Rising):
    priority = 6
    most_tries = 2
    back = {"tip": 2}
    carry = 0
    aside = 0.0855  # tune -0.4..0.4
    rolled = 0.3697  # tune 0..0.7
    tipped = -0.1493  # tune -0.6..0
    low_arm = 2.613  # tune -1..2.9
    draw_waist = -0.09446  # tune -0.4..1
    draw_twist = -0.5887  # tune -0.6..0.6
    draw_hip = 1.664  # tune -0.3..2
    draw_knee = 0.8382  # tune 0..2.3
    draw_top_abd = -0.2744  # tune -0.4..0.7
    draw_low_abd = 0.4092  # tune -0.4..0.7
    draw_low_arm = 1.963  # tune -1..2.9
    draw_top_arm = -0.6532  # tune -1..2.9
    draw = 0.4727  # tune 0.2..0.8
    roll_waist = 0.2653  # tune -0.4..1
    roll_twist = 0.526  # tune -0.6..0.6
    roll_top_hip = 1.731  # tune -0.3..2
    roll_top_abd = -0.2905  # tune -0.4..0.7
    roll_top_knee = 1.254  # tune 0..2.3
    roll_low_hip = 0.6511  # tune -0.3..2
    roll_low_knee = 0.7489  # tune 0..2.3
    roll_top_arm = 2.512  # tune -1..2.9
    roll = 0.7366  # tune 0.1..0.8
    tip_waist = -0.4  # tune -0.4..1
    tip_top_hip = 1.012  # tune -0.3..2
    tip_top_abd = 0.3034  # tune -0.4..0.7
    tip_top_knee = 0.04969  # tune 0..2.3
    tip_low_hip = -0.2765  # tune -0.3..2
    tip_low_knee = 0.2323  # tune 0..2.3
    tip_top_arm = 0.9411  # tune -1..2.9
    tip = 0.5007  # tune 0.1..0.8
    flat_top_hip = -0.2075  # tune -0.3..2
    flat_top_abd = -0.03849  # tune -0.4..0.7
    flat_top_knee = 0.7575  # tune 0..2.3
    flat_top_arm = -0.06983  # tune -1..2.9
    flat_top_out = 0.2264  # tune -0.3..1.5
    flat = 0.3799  # tune 0.1..0.8

    def pre(self):
        slow = skeleton.comVelocity().length() < 0.5
        return skeleton.facing().z > -0.65 and skeleton.height() < 0.4 and slow

    def start(self):
        self.sign = 0
        phases = [("draw", self.draw, 0), ("roll", self.roll, 0.12), ("tip", self.tip, 0.3),
                  ("flat", self.flat, 1)]
        self.begin(phases, len(phases), 2 if turned((1, 0, 0)) < self.aside else 0)

    def enter(self, index):
        """To the side that it leans to by now: where that has changed, it draws for that side."""
        left = turned((0, 1, 0))
        changed = index == 1 and self.sign * left > 0.3
        if index == 0 or self.sign == 0 or changed:
            other = self.tries % 2 == 1 and abs(left) < 0.5  # where it has not come over this side
            self.low, self.top, self.sign = ("_l", "_r", 1) if (left < 0) != other else ("_r", "_l", -1)
        if changed:
            self.tries += 1
            self.failed = self.tries > self.most_tries
        super().enter(0 if changed else index)

    def pose(self, name):
        pose = {"neck_flex": -0.2 if name == "flat" else 0.3, "shoulder_flex" + self.low: self.low_arm,
                "waist_twist": self.sign * getattr(self, name + "_twist", 0)}
        for part, joint in PARTS.items():
            for who, side in (("", ""), ("top_", self.top), ("low_", self.low)):
                if hasattr(self, name + "_" + who + part):
                    pose[joint + side] = getattr(self, name + "_" + who + part)
        return pose

    def gate(self, name):
        faces = turned((1, 0, 0))
        over = name != "flat" or skeleton.facing().z < -0.65  # as those ask that rise from there
        most = {"draw": 0, "roll": self.rolled, "tip": self.tipped, "flat": FLAT}[name]
        return name == "draw" or over and faces < most


def turned(axis):
    """How far up an axis of pelvis and trunk points, in the mean."""
    ups = [(getPosition(link, axis) - getPosition(link, (0, 0, 0))).z for link in ["pelvis", "trunk"]]
    return 0.5 * sum(ups)
