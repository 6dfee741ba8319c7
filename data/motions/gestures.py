"""The gestures of data/motions: key-frames on the beat, the pelvis on springs, recorded and written as BVH.

    kip run data/motions/gestures.py --param clip=2 --record punch.kip && kip convert punch.kip data/motions/punch.bvh

sh data/motions/make.sh writes them all. Help: springs hold the pelvis (DCT 4.2); the motions are for skeletons that
play them, or follow them on their own feet.
"""
clip = 1  # 0 idle, 1 wave, 2 punch, 3 kick, 4 soccer kick, 5 goalkeeper's idle, 6 get ready

skeleton = addCharacter("skeleton37", key="ready" if clip != 6 else "stand")
setCamera((3, 2, 1.4), (0, 0, 0.9))

# Poses by what differs from Ready, in rad.
poses = {
    "Breathe": {"waist_flex": 0.14, "shoulder_flex_l": 0.16, "shoulder_flex_r": 0.16, "neck_flex": 0.04},
    "Left": {"waist_abd": 0.05, "waist_twist": 0.08, "neck_twist": 0.15, "elbow_flex_l": 1.1},
    "Right": {"waist_abd": -0.05, "waist_twist": -0.08, "neck_twist": -0.15, "elbow_flex_r": 1.1},
    "Up": {"shoulder_abd_r": 2.1, "shoulder_flex_r": 0.3, "elbow_flex_r": 0.9, "elbow_twist_r": 1.2},
    "Out": {"shoulder_abd_r": 2.1, "shoulder_flex_r": 0.3, "elbow_flex_r": 0.3, "elbow_twist_r": 1.2},
    "Guard": {"shoulder_flex_l": 0.9, "shoulder_flex_r": 0.8, "elbow_flex_l": 2.0, "elbow_flex_r": 2.1,
              "shoulder_abd_l": 0.1, "shoulder_abd_r": 0.1, "elbow_twist_l": 0.8, "elbow_twist_r": 0.8},
    "Cock": {"shoulder_flex_l": 0.9, "elbow_flex_l": 2.0, "shoulder_flex_r": 0.3, "elbow_flex_r": 2.2,
             "shoulder_abd_r": 0.3, "waist_twist": -0.35},
    "Punch": {"shoulder_flex_l": 0.7, "elbow_flex_l": 2.1, "shoulder_flex_r": 1.55, "elbow_flex_r": 0.12,
              "shoulder_abd_r": -0.1, "waist_twist": 0.5, "elbow_twist_r": 0.8, "waist_flex": 0.2},
    "Chamber": {"hip_flex_r": 1.7, "knee_flex_r": 2.1, "ankle_flex_r": -0.3, "waist_flex": 0.05,
                "shoulder_flex_l": 0.9, "elbow_flex_l": 1.9, "shoulder_flex_r": 0.1, "elbow_flex_r": 1.6},
    "Kick": {"hip_flex_r": 1.75, "knee_flex_r": 0.15, "ankle_flex_r": -0.4, "waist_flex": -0.15,
             "shoulder_flex_l": 0.8, "elbow_flex_l": 1.9, "shoulder_flex_r": -0.4, "elbow_flex_r": 0.8},
    "Back": {"hip_flex_r": -0.3, "knee_flex_r": 1.5, "ankle_flex_r": -0.6, "waist_twist": -0.35, "waist_flex": 0.25,
             "shoulder_flex_l": 1.0, "shoulder_abd_l": 0.7, "elbow_flex_l": 0.5, "shoulder_flex_r": -0.6},
    "Swing": {"hip_flex_r": 0.7, "knee_flex_r": 1.75, "ankle_flex_r": 0.1, "waist_flex": 0.3,
              "shoulder_flex_l": 0.3, "shoulder_abd_l": 0.8, "elbow_flex_l": 0.5, "shoulder_flex_r": 0},
    "Shoot": {"hip_flex_r": 0.85, "knee_flex_r": 0.55, "ankle_flex_r": -0.35, "waist_twist": 0.3, "waist_flex": 0.35,
              "shoulder_flex_l": -0.4, "shoulder_abd_l": 0.8, "elbow_flex_l": 0.5, "shoulder_flex_r": 0.7},
    "Through": {"hip_flex_r": 1.25, "knee_flex_r": 0.3, "ankle_flex_r": -0.5, "waist_twist": 0.35, "waist_flex": 0.3,
                "shoulder_flex_l": -0.6, "shoulder_abd_l": 0.8, "elbow_flex_l": 0.5, "shoulder_flex_r": 0.9},
    "Keep": {"shoulder_abd_l": 0.9, "shoulder_abd_r": 0.9, "shoulder_flex_l": 0.5, "shoulder_flex_r": 0.5,
             "elbow_flex_l": 0.9, "elbow_flex_r": 0.9, "waist_flex": 0.45, "neck_flex": -0.3},
    "KeepLeft": {"shoulder_abd_l": 1.1, "shoulder_abd_r": 0.7, "shoulder_flex_l": 0.6, "shoulder_flex_r": 0.4,
                 "elbow_flex_l": 0.7, "elbow_flex_r": 1.1, "waist_flex": 0.4, "waist_abd": 0.1, "neck_flex": -0.3},
    "KeepRight": {"shoulder_abd_l": 0.7, "shoulder_abd_r": 1.1, "shoulder_flex_l": 0.4, "shoulder_flex_r": 0.6,
                  "elbow_flex_l": 1.1, "elbow_flex_r": 0.7, "waist_flex": 0.4, "waist_abd": -0.1, "neck_flex": -0.3},
}

# (pose, seconds), one after the other; each ends as it begins.
scores = [
    [("Breathe", 1.0), ("Left", 1.2), ("Breathe", 1.0), ("Right", 1.2), ("Ready", 1.0)],
    [("Up", 0.6), ("Out", 0.3), ("Up", 0.3), ("Out", 0.3), ("Up", 0.3), ("Ready", 0.7)],
    [("Guard", 0.4), ("Cock", 0.25), ("Punch", 0.15), ("Guard", 0.3), ("Ready", 0.5)],
    [("Guard", 0.35), ("Chamber", 0.35), ("Kick", 0.15), ("Chamber", 0.25), ("Guard", 0.35), ("Ready", 0.4)],
    [("Back", 0.4), ("Swing", 0.22), ("Shoot", 0.11), ("Through", 0.12), ("Ready", 0.6)],
    [("Keep", 0.6), ("KeepLeft", 0.5), ("Keep", 0.4), ("KeepRight", 0.5), ("Keep", 0.4), ("Ready", 0.6)],
    [("Ready", 0.8)],
]

for name in poses:
    skeleton.addPose("Gesture" + name, poses[name], base="Ready")
skeleton.setBalanceSpring(True, stiffness=60000, damping=6000, turnStiffness=8000, turnDamping=800)
skeleton.setBeat()
for name, seconds in scores[int(clip)]:
    skeleton.setTargetPose(name if name == "Ready" else "Gesture" + name, seconds)
total = 0
for name, seconds in scores[int(clip)]:
    total += seconds
run(total + 0.2)
