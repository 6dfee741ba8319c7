"""Rises from supine to a crouch (VST 5.1, "rise from supine"): legs kick up, then swing it onto its feet.

Pre: facing up, on its back, slow. Expected: it does not turn onto its side; so many tries. Post: hips off the
ground, weight on the feet, the capture point near the soles, hips upright enough for "crouch to stand". Its
hips bend by 115 degrees, too few to bring the weight over the feet slowly: the way is a kip, found by
kip tune, rough, and less sure than to roll over, so that it bids less. Phases: lie still and straight, lift
the knees, tuck (it rolls onto its back), kick the legs up, whip them down as the trunk curls, squat.
NAME_PART are the angles (rad) of phase NAME. All numbers are ours.
"""
import feel
import rising

NAMES = ["lift", "tuck", "kick", "whip", "squat"]


class RiseSupine(rising.Rising):
    priority = 5.5
    learned = "rise_supine"
    back = {"squat": 5}
    carry = 0.292  # tune 0..1
    lift_waist = -0.05196  # tune -0.3..1
    lift_shoulder = 0.7895  # tune -1..2.9
    lift_abd = 0.556  # tune 0..1.2
    lift_elbow = 0.98  # tune 0..2
    lift_hip = 1.235  # tune 0..2
    lift_knee = 1.661  # tune 0..2.4
    lift = 0.301  # tune 0.3..1
    tuck_waist = 0.6045  # tune -0.2..1.3
    tuck_shoulder = 0.696  # tune -1..2.9
    tuck_abd = 0.5081  # tune 0..1.2
    tuck_elbow = 0.2978  # tune 0..2
    tuck_hip = 1.987  # tune 0..2
    tuck_knee = 1.565  # tune 0..2.4
    tuck_ankle = 0.2311  # tune -0.6..0.34
    tuck = 0.3057  # tune 0.15..1
    kick_waist = 0.1057  # tune -0.2..1.3
    kick_shoulder = 1.387  # tune -1..2.9
    kick_abd = 0.8567  # tune 0..1.2
    kick_elbow = 0.08389  # tune 0..2
    kick_hip = 0.3388  # tune 0..2
    kick_knee = 0.0  # tune 0..2.4
    kick_ankle = -0.1699  # tune -0.6..0.34
    kick = 0.4195  # tune 0.1..1
    whip_waist = 1.011  # tune -0.2..1.3
    whip_shoulder = 0.01279  # tune -1..2.9
    whip_abd = 0.0889  # tune 0..1.2
    whip_elbow = 0.1175  # tune 0..2
    whip_hip = 0.1363  # tune 0..2
    whip_knee = 0.0  # tune 0..2.4
    whip_ankle = 0.02584  # tune -0.6..0.34
    whip = 0.5738  # tune 0.1..1
    squat_waist = 1.3  # tune -0.2..1.3
    squat_shoulder = 0.6405  # tune -1..2.9
    squat_abd = 0.0  # tune 0..1.2
    squat_hip = 1.999  # tune 0..2
    squat_knee = 1.92  # tune 0..2.4
    squat_ankle = -0.1747  # tune -0.6..0.34
    squat = 0.1607  # tune 0.1..0.8

    def features(self):
        return feel.lying(skeleton)

    def pre(self):
        slow = skeleton.comVelocity().length() < 0.5
        return skeleton.facing().z > 0.6 and skeleton.height() < 0.4 and slow

    def expected(self):
        aside = abs(skeleton.up().cross(skeleton.facing()).z) > 0.8
        because("it lies on its side" if aside else "it tried too often")
        return super().expected() and not aside

    def start(self):
        phases = [("still", 0.8, 1.5)] + [(name, getattr(self, name), 0.7) for name in NAMES]
        self.begin(phases, len(phases))

    def pose(self, name):
        if name == "still":
            return {"shoulder_abd": 0.3, "ankle_flex": -0.3}
        pose = self.on_palms(name)
        pose["neck_flex"] = 0.7
        return pose

    def gate(self, name):
        if name == "still":
            still = skeleton.comVelocity().length() < 0.08
            return still and self.near(["hip_flex", "knee_flex", "shoulder_flex"], 0.2)
        if name != "squat":
            return True
        if rising.on_ground(rising.BODY) or rising.up_force(rising.FEET) < 300:
            return False
        return skeleton.facing().z < 0.35 and rising.capture().length() < 0.25
