"""It dives and rolls in three dimensions (VST 5.2, "plunge and roll"), up and forward at a given angle.

Pre: upright, slow, on both feet. It begins by command: do("plunge", angle=30); angle is that of the take-off
above the horizontal. Phases: "crouch" and "lean" by whole-body control, the lower the dive the farther;
"push", straight; "flight", arms ahead, until hands meet the ground, within 1.5 s; "roll", bent. Post: it has
rolled; others rise. NAME_waist .. NAME_ankle are angles (rad), lengths in legs; all numbers are ours.
"""
import math
import bear_balance
import springs
import upright


class Plunge(bear_balance.BearBalance):
    priority = 0  # it begins by command
    crouch = 0.5837  # tune 0.4..1; s
    low = 0.1308  # tune 0.1..0.35
    bow = 0.2971  # tune 0.2..1.2; rad
    lean = 0.5448  # tune 0.2..0.9; rad, of the centre of mass over the ankles, for 20 degrees
    steeper = -0.3788  # tune -1..0; more of it for 40 degrees more
    deep = 0.2192  # tune 0..0.3; for 60 degrees it crouches so much lower than for 50,
    far_up = 0.1052  # tune 0..0.2; and leans so much farther than the rule above
    tip = 0.09632  # tune 0.03..0.13; so far behind the middle of the soles the ground pushes as it leans
    push_hip = 0.08921  # tune -0.3..1
    push_knee = 0.5951  # tune 0..0.8
    push_ankle = -0.6599  # tune -0.7..0.2
    push_waist = -0.04568  # tune -0.4..0.6
    push_shoulder = 1.001  # tune 1..2.9
    flight_hip = 0.3766  # tune 0..1.5
    flight_knee = 0.2213  # tune 0..1.5
    flight_waist = 0.4643  # tune -0.2..1
    flight_shoulder = 1.472  # tune 1..2.9
    roll_hip = 1.863  # tune 1..2
    roll_knee = 1.0  # tune 1..2.4
    roll_waist = 1.099  # tune 0.3..1.3
    roll_shoulder = 2.898  # tune 0..2.9
    roll_elbow = 2.371  # tune 0..2.4
    arm_gain = 121.0  # tune 20..250
    roll = 0.7  # s: so long it stays bent

    def __init__(self):
        super().__init__()
        self.angle = 30

    def expected(self):
        because("it fell before it dived, or meets no ground")
        if self.name in ("crouch", "lean"):
            return skeleton.up().z > 0 and not skeleton.touching("hips") and not skeleton.touching("hands")
        return self.name != "flight" or time() - self.since < 1.5

    def post(self):
        return self.name == "roll" and time() - self.since > self.roll

    def start(self):
        super().start()
        self.on.look()
        self.on.facing, self.rose = self.on.heading, -90
        more = max(0, (self.angle - 50) / 10)
        self.far = self.lean + (self.angle - 20) / 40 * self.steeper + more * self.far_up
        self.down = self.low + more * self.deep
        self.enter("crouch")

    def end(self):
        self.on.facing = None

    def enter(self, name):
        self.name, self.since = name, time()
        event(name)

    def pose(self, name):
        """At once, the joints named NAME_joint; arms straight, chin to the chest."""
        if name == "push":
            skeleton.hold()
        pose = springs.pose(self, name)
        pose["neck_flex"], pose["head_flex"] = 0.9, 0.4
        pose["elbow_flex"] = pose["elbow_flex"] or 0.2
        for joint in springs.angles():
            gain = 100 if joint[:4] in ("neck", "head", "wris") else 400 if name == "flight" else 1200
            if joint[:5] in ("shoul", "elbow"):
                gain = self.arm_gain if name == "roll" else 250
            skeleton.setTarget(joint, springs.angle(pose, joint), gain, 0.08 * gain)

    def step(self):
        on, now = self.on, time() - self.since
        on.look()
        middle = 0.5 * (on.sole[0] + on.sole[1])
        if self.name == "crouch":
            k = springs.smooth(now / self.crouch)
            on.bear([0, 1], middle, k * self.bow, k * self.down)
            if now > self.crouch + 0.1 and on.speed < 0.3:
                self.enter("lean")
        elif self.name == "lean":
            push = vec(min(middle.x - self.tip * on.leg, on.xi.x - 0.06), middle.y, 0)
            skeleton.task("cop", on.world(push, on.ground))
            on.bear([0, 1], middle, self.bow, self.down)
            ankle = 0.5 * (on.ankle[0] + on.ankle[1])
            if math.atan2(on.com.x - ankle.x, on.at.z - on.ground - upright.ANKLE * on.leg) > self.far:
                self.enter("push")
                self.pose("push")
            elif now > 2:
                self.enter("crouch")
        elif self.name == "push" and (now > 0.1 and sum(on.load) < 0.03 or now > 0.5):
            v = skeleton.comVelocity()
            self.rose = math.degrees(math.atan2(v.z, v.dot(on.ahead)))
            event(f"takes off at {self.rose:.0f} degrees, {v.length():.1f} m/s")
            self.enter("flight")
            self.pose("flight")
        elif self.name == "flight" and any([skeleton.touching(part) for part in ["hands", "head", "hips"]]):
            self.enter("roll")
            self.pose("roll")
