"""A skill written in C and one written here, the same: crouch.c says how the plug-in is built."""

native = 1  # 0: the skill as a script


class Crouch:
    def start(self):
        self.begun = time()
        skeleton.setTargetPose("Ready", 0.4)

    def step(self):
        if time() - self.begun >= 1:
            skeleton.setTargetPose("Stand", 0.6)


skeleton = addCharacter("skeleton37", "skeleton")
skeleton.apply("crouch.so" if native else Crouch)
for i in range(4):
    run(0.5)
    knee = skeleton.getAngle("knee_flex_l")
    print(f"{time():.1f} s: centre of mass {skeleton.com().z:.3f} m high, knee {knee:.3f} rad")
