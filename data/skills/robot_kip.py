"""The robot kips up from its back (VST 5.2, "kip"): legs over the head, whipped ahead, hands push.

Pre: on its back, still. It begins by command, or where "rise from supine" just failed. Expected: soon on its
feet. Post: on its feet, hips and hands off the ground; then "crouch to stand" goes on. Phases: "tuck", "lift"
the hips onto the neck, "whip", "fly", "land". NAME_waist .. NAME_ankle are the angles (rad) of phase NAME;
numbers are ours.
"""
import math
import planar


class RobotKip:
    priority = 5  # less than the rise's
    tuck = 1.123  # tune 0.5..1.5; s
    tuck_waist = 0.4365  # tune 0..1.3
    tuck_shoulder = 2.45  # tune 1.5..2.9
    tuck_elbow = 2.126  # tune 1..2.4
    tuck_hip = 1.834  # tune 1..2
    tuck_knee = 0.8962  # tune 0..2.4
    lift = 0.487  # tune 0.15..0.8
    lift_waist = 1.251  # tune 0.3..1.3
    lift_shoulder = 2.808  # tune 1.5..2.9
    lift_elbow = 2.4  # tune 1..2.4
    lift_hip = 1.758  # tune 1.4..2
    lift_knee = 0.9108  # tune 0..2
    whip = 0.279  # tune 0.1..0.5
    whip_waist = 0.07807  # tune -0.43..1
    whip_shoulder = 2.892  # tune 0..2.9
    whip_elbow = 0.04277  # tune 0..2.4
    whip_hip = -0.2234  # tune -0.34..1
    whip_knee = 0.3477  # tune 0..1.5
    fly = 0.3582  # tune 0.1..0.6
    fly_waist = 1.092  # tune -0.4..1.3
    fly_shoulder = 1.63  # tune -0.5..2.9
    fly_elbow = 0.2472  # tune 0..1.5
    fly_hip = -0.1376  # tune -0.3..1.9
    fly_knee = 2.259  # tune 0.3..2.4
    fly_ankle = 0.2658  # tune -0.5..0.34
    strong = 1446.0  # tune 500..3000; N m/rad, of the whip
    push = 0.09204  # tune 0..0.3; s, into the whip, when hands push
    bow = 0.6063  # tune 0..1
    low = 0.542  # tune 0.4..0.7; m, hips above the ankles as it lands

    def __init__(self):
        self.feet = planar.Feet()

    def pre(self):
        if skeleton.facing().z < 0.8 or skeleton.height() > 0.3:
            because("it does not lie on its back")
        elif skeleton.comVelocity().length() > 0.2:
            because("it moves too fast")
        else:
            return True
        return False

    def expected(self):
        because("it is not on its feet in time")
        return skeleton.timeInSkill() < self.tuck + self.lift + self.whip + 2

    def post(self):
        return self.name == "land" and self.calm > 0.1

    def start(self):
        self.was, self.calm = planar.angles(), 0
        self.feet.pitch, self.feet.arms, self.feet.height = self.bow, 1.0, self.low
        self.enter("tuck")

    def enter(self, name):
        self.name, self.since, self.was = name, time(), planar.angles()
        event(name)

    def pose(self):
        to = {}
        for joint in planar.joints():
            part = joint[:-7] if joint[-2:] in planar.LEGS else joint[:-5]
            to[joint] = getattr(self, self.name + "_" + part, {"neck": 0.3, "head": 0.2}.get(part, 0))
        return to

    def step(self):
        self.feet.look()
        now = (time() - self.since) / math.sqrt(self.feet.size)
        if self.name in ("tuck", "lift"):
            length = getattr(self, self.name)
            planar.blend(self.was, self.pose(), 1.2 * now / length)
            if now > length:
                self.enter("lift" if self.name == "tuck" else "whip")
        elif self.name in ("whip", "fly"):
            for joint, angle in self.pose().items():
                arm = joint[:5] in ("shoul", "elbow")
                if not arm or self.name == "fly" or now > self.push:
                    gain = 300 if arm else 100 if joint[:4] in ("neck", "head", "ankl") else self.strong
                    skeleton.setTarget(joint, angle, gain, 0.06 * gain)
            if self.name == "whip" and now > self.whip:
                self.enter("fly")
            elif self.name == "fly" and now > 0.1 and self.feet.load[0] + self.feet.load[1] > 100:
                self.enter("land")
        else:
            self.feet.bear(self.feet.xi + self.feet.xi - self.feet.between())
            self.calm = self.calm + 0.005 if self.feet.lost() == 0 and self.feet.on_feet_alone(0) else 0
