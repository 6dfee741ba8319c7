"""A small jump that lands: it sinks, pushes off, flies a tenth of a second, and stands again

A skill of its own, in phases. On the ground its legs push by stance(), which keeps the balance; in flight they bend a
little for the landing. The numbers were found by

    kip tune data/examples/jump.py --generations 50 --population 24 --sigma 0.25 --seed 2 --starts 1

from numbers of an earlier search.
"""
low = 0.690358  # tune 0.5..0.75, m: the pelvis over the feet before it pushes off
thrust = 5727.5  # tune 3000..30000, N/m: how hard legs push towards being straight
lean = 0.048142  # tune -0.06..0.06, m: so far ahead of the capture point the ground pushes then
pitch = 0.58348  # tune -0.4..0.6, rad: of the trunk then
bend = 0.96947  # tune 0.1..1.2, rad: of hips in flight; knees bend so much and
knee = 0.724321  # tune 0..0.8, rad: more
give = 0.678546  # tune 0.6..0.84, m: how far it sinks as it lands
soft = 2455.6  # tune 1500..12000, N/m: how hard legs are then
gain = 3.38366  # tune 0.5..5: how far beyond the capture point the ground pushes


class Jump:
    priority = 1

    def pre(self):
        because("it stands still")
        return len(skeleton.touching("feet")) == 2 and skeleton.comVelocity().length() < 0.3

    def expected(self):
        because("it falls")
        return skeleton.up().z > 0.6 and not skeleton.touching("hips")

    def start(self):
        self.enter("sink")

    def enter(self, phase):
        self.phase, self.since = phase, time()
        event(phase)
        if phase == "fly":
            skeleton.hold()
            for side in ["l", "r"]:
                skeleton.setTarget(f"hip_flex_{side}", bend)
                skeleton.setTarget(f"knee_flex_{side}", bend + knee)
                skeleton.setTarget(f"ankle_flex_{side}", 0)

    def bear(self, height, stiffness, damping, ahead=0, pitch=0):
        """Both feet push the ground beyond the capture point, so that it comes back between them."""
        feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
        cop = feet + gain * (skeleton.capturePoint() - feet) + vec(ahead, 0, 0)
        skeleton.stance(cop, height, pitch=pitch, liftStiffness=stiffness, liftDamping=damping)

    def step(self):
        passed = time() - self.since
        if self.phase == "sink":
            self.bear(max(low, 0.85 - 0.4 * passed), 8000, 600, pitch=min(pitch, pitch * passed))
            if passed > 1.2:
                self.enter("push")
        elif self.phase == "push":
            self.bear(1.1, thrust, 100, lean, pitch)
            if not skeleton.touching("feet"):
                self.enter("fly")
        elif self.phase == "fly":
            if passed > 0.05 and skeleton.touching("feet"):
                self.enter("land")
        else:
            self.bear(min(0.85, give + max(0, 0.2 * (passed - 0.5))), soft, 900)


def look():
    if not skeleton.touching("feet"):
        air[0] += 0.004
    return skeleton.up().z < 0.6 or skeleton.touching("hips")


skeleton = addCharacter("skeleton37", "skeleton", key="stand")
setCamera((2.5, -3, 1.2), (0, 0, 0.9))
setTimestep(0.002)
setPeriod(0.004)
skeleton.addSkill(Jump)
air = [0]  # s that no foot touches the ground
fell = run(4.5, until=look)
measure("in the air", air[0], "s", "> 0.08")
measure("upright at the end", skeleton.up().z, "", "> 0.95")
measure("moves at the end", skeleton.comVelocity().length(), "m/s", "< 0.1")
measure("cost", (5 - time() if fell else 0) + 15 * max(0, 0.16 - air[0]) + skeleton.comVelocity().length())
