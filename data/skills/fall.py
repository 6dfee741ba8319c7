"""Falls so as to be hurt little (VST 5.1, "fall"): hands go where the ground comes, the head away from it.

Pre: the centre of mass moves, and is not over the feet; hips are off the ground. Expected: something meets
the ground soon. Post: it lies. Which way it falls is from the velocity of the centre of mass, and where it
leans, in the body's own axes; poses of the front, the back and the sides are mixed by it. Once it lies,
joints give way. All numbers are ours.
"""
import math


class Fall:
    priority = 5
    reach = 1.2  # tune 0..2.2
    out = 0.4  # tune 0..1.5
    bend = 0.5  # tune 0..1.5
    back = -0.8  # tune -1.0..0.5
    back_bend = 0.4  # tune 0..1.5
    aside = 1.0  # tune 0..2.2
    tuck = 0.9  # tune 0..1.0
    lift = -0.6  # tune -0.85..0.2
    round = 0.6  # tune -0.3..1.2
    hips = 0.8  # tune 0..1.8
    knees = 1.0  # tune 0..2.2
    front_hips = 0.2  # tune -0.3..1.2
    front_knees = 0.8  # tune 0..2
    arm_gain = 150  # tune 30..400
    leg_gain = 200  # tune 30..800
    neck_gain = 60  # tune 10..200
    limp = 0.3  # tune 0.05..1

    def pre(self):
        v = skeleton.comVelocity()
        if math.hypot(v.x, v.y) < 0.3 and v.z > -0.3:
            because("it hardly moves")
        elif skeleton.supportMargin() > 0 and skeleton.up().z > 0.7:
            because("the centre of mass is over the feet")
        elif skeleton.height() < 0.5 or skeleton.touching("hips"):
            because("it is down already")
        else:
            return True
        return False

    def post(self):
        speed = skeleton.comVelocity().length()
        rests = speed < 0.02 and skeleton.timeInSkill() > 3  # on its hands and feet, say
        return self.down and (skeleton.height() < 0.35 and speed < 0.8 or rests)

    def expected(self):
        if not self.down and skeleton.timeInSkill() > 1.5:
            because("nothing has met the ground in 1.5 s")
            return False
        return True

    def start(self):
        self.down = False
        skeleton.hold()

    def direction(self):
        """Forward, and to the left: the cosine and sine of the way that it falls."""
        front = skeleton.facing()
        left = skeleton.up().cross(front)
        x = skeleton.comVelocity().dot(front) - front.z
        y = skeleton.comVelocity().dot(left) - left.z
        size = max(math.hypot(x, y), 1e-6)
        return x / size, y / size

    def step(self):
        self.down = self.down or any([skeleton.touching(part) for part in ["hands", "hips", "knees", "head"]])
        ahead, left = self.direction()
        front, rear = max(0, ahead), max(0, -ahead)
        part = self.limp if skeleton.touching("hips") else 1
        for side, sign in [("_l", 1), ("_r", -1)]:
            near = max(0, sign * left)
            self.turn("shoulder_flex" + side, front * self.reach + rear * self.back, part * self.arm_gain)
            self.turn("shoulder_abd" + side, self.out * front + self.aside * near, part * self.arm_gain)
            bend = (front + near) * self.bend + rear * self.back_bend
            self.turn("elbow_flex" + side, bend, part * self.arm_gain)
            self.turn("wrist_flex" + side, -0.6 * front, part * 15)
            self.turn("hip_flex" + side, rear * self.hips + front * self.front_hips, part * self.leg_gain)
            self.turn("knee_flex" + side, rear * self.knees + front * self.front_knees, part * self.leg_gain)
            self.turn("hip_abd" + side, 0.1, part * self.leg_gain)
            self.turn("ankle_flex" + side, 0, part * 50)
        self.turn("neck_flex", rear * self.tuck + front * self.lift, self.neck_gain)
        self.turn("head_flex", 0.5 * (rear * self.tuck + front * self.lift), self.neck_gain)
        self.turn("neck_abd", -0.5 * left, self.neck_gain)
        self.turn("waist_flex", rear * self.round, part * self.leg_gain)
        self.turn("waist_abd", -0.3 * left, part * self.leg_gain)

    def turn(self, joint, angle, stiffness):
        skeleton.setTarget(joint, angle, stiffness, 0.1 * stiffness)
