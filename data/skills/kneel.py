"""It kneels down on its left knee, by whole-body control, any body (VST 5, "kneel").

Pre: upright, slow, on both feet. It begins by command. Its weight goes over the right foot, the left one goes
back onto its toes, and the knee comes down. Post: knee, toes and the right foot bear it. Lengths are in legs;
lib/plan.py has the phases' words; numbers are by search (data/tune/kneel.py).
"""
import plan
import upright

BENT = {"knee_flex": 0.3, "hip_flex": 0.15, "ankle_flex": 0.15, "shoulder_abd": 0.2}
KNEE = ["thigh_l", "shank_l"]


class Kneel(plan.Plan):
    priority = 0
    back = -0.896  # tune -0.9..-0.3
    wide = 0.1457  # tune 0.1..0.3
    pace = 1.206  # tune 0.5..1.3; s
    high = 1.105  # tune 0.95..1.12
    fore = 0.6541  # tune 0.2..0.9; the right foot's share, both bearing
    both = 0.4114  # tune 0.3..1.5; s
    low = 0.6805  # tune 0.68..0.85
    sink = 2.5  # tune 0.6..2.5; s
    fore_hip = 1.409  # tune 0.9..1.9
    fore_knee = 1.266  # tune 1.2..2.2
    rear_hip = -0.2208  # tune -0.3..0.5
    rear_knee = 2.093  # tune 1.2..2.3
    lean_over = -0.05879  # tune -0.2..0.5; rad
    tip = 1.418  # tune 0.3..1.5; rad, of the left foot onto its toes
    knee_fore = 0.3088  # tune 0.2..0.7; the right foot's share beside the knee's
    under = 0.04324  # tune -0.05..0.08

    def __init__(self):
        self.on = upright.Upright(skeleton)

    def pre(self):
        self.on.look()
        because("it does not stand still on both feet")
        return self.on.tall > 0.95 and self.on.speed < 0.3 and min(self.on.load) > 0.1

    def expected(self):
        because("it fell")
        return skeleton.up().z > 0.5 and not skeleton.touching("hips") and not skeleton.touching("hands")

    def post(self):
        return super().post() and skeleton.comVelocity().length() < 0.2

    def start(self):
        toes = {"foot_l": ("foot_r", self.back, self.wide)}
        down = {"hip_flex_r": self.fore_hip, "knee_flex_r": self.fore_knee, "ankle_flex_r": 0.2,
                "hip_flex_l": self.rear_hip, "knee_flex_l": self.rear_knee, "ankle_flex_l": 0.3}
        self.phases = [{"name": "shift", "bear": ["feet"], "over": {"foot_r": 1}, "high": self.high,
                        "lean": 0.05, "seconds": 1.3, "joints": BENT},
                       {"name": "back", "off": ["foot_l"], "move": toes, "lift": 0.08, "seconds": self.pace,
                        "most": 1, "joints": {"knee_flex_l": 0.8, "hip_flex_l": -0.1}},
                       {"name": "both", "bear": ["foot_l"], "seconds": self.both,
                        "over": {"foot_r": self.fore, "foot_l": 1 - self.fore}},
                       {"name": "down", "high": self.low, "lean": self.lean_over, "seconds": self.sink,
                        "joints": down, "patience": 2},
                       {"name": "knee", "bear": KNEE, "over": {"foot_r": self.knee_fore,
                        "thigh_l": 1 - self.knee_fore}, "high": self.low - self.under, "seconds": 1},
                       {"name": "stay", "seconds": 1.5}]
        super().start()

    def end(self):
        super().end()
        skeleton.task("foot_l")

    def goal(self):
        """Lower and lower, while the knee has not come down."""
        late = time() - self.since - self.now["seconds"] if self.now["name"] == "down" else 0
        return super().goal() - vec(0, 0, 0.05 * max(0, late) * self.leg)

    def gate(self, name):
        return any([skeleton.touching(link) for link in KNEE]) if name == "down" else super().gate(name)

    def tiptoe(self):
        """Its toes."""
        x = min(1, (time() - self.since) / self.now["seconds"]) if self.now["name"] == "down" else 1
        skeleton.task("foot_l", turn=(self.heading, x * self.tip, 0), weight=200)

    def step(self):
        super().step()
        if self.at > 2 and self.at < len(self.phases):
            self.tiptoe()
