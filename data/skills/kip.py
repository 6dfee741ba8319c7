"""It kips up from its back, in three dimensions (VST 5.2, "kip"): legs overhead, whipped ahead, hands push.

Pre: on its back, still. It begins by command. Expected: soon on its feet. Post: on its feet, hips and hands
off the ground, the capture point over the soles; then "bear_straighten" goes on. Phases: "tuck", "lift" the
hips, "whip", "fly", "land" by whole-body control. NAME_waist .. NAME_ankle are the angles (rad) of phase
NAME, by search from robot_kip's (data/tune/kip.py). All numbers are ours.
"""
import math
import springs
import upright

LEG = 0.85925  # m, at 1.75 m; times go with the root of the size


class Kip:
    priority = 0  # it begins by command
    tuck = 0.8031  # tune 0.5..1.5; s
    tuck_waist = 0.563  # tune 0..1.3
    tuck_shoulder = 2.433  # tune 1.5..2.9
    tuck_elbow = 2.257  # tune 1..2.4
    tuck_hip = 1.802  # tune 1..2
    tuck_knee = 1.552  # tune 0..2.4
    lift = 0.5112  # tune 0.15..0.8
    lift_waist = 1.111  # tune 0.3..1.3
    lift_shoulder = 2.275  # tune 1.5..2.9
    lift_elbow = 2.178  # tune 1..2.4
    lift_hip = 1.993  # tune 1.4..2
    lift_knee = 1.274  # tune 0..2
    whip = 0.2229  # tune 0.1..0.5
    whip_waist = -0.1667  # tune -0.43..1
    whip_shoulder = 2.869  # tune 0..2.9
    whip_elbow = 0.0703  # tune 0..2.4
    whip_hip = -0.2547  # tune -0.34..1
    whip_knee = 0.06552  # tune 0..1.5
    fly = 0.6  # tune 0.1..0.6
    fly_waist = 1.242  # tune -0.4..1.3
    fly_shoulder = 1.689  # tune -0.5..2.9
    fly_elbow = 0.5608  # tune 0..1.5
    fly_hip = -0.2936  # tune -0.3..1.9
    fly_knee = 2.023  # tune 0.3..2.4
    fly_ankle = 0.3243  # tune -0.5..0.34
    strong = 1913  # tune 500..3000; N m/rad, of the whip
    push = 0.163  # tune 0..0.3; s, into the whip, when hands push
    bow = 0.5634  # tune 0..1
    drop = 0.1285  # tune 0.1..0.5; legs, below standing as it lands

    def __init__(self):
        self.on = upright.Upright(skeleton)

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
        self.calm = 0
        skeleton.hold()
        self.enter("tuck")

    def enter(self, name):
        self.name, self.since, self.was = name, time(), springs.angles()
        event(name)

    def step(self):
        now = (time() - self.since) / math.sqrt(self.on.leg / LEG)
        if self.name in ("tuck", "lift"):
            length = getattr(self, self.name)
            springs.blend(self.was, springs.pose(self, self.name), 1.2 * now / length)
            if now > length:
                self.enter("lift" if self.name == "tuck" else "whip")
        elif self.name in ("whip", "fly"):
            self.throw(now)
            if self.name == "whip" and now > self.whip:
                self.enter("fly")
            elif self.name == "fly" and now > 0.1 and self.treads():
                self.enter("land")
                skeleton.bear("feet")
                self.on.posture()
        else:
            on = self.on
            on.look()
            on.bear([0, 1], 0.5 * (on.sole[0] + on.sole[1]), self.bow, self.drop)
            off = not skeleton.touching("hips") and not skeleton.touching("hands")
            self.calm = self.calm + 0.005 if on.lost() == 0 and on.speed < 0.3 and off else 0

    def treads(self):
        return sum([contactForce(foot).z for foot in upright.FEET]) > 100

    def throw(self, now):
        pose = springs.pose(self, self.name)
        for joint in self.was:
            arm = joint[:5] in ("shoul", "elbow")
            if not arm or self.name == "fly" or now > self.push:
                small = joint[:4] in ("neck", "head", "ankl", "wris")
                gain = 300 if arm else 100 if small else self.strong
                skeleton.setTarget(joint, springs.angle(pose, joint), gain, 0.06 * gain)
