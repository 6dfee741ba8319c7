"""The robot goes from its knees to a crouch (VST 5.1, "kneel to crouch"): one foot, then the other beside it.

Pre: on its knees, upright, slow, the capture point over the shanks. Expected: hips and hands stay off the
ground. Post: on both feet, slow, the capture point over them. Phases: right "foot" forward, "plant" it,
"lunge" until the weight is over it, pushed by the left leg; then the left foot comes beside it.
fore_ are the angles (rad) of the right leg, rear_ of the left; they are ours. Knees on the ground give the
torque that balances; their angles only say where the next phase begins.
"""
import planar


class RobotKneelToCrouch(planar.Rising):
    priority = 7
    carry = 0
    tall = 0.3253  # tune 0.3..1
    tall_hip = 0.1505  # tune -0.3..1
    tall_knee = 2.395  # tune 1..2.4
    foot = 0.3121  # tune 0.3..1
    foot_fore_hip = 1.628  # tune 1..2
    foot_fore_knee = 2.399  # tune 1..2.4
    foot_rear_hip = -0.02723  # tune -0.3..1
    foot_rear_knee = 1.86  # tune 1..2.4
    foot_waist = -0.1138  # tune -0.4..1
    plant = 0.6935  # tune 0.2..1
    plant_fore_hip = 1.4  # tune 1..2
    plant_fore_knee = 1.35  # tune 1..2.4
    plant_rear_hip = 0.1822  # tune -0.3..1
    plant_rear_knee = 1.026  # tune 1..2.4
    plant_waist = 0.2123  # tune -0.4..1
    lunge = 0.1477  # tune 0.1..1
    lunge_fore_hip = 1.5  # tune 1..2
    lunge_fore_knee = 1.5  # tune 1..2.4
    lunge_rear_hip = 0.3527  # tune -0.3..1
    lunge_rear_knee = 0.9728  # tune 0..2.4
    lunge_waist = 0.6651  # tune -0.4..1.3
    arms = 1.857  # tune -0.5..2
    behind = 0.08006  # tune 0..0.3
    hold = 2.878  # tune 0..4
    over = 0.1846  # tune 0..0.2
    low = 0.6371  # tune 0.55..0.8
    pitch = 0.6335  # tune 0..0.9
    single = 2.71  # tune 0.3..4
    gain = 1.0  # tune 0.2..3
    swing = 0.537  # tune 0.25..0.7
    apex = 0.1234  # tune 0.04..0.2
    linger = 0.05934  # tune 0..0.4

    def __init__(self):
        self.feet = planar.Feet()

    def pre(self):
        because("it does not kneel")
        return planar.kneels(skeleton) and skeleton.comVelocity().length() < 0.4

    def expected(self):
        because("it fell, or is about to, or tried too often")
        feet = self.feet
        steady = not self.done or feet.foot is not None or not self.lifted or feet.lost() < 0.06
        return steady and not planar.touched(skeleton) and super().expected()

    def post(self):
        feet = self.feet
        return self.lifted and feet.foot is None and feet.speed < 0.3 and feet.lost() == 0

    def start(self):
        self.feet.foot, self.lifted = None, False
        self.begin([("tall", self.tall, 0.5), ("foot", self.foot, 0.3), ("plant", self.plant, 0.5),
                    ("lunge", self.lunge, 0.6)], 3)

    def pose(self, name):
        if name == "tall":
            return {"hip_flex": self.tall_hip, "knee_flex": self.tall_knee, "ankle_flex": -0.6}
        angle = lambda part: getattr(self, name + "_" + part)
        return {"waist_flex": angle("waist"), "shoulder_flex": self.arms if name == "lunge" else 0.2,
                "elbow_flex": 0.2, "hip_flex_r": angle("fore_hip"), "knee_flex_r": angle("fore_knee"),
                "hip_flex_l": angle("rear_hip"), "knee_flex_l": angle("rear_knee"), "ankle_flex_l": -0.6,
                "ankle_flex_r": 0.3}

    def prepare(self, name):
        self.legs = {"tall": planar.LEGS, "lunge": []}.get(name, ["_l"])
        planar.free_knees()

    def place(self, name, now):
        if self.legs:
            planar.kneel_on(self, self.legs)

    def gate(self, name):
        if name == "tall":
            return planar.kneels(skeleton) and skeleton.comVelocity().length() < 0.1
        if name == "foot":
            return True
        self.feet.look()
        if name == "plant":
            return self.feet.load[1] > 60 and self.feet.sole[1] > planar.knees(["_l"])
        return self.feet.xi > self.feet.sole[1] - self.over

    def step(self):
        if not self.done:
            self.play()
            return
        feet = self.feet
        feet.look()
        if not self.lifted:
            self.lifted = True
            feet.lift_off(0, self.swing)
            feet.height, feet.pitch = self.low, self.pitch
        elif feet.foot is not None and feet.landed():
            feet.foot = None
        if feet.foot is None:
            feet.bear(feet.xi + self.gain * (feet.xi - feet.between()))
        else:
            c, push, xi = feet.press(self.single)
            feet.swing(self, c + push, c - feet.middle + planar.beside(xi))
