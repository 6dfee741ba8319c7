"""It jumps up on the spot in three dimensions (VST, "jump"), and lands on its feet; human37 is too weak.

Pre: upright, slow, on both feet. It begins by command. Phases: "crouch", and "push" up, by whole-body
control; "flight", joints as springs, until both feet meet the ground; "land" by whole-body control. Expected:
hips and hands stay off the ground. Post: it stands over its feet; then "bear_straighten" goes on. Lengths are
in legs; all numbers are ours, by search: kip tune
data/papers/vst/body_skill.py --param skill=4 --objective time --starts 20 --only 'jump.*'.
"""
import bear_balance
import springs

POSE = {"hip_flex": 0.35, "knee_flex": 0.6, "ankle_flex": 0.15, "shoulder_flex": 0.6, "shoulder_abd": 0.12,
        "elbow_flex": 0.3}


class Jump(bear_balance.BearBalance):
    priority = 0
    crouch = 0.9892  # tune 0.4..1.2; s
    low = 0.3352  # tune 0.1..0.4
    bow = 0.8246  # tune 0..1; rad
    push = 3.233  # tune 3..20; m/s2, upward
    back = -0.07684  # tune -0.08..0.05; its weight ahead of the middle of its soles
    ahead = 0.1867  # tune -0.2..0.2; m/s, as it leaves the ground
    top = 1.106  # tune 1.1..1.3; where it lets go
    land = 0.007885  # tune 0..0.35; below standing as it lands
    stiff = 346.4  # tune 50..800; N m/rad, in flight

    def expected(self):
        because("it fell")
        return not skeleton.touching("hips") and not skeleton.touching("hands") and skeleton.up().z > 0.3

    def post(self):
        return self.name == "land" and self.calm > 0.3

    def start(self):
        super().start()
        self.on.look()
        self.on.facing, self.calm, self.high = self.on.heading, 0, 0
        self.enter("crouch")

    def end(self):
        self.on.facing = None

    def enter(self, name):
        self.name, self.since, self.from_ = name, time(), skeleton.com()
        event(name)

    def step(self):
        on, now = self.on, time() - self.since
        on.look()
        middle = 0.5 * (on.sole[0] + on.sole[1]) + vec(self.back * on.leg, 0, 0)
        if self.name == "crouch":
            k = springs.smooth(now / self.crouch)
            on.bear([0, 1], middle, k * self.bow, k * self.low)
            if now > self.crouch + 0.1 and on.speed < 0.15:
                self.enter("push")
        elif self.name == "push":
            up = vec(0, 0, 1)
            goal = on.world(middle, self.from_.z + 0.5 * self.push * now * now)
            k = 1 - springs.smooth((on.tall - 0.9) / 0.25)
            on.bear([0, 1], middle, k * self.bow)
            speed = self.push * now * up + self.ahead * on.ahead
            skeleton.task("com", goal, velocity=speed, acceleration=self.push * up)
            if on.tall > self.top or sum(on.load) < 0.05 or now > 0.6:
                event(f"leaves the ground at {skeleton.comVelocity().z:.2f} m/s")
                self.enter("flight")
                skeleton.hold()
                self.was = springs.angles()
        elif self.name == "flight":
            k = springs.smooth(now / 0.2)
            for joint, was in self.was.items():
                to = was + k * (springs.angle(POSE, joint) - was)
                skeleton.setTarget(joint, to, self.stiff, 0.1 * self.stiff)
            self.high = max(self.high, on.at.z)
            if now > 0.1 and min(on.load) > 0.05 or now > 1:
                event(f"was {self.high:.2f} m high")
                self.enter("land")
                skeleton.bear("feet")
                self.on.posture()
        else:
            on.bear([0, 1], middle, 0.3, self.land)
            self.calm = self.calm + 0.005 if on.lost() == 0 and on.speed < 0.3 else 0
