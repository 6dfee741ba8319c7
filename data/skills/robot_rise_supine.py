"""The robot rises from supine to a crouch (VST 5.1, "rise from supine"): it sits up and rocks onto its feet.

Pre: face up or sitting, low, slow. Expected: so many tries, not upside down. Post: the capture point over
the soles, hips and hands off the ground, so that "crouch to stand" can go on. Phases: legs up ("tuck"), swung
down ("lie"), so that the trunk comes "up"; "sit", hands behind; "draw" the feet near and lift the hips, on
hands and feet; "rock" over the feet; "crouch". NAME_waist .. NAME_ankle are the angles (rad) of phase NAME;
all are ours.
"""
import planar

class RobotRiseSupine(planar.Rising):
    priority = 6
    back = {"up": 2, "sit": 3, "draw": 4, "rock": 5, "crouch": 6}
    carry = 0.2301  # tune 0..1
    tuck = 0.6  # tune 0.3..1.2
    tuck_waist = 0.5  # tune -0.4..1.3
    tuck_shoulder = -0.1  # tune -1..2.9
    tuck_elbow = 0.1  # tune 0..1.5
    tuck_hip = 1.85  # tune 0..2
    tuck_knee = 0.2  # tune 0..2.4
    tuck_ankle = 0.2  # tune -0.6..0.34
    lie = 0.6122  # tune 0.3..1.2
    lie_waist = 0.6051  # tune -0.4..1.3
    lie_shoulder = 2.193  # tune -1..2.9
    lie_elbow = 0.4945  # tune 0..1.5
    lie_hip = 0.01611  # tune 0..2
    lie_knee = 0.012  # tune 0..2.4
    lie_ankle = 0.1021  # tune -0.6..0.34
    up = 0.5639  # tune 0.15..1.2
    up_waist = 1.114  # tune -0.4..1.3
    up_shoulder = -0.988  # tune -1..2.9
    up_elbow = 0.5279  # tune 0..1.5
    up_hip = 1.592  # tune 0..2
    up_knee = 0.02051  # tune 0..2.4
    up_ankle = 0.09353  # tune -0.6..0.34
    sit = 1.5  # tune 0.3..1.5
    sit_waist = -0.08737  # tune -0.4..1.3
    sit_shoulder = 0.2611  # tune -1..2.9
    sit_elbow = 0.1085  # tune 0..1.5
    sit_hip = 1.996  # tune 0..2
    sit_knee = 2.382  # tune 0..2.4
    sit_ankle = -0.5998  # tune -0.6..0.34
    draw = 0.8791  # tune 0.3..1.2
    draw_waist = -0.3997  # tune -0.4..1.3
    draw_shoulder = -0.3321  # tune -1..2.9
    draw_elbow = 0.2095  # tune 0..1.5
    draw_hip = 0.7463  # tune 0..2
    draw_knee = 2.393  # tune 0..2.4
    draw_ankle = 0.2918  # tune -0.6..0.34
    rock = 0.235  # tune 0.1..0.8
    rock_waist = 1.242  # tune -0.4..1.3
    rock_shoulder = 0.4192  # tune -1..2.9
    rock_elbow = 0.2339  # tune 0..1.5
    rock_hip = 1.715  # tune 0..2
    rock_knee = 2.398  # tune 0..2.4
    rock_ankle = 0.2731  # tune -0.6..0.34
    crouch = 0.1  # tune 0.1..0.8
    crouch_waist = 0.6482  # tune -0.4..1.3
    crouch_shoulder = 2.36  # tune -1..2.9
    crouch_elbow = 0.21  # tune 0..1.5
    crouch_hip = 0.7097  # tune 0..2
    crouch_knee = 1.104  # tune 0..2.4
    crouch_ankle = 0.3393  # tune -0.6..0.34
    upright = 0.5  # tune 0.3..0.8
    gap = 0.013  # tune -0.05..0.15
    fast = 0.9  # m/s
    rest = 6.0  # s: so long after it failed it leaves it to others

    def __init__(self):
        self.feet, self.again = planar.Feet(), 0

    def pre(self):
        because("it failed a moment ago" if time() < self.again else "it does not lie on its back, still")
        slow = skeleton.comVelocity().length() < 0.3
        sits = skeleton.up().z > 0.7 and skeleton.posture(["hip_flex"]) > 1  # perhaps bent over its legs
        down = (sits or skeleton.facing().z > -0.1) and skeleton.height() < 0.4
        return time() >= self.again and down and slow

    def expected(self):
        because("it is upside down, or did not come to its feet")
        well = super().expected() and (self.index < 4 or skeleton.up().z > -0.3)
        self.again = 0 if well else time() + self.rest
        return well

    def start(self):
        first = 3 if skeleton.facing().z < 0.5 else 0
        self.lay, self.most_tries = False, 2
        phases = [("tuck", self.tuck, 1), ("lie", self.lie, 0.3), ("up", self.up, 0.4),
                  ("sit", self.sit, 0.5), ("draw", self.draw, 1), ("rock", self.rock, 0.3),
                  ("crouch", self.crouch, 0.3)]
        self.begin(phases, len(phases), first)

    def prepare(self, name):
        """Drawn up from its back, it comes to its feet now or does not here: then others try."""
        self.lay = self.lay or name == "tuck"
        if self.lay and name == "draw":
            self.most_tries = self.tries

    def pose(self, name):
        pose = self.on_palms(name)
        pose["neck_flex"], pose["head_flex"] = 0.6, 0.3
        return pose

    def gate(self, name):
        if name == "tuck":
            return skeleton.comVelocity().length() < 0.2 and self.near(["hip_flex", "knee_flex"], 0.4)
        if name == "lie":
            return True
        if name in ("up", "sit"):
            return skeleton.up().z > self.upright
        if name == "draw":
            still = skeleton.comVelocity().length() < 0.1
            return still and skeleton.touching("feet") and skeleton.up().z > self.upright
        self.feet.look()
        off = skeleton.touching("hips") or skeleton.touching("hands")
        if name == "rock":
            return self.feet.xi > min(self.feet.sole) - self.feet.length - self.gap
        return not off and self.feet.lost() == 0 and self.feet.speed < self.fast
