"""DCT equations 2 and 4: as printed they push away, with the signs corrected they hold.

The printed pose torque pushes away from the target, the printed limit torque pushes further out and is not
zero at the limit. One hinge of inertia 0.5 kg m^2 is integrated here, by small semi-implicit steps. The last
part is the same law in a simulation: 100 N m press skeleton37's knee against its limit. A spring of a = 20 N
m gives way by ln(1 + 100/20)/b: 0.143 rad with the model's b of 12.5/rad; the worked examples' b of 10/rad
would let 0.179 through.
"""
import math

inertia = 0.5  # kg m^2
h = 1e-5  # s


def pose_torque(literal, ks, kd, target, angle, rate):
    return (ks * (angle - target) if literal else ks * (target - angle)) - kd * rate


def limit_literal(k, damping, limit, angle, rate):
    return k * math.exp(k * (angle - limit) - 1) - damping * rate


def limit_corrected(a, b, damping, low, high, angle, rate):
    if angle > high:
        return -a * (math.exp(b * (angle - high)) - 1) - damping * rate
    if angle < low:
        return a * (math.exp(b * (low - angle)) - 1) - damping * rate
    return 0


def move(torque, angle, rate, seconds, until=lambda angle: False):
    """Angle and rate of the hinge after so many seconds, or when until(angle)."""
    for i in range(round(seconds / h)):
        rate += h * torque(angle, rate) / inertia
        angle += h * rate
        if until(angle):
            break
    return angle, rate


measure("equation 2 as printed", pose_torque(True, 100, 10, 0.7, 0.2, 0.5), "N m", "= -55 +- 1e-6", "catalogue")
measure("equation 2 corrected", pose_torque(False, 100, 10, 0.7, 0.2, 0.5), "N m", "= 45 +- 1e-6", "catalogue")
early, rate = move(lambda angle, rate: pose_torque(True, 100, 10, 0, angle, rate), 0.001, 0, 1)
late, rate = move(lambda angle, rate: pose_torque(True, 100, 10, 0, angle, rate), early, rate, 0.5)
measure("as printed the error grows", math.log(late / early) / 0.5, "1/s", "= 7.320508 +- 0.001", "catalogue")
settled, rate = move(lambda angle, rate: pose_torque(False, 100, 10, 0.7, angle, rate), 0.2, 0, 3)
measure("corrected, from 0.2 to its target 0.7 in 3 s: error", abs(settled - 0.7), "rad", "< 1e-9")

measure("equation 4 as printed, at the limit", limit_literal(5, 2, 1, 1, 0), "N m", "= 1.839397206 +- 1e-6",
        "catalogue")
measure("as printed, 0.1 beyond", limit_literal(5, 2, 1, 1.1, 0), "N m", "= 3.032653299 +- 1e-6", "catalogue")
measure("as printed, 0.1 beyond, going out", limit_literal(5, 2, 1, 1.1, 0.3), "N m", "= 2.432653299 +- 1e-6",
        "catalogue")
measure("corrected, going out", limit_corrected(5, 5, 2, -1, 1, 1.1, 0.3), "N m", "= -3.843606354 +- 1e-6", "catalogue")
for angle, rate, torque in [(1.05, 0, -12.974425), (1.1, 0.4, -34.565636569), (1.1, -0.4, -34.165636569),
                            (-0.6, 0, 34.365636569), (-0.6, -1, 34.865636569), (0.5, 0, 0)]:
    corrected = limit_corrected(20, 10, 0.5, -0.5, 1, angle, rate)
    measure(f"corrected, a 20, b 10, at {angle}, {rate}/s", corrected, "N m", f"= {torque} +- 1e-6", "catalogue")
out, rate = move(lambda angle, rate: limit_literal(5, 2, 1, angle, rate), 1.05, 0, 1, lambda angle: angle > 2)
measure("as printed, from 0.05 beyond, at rest: it leaves by", out - 1, "rad", "> 1")
back, rate = move(lambda angle, rate: limit_corrected(5, 5, 2, -1, 1, angle, rate), 1.05, 0, 1)
measure("corrected, the same: 1 s later it is back, at", back - 1, "rad", "< 0")

setGravity((0, 0, 0))
skeleton = addCharacter("skeleton37", key="stand", at=(0, 0, 1))
torque = 100  # N m
limit = math.radians(140)


class Beyond:
    """How far the knee got beyond its limit (rad), the torque growing from 0 to its whole within `grow` s."""

    def __init__(self, grow):
        self.start = time()
        self.grow = grow
        self.most = 0

    def step(self):
        gone = time() - self.start
        skeleton.setTorque("knee_flex_l", torque * min(1, gone / self.grow) if self.grow else torque)
        self.most = max(self.most, skeleton.getAngle("knee_flex_l") - limit)


skeleton.setTarget("knee_flex_l", limit)
run(2)
slowly = Beyond(2)
skeleton.setTarget("knee_flex_l", limit, 0, 0)
run(4, until=slowly.step)
measure("skeleton37's knee, slowly up to 100 N m: beyond", slowly.most, "rad", "<= 0.15", "catalogue")
restart()
swung = Beyond(0)
skeleton.setTarget("knee_flex_l", 0, 0, 0)
run(2, until=swung.step)
measure("100 N m at once, from straight, hitting the limit", swung.most, "rad")
