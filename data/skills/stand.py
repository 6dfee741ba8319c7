"""Stands on its feet: ankles push against where the centre of mass leans and goes, hips help.

The simplest balance of all (VST, "balance"): feedback of the centre of mass to the targets of six joints.
"""


class Stand:
    priority = 5
    ankle = 1.6  # tune 0..6
    damping = 0.7  # tune 0..2
    side = 1.0  # tune 0..4
    hip = 0.3  # tune 0..2

    def pre(self):
        if skeleton.up().z < 0.8:
            because("it leans too far")
            return False
        return len(skeleton.supportPolygon()) > 2

    def expected(self):
        if isColliding("trunk", "ground") or isColliding("pelvis", "ground"):
            because("it fell")
            return False
        return skeleton.up().z > 0.3

    def start(self):
        skeleton.setTargetPose("Stand")

    def step(self):
        feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
        off = skeleton.com() - feet + self.damping * skeleton.comVelocity()
        ahead = skeleton.facing()
        lean, sway = off.x * ahead.x + off.y * ahead.y, off.y * ahead.x - off.x * ahead.y
        toes, edge = self.ankle * lean, self.side * sway
        toes, edge = max(-2.8, min(2.8, toes)), max(-2.8, min(2.8, edge))  # as it falls, too
        for leg, sign in (("_l", 1), ("_r", -1)):
            skeleton.setTarget("ankle_flex" + leg, -toes)
            skeleton.setTarget("ankle_abd" + leg, -sign * edge)  # on the edge that it sways to
            skeleton.setTarget("hip_flex" + leg, max(-0.3, min(0.3, self.hip * lean)))
