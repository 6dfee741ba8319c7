"""VBC 3 beside On the Beat 4: velocity control and timed control on the same key-frames

beat39 conducts, its pelvis fixed in space: thirteen poses, every joint on the beat. Once by timed control,
whose gains follow from the time left, and once by velocity control with the paper's muscles, which need 20 ms
to their strength. Then the same while a hand is hit by 10 N s in every interval, when 0.4 of it are over; and
all in half the time, which takes four times the torque: more than some muscles have. A joint is there if it
is at most 1 % of its way or 1 degree off at its time. Velocity control is always there, moves evenly and is
still moving at its time: its muscles work where a rate changes. Timed control is late a few times when hit or
hurried; it comes to rest, has most of the way behind it earlier, and calm takes half the squared torque.
"""
import math

score = [("ArmsFront", 0.3), ("ArmsUp", 0.3), ("Out", 0.3), ("UpBeat", 0.4), ("DownBeat", 0.545)]
then = ["UpBeat", "In", "LeftSweep", "RightSweep", "Wide", "Hush", "Fermata", "CutOff"]
score.extend([(name, 0.545) for name in then])
drawn = {"left shoulder": "shoulder_flex_l", "left elbow": "elbow_flex_l"}

skeleton = addCharacter("beat39")
setCamera((4, 0, 1.5), (0, 0, 1.1))
arms = [joint for joint in skeleton.joints() if joint.split("_")[0] in ["shoulder", "elbow", "wrist"]]


class Run:
    """All poses, times multiplied by `pace`; hit: N s on a hand in every interval."""

    def __init__(self, law, pace=1, hit=0):
        restart()
        skeleton.lockAxes("pelvis", "x y z rx ry rz", 0)
        law()
        self.angle = dict([(joint, []) for joint in drawn.values()])
        self.torque = dict([(joint, []) for joint in drawn.values()])
        self.off, self.there, self.early, self.speed, self.square, self.peak = [], [], [], [], [], 0
        hand = "hand_l"
        for name, seconds in score:
            if hit:
                hand = "hand_r" if hand == "hand_l" else "hand_l"
                at(time() + 0.4 * pace * seconds, lambda hand=hand: push(hand, (0, 0, -hit / 0.01), 0.01))
            self.go(skeleton.getPose(name), pace * seconds)

    def go(self, pose, seconds):
        angles = dict([(joint, 0) for joint in skeleton.joints()])
        angles.update(pose)
        self.goal = [(joint, angle, skeleton.getAngle(joint)) for joint, angle in pose.items()]
        self.goal = [key for key in self.goal if abs(key[1] - key[2]) > math.radians(1)]
        self.left, self.fastest, begun = {}, {}, time()
        skeleton.reach(angles, seconds)
        run(seconds, until=self.look)
        for joint, angle, start in self.goal:
            off, way = abs(skeleton.getAngle(joint) - angle), abs(angle - start)
            self.off.append(math.degrees(off))
            self.there.append(off <= max(0.01 * way, math.radians(1)))
            self.early.append((self.left.get(joint, begun) - begun) / seconds)
            self.speed.append(abs(skeleton.getRate(joint)) / self.fastest[joint])

    def look(self):
        for joint, angle, start in self.goal:
            if abs(skeleton.getAngle(joint) - angle) > 0.1 * abs(angle - start):
                self.left[joint] = time()
            self.fastest[joint] = max(abs(skeleton.getRate(joint)), self.fastest.get(joint, 1e-9))
        for joint in drawn.values():
            self.angle[joint].append((time(), skeleton.getAngle(joint)))
            self.torque[joint].append((time(), skeleton.getTorque(joint)))
        torques = [skeleton.getTorque(joint) for joint in arms]
        self.square.append(sum([torque * torque for torque in torques]))
        self.peak = max(self.peak, abs(skeleton.getTorque("shoulder_flex_l")))


def mean(numbers):
    return sum(numbers) / len(numbers)


def tell(name, run, claim, error):
    measure(f"{name}: key-frames", len(run.off))
    measure("are there at their time", mean(run.there), "", claim)
    measure("the largest error", max(run.off), "degrees", error)
    measure("90 % of the way is gone after", mean(run.early), "of the interval, in the mean")
    measure("speed at the time, of the highest", mean(run.speed), "in the mean")
    measure("largest torque of the left shoulder's flexion", run.peak, "N m")
    measure("mean of the arms' squared torques", mean(run.square), "N2 m2")


panels = {}
for name, pace, hit, claim, error in [("calm", 1, 0, "= 1", "< 0.1"), ("hit", 1, 10, ">= 0.95", ""),
                                      ("in half the time", 0.5, 0, ">= 0.95", "")]:
    beat, velocity = Run(skeleton.setBeat, pace, hit), Run(skeleton.setVelocity, pace, hit)
    tell(name + ", on the beat", beat, claim, error)
    tell(name + ", velocity", velocity, claim, error)
    for label, joint in drawn.items():
        if joint == "elbow_flex_l" or name == "calm":
            both = {"on the beat": beat.angle[joint], "velocity": velocity.angle[joint]}
            panels[f"{name}: {label} (rad)"] = both
    if name == "calm":
        panels["its torque (N m)"] = {"on the beat": beat.torque[joint], "velocity": velocity.torque[joint]}
title = "Velocity control and On the Beat on the same key-frames"
plot("beat_against_velocity.svg", title, "time (s)", panels,
     "In half the time means twice as fast: the poses are over after 3.1 s.")
record("beat_against_velocity.html")
