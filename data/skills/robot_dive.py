"""The robot dives and rolls (VST 5.2, "plunge and roll"), up and forward at an angle that the user gives.

Pre: upright, slow, on both feet. It begins by command: do("robot_dive", angle=40); angle is that of the
take-off above the horizontal, 20 to 60 degrees; with bends=0 it stays straight and cannot roll. Phases:
"crouch"; "lean", the lower the dive the farther; "push", straight; "flight", arms ahead, until hands meet the
ground, within 1.5 s; "roll", bent. Post: it has rolled; "default" goes on. All numbers are ours.
"""
import math
import planar


class RobotDive:
    priority = 0  # it begins by command
    crouch = 0.4367  # tune 0.4..1; s
    low = 0.7475  # tune 0.65..0.82; m, hips above the ankles
    bow = 0.4245  # tune 0.4..1.2; rad
    lean = 0.5065  # tune 0.2..0.9; rad, of the centre of mass over the ankles, for 20 degrees
    steeper = -0.4531  # tune -1..0; more of it for 40 degrees more
    bent = 0.2189  # tune -0.5..0.5; and for their square
    push_hip = 0.1922  # tune -0.3..1
    push_knee = 0.2336  # tune 0..0.8
    push_ankle = -0.5854  # tune -0.7..0.2
    push_waist = 0.1723  # tune -0.4..0.6
    push_shoulder = 2.215  # tune 1..2.9
    flight_hip = 1.006  # tune 0..1.5
    flight_knee = 0.08651  # tune 0..1.5
    flight_waist = 0.191  # tune -0.2..1
    flight_shoulder = 1.483  # tune 1..2.9
    roll_hip = 1.761  # tune 1..2
    roll_knee = 1.472  # tune 1..2.4
    roll_waist = 1.28  # tune 0.3..1.3
    roll_shoulder = 2.005  # tune 0..2.9
    roll_elbow = 2.091  # tune 0..2.4
    arm_gain = 106.0  # tune 20..250
    roll = 0.7  # s: so long it stays bent

    def __init__(self):
        self.feet, self.angle, self.bends = planar.Feet(), 40, 1

    def pre(self):
        self.feet.look()
        return self.feet.ready()

    def expected(self):
        because("it fell before it dived, or meets no ground")
        if self.name in ("crouch", "lean"):
            return self.feet.on_feet_alone(0)
        return self.name != "flight" or time() - self.since < 1.5

    def post(self):
        return self.name == "roll" and time() - self.since > self.roll

    def start(self):
        skeleton.hold()
        self.feet.pitch, self.feet.arms, self.feet.height = 0, 0, planar.TALL
        more = (self.angle - 20) / 40
        self.far = self.lean + more * (self.steeper + more * self.bent)
        self.enter("crouch")

    def enter(self, name):
        self.name, self.since = name, time()
        event(name)

    def pose(self, name):
        """At once, the joints named NAME_joint; arms straight, chin to the chest."""
        for joint in planar.joints():
            part = joint[:-7] if joint[-2:] in planar.LEGS else joint[:-5]
            to = {"neck": 0.9, "head": 0.4, "elbow": 0.2}.get(part, 0)
            gain = 100 if part in ("neck", "head") else 400 if name == "flight" else 1200
            if part in ("shoulder", "elbow"):
                gain = self.arm_gain if name == "roll" else 250
            to = getattr(self, name + "_" + part, to) * (self.bends if name == "roll" else 1)
            skeleton.setTarget(joint, to, gain, 0.08 * gain)

    def step(self):
        feet, now = self.feet, time() - self.since
        feet.look()
        com, load = skeleton.com(), feet.load[0] + feet.load[1]
        ankle = 0.5 * (feet.ankle[0] + feet.ankle[1])
        if self.name == "crouch":
            k = planar.smooth(now / self.crouch)
            feet.height = planar.TALL + k * (self.low - planar.TALL)
            feet.pitch, feet.arms = k * self.bow, 0.3 * k
            feet.bear(feet.xi + feet.xi - feet.between() - 0.03 * k)
            if now > self.crouch + 0.1 and feet.speed < 0.3:
                self.enter("lean")
        elif self.name == "lean":
            feet.bear(min(feet.between() - 0.08, feet.xi - 0.06))
            if math.atan2(com.x - ankle.x, com.z - ankle.z) > self.far:
                self.enter("push")
                self.pose("push")
        elif self.name == "push" and (now > 0.1 and load < 20 or now > 0.5):
            self.rose = math.degrees(math.atan2(skeleton.comVelocity().z, skeleton.comVelocity().x))
            event(f"takes off at {self.rose:.0f} degrees, {feet.speed:.1f} m/s")
            self.enter("flight")
            self.pose("flight")
        elif self.name == "flight" and (skeleton.touching("hands") or planar.touched(skeleton)):
            self.enter("roll")
            self.pose("roll")
