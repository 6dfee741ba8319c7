"""The robot falls so as to be hurt little (VST 5.1, "fall"): hands go where the ground comes, the head away.

Pre: it moves, the centre of mass is not over the feet, hips and hands are off the ground. Expected: it meets
the ground within 1.5 s. Post: it is down and slow. Which way it falls is from its velocity and from where it
leans; where that changes, it aims anew. All numbers are ours.
"""
import planar
import rising


class RobotFall:
    priority = 5
    reach = 1.4  # tune 0..2.4
    spread = 2.4  # tune 1..2.8; where the arms go once the hands bear
    bend = 0.5  # tune 0..1.5
    hips = 0.2  # tune -0.3..1.5
    knees = 0.8  # tune 0..2
    lift = -0.6  # tune -0.85..0.2
    back_reach = -0.8  # tune -1.0..1
    back_bend = 0.4  # tune 0..1.5
    back_waist = 0.6  # tune -0.3..1.2
    back_hips = 0.8  # tune 0..1.9
    back_knees = 1.0  # tune 0..2.2
    tuck = 0.9  # tune 0..1.0
    arm_gain = 150  # tune 30..400
    leg_gain = 200  # tune 30..800

    def pre(self):
        v = skeleton.comVelocity()
        if abs(v.x) < 0.3 and v.z > -0.3:
            because("it hardly moves")
        elif skeleton.supportMargin() > 0 and skeleton.up().z > 0.7:
            because("the centre of mass is over the feet")
        elif skeleton.height() < 0.45 or skeleton.touching("hips") or skeleton.touching("hands"):
            because("it is down already")
        else:
            return True
        return False

    def post(self):
        return self.down and skeleton.comVelocity().length() < (0.8 if skeleton.height() < 0.4 else 0.2)

    def expected(self):
        because("nothing has met the ground in 1.5 s")
        return self.down or skeleton.timeInSkill() < 1.5

    def start(self):
        self.down = False
        skeleton.hold()
        self.aim(1 if self.direction() > 0 else -1)

    def direction(self):
        """More than 0: forward."""
        return skeleton.comVelocity().x - skeleton.facing().z

    def aim(self, ahead):
        self.ahead = ahead
        pose = self.forward() if ahead > 0 else self.backward()
        for joint in planar.joints():
            part = rising.short(joint)
            gain = self.arm_gain if part in planar.ARM else 60 if part in planar.NECK else self.leg_gain
            skeleton.setTarget(joint, pose.get(part, 0), gain, 0.1 * gain)

    def step(self):
        self.down = self.down or planar.touched(skeleton) or rising.on_ground(rising.KNEES)
        if self.ahead * self.direction() < -0.4:
            self.aim(-self.ahead)
        if self.ahead > 0 and skeleton.touching("hands"):
            for leg in planar.LEGS:
                skeleton.setTarget("shoulder_flex" + leg, self.spread, self.arm_gain, 0.1 * self.arm_gain)

    def forward(self):
        return {"shoulder_flex": self.reach, "elbow_flex": self.bend, "hip_flex": self.hips,
                "knee_flex": self.knees, "neck_flex": self.lift, "head_flex": 0.5 * self.lift}

    def backward(self):
        return {"shoulder_flex": self.back_reach, "elbow_flex": self.back_bend, "hip_flex": self.back_hips,
                "knee_flex": self.back_knees, "neck_flex": self.tuck, "head_flex": 0.5 * self.tuck,
                "waist_flex": self.back_waist}
