"""OTB 5.3: tension is a time; hit, the body is back on its motion that much later, the sooner the stiffer

After a hit the next key-frame is the motion delta later, and gains follow from that time. First one joint on
0.5 sin(2 pi t) rad gets a kick of -6 rad/s at 1 s: the worked example's torques, for 0.25 kg m^2, in the first half
of delta. (Just before a key-frame with a rate a drive's target, kept for a step, lags behind the moving one: up to
20 N m for 20 ms, and errors of 0.002 rad where the example has 1e-5.) Then beat39 follows wave.bvh, recorded from keys
each 0.2 s: left shoulder 0.8 - 0.8 cos(pi t), elbow 0.7 - 0.5 cos(pi t) rad. Its forearm gets 1.5 N s at 0.6 s;
tracking sees that by itself, for a rate jumps. Errors are those of any joint against the same run without a hit. At
last tension changes on the way.
Help: the pelvis does not move.
"""
import math

h = 0.0005  # s
inertia = 1.001  # kg m^2, of the pendulum
deltas = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]  # s

setTimestep(h)
setPeriod(h)
joint = addCharacter("pendulum", name="joint", at=(0, 2, 0))
skeleton = addCharacter("beat39", name="skeleton", key="stand")
setCamera((2, 3.5, 1.6), (0, 0.4, 1))


def clip(t):
    return 0.5 * math.sin(2 * math.pi * t), math.pi * math.cos(2 * math.pi * t)


def kick(delta):
    """The most torque for 0.25 kg m^2 in the first half of delta (N m), and the error after it (rad)."""
    restart()
    setGravityScale(0)
    joint.setBeat(gravity=0)
    torque = []
    for i in range(1, 21):
        joint.addKey("swing", clip(i / 20)[0], i / 20 - h, rate=clip(i / 20)[1])
    run(1 - h)
    push("joint/pendulum", (-6 * inertia / h, 0, 0), h, (0, 0, -1))
    run(h)
    joint.addKey("swing", clip(1 + delta)[0], 1 + delta, rate=clip(1 + delta)[1])
    run(delta - h, until=lambda: torque.append(abs(joint.wanted("swing"))))
    run(h)
    return max(torque[1:len(torque) // 2]) * 0.25 / inertia, abs(joint.getAngle("swing") - clip(1 + delta)[0])


def hit():
    push("forearm_l", (-1.5 / h, 0, 0), h, (0, 0, -0.2))


def follow(delta, hits, later=None):
    """Angles at each step (rad), and the shoulder's torques wanted from then on (N m)."""
    restart()
    skeleton.lockAxes("pelvis", "x y z rx ry rz", 0)
    skeleton.setBeat()
    skeleton.track("wave.bvh", tension=delta)
    for t in hits:
        at(t, hit)
    if later:
        at(0.8, lambda: skeleton.setTension(later))
    angles, torques = [], []

    def look():
        angles.append([skeleton.getAngle(name) for name in skeleton.joints()[1:]])
        torques.append(abs(skeleton.wanted("shoulder_flex_l")))

    run(1.4, until=look)
    return angles, torques


def off(result, t):
    return max([abs(a - b) for a, b in zip(result[0][round(t / h) + 1], still[0][round(t / h) + 1])])


for delta, claim in [(0.1, 119.4633), (0.2, 63.6231), (0.4, 32.4306), (0.6, 13.9048)]:
    torque, error = kick(delta)
    measure(f"one joint, delta {delta} s: most torque", torque, "N m", f"= {claim} +- {0.02 * claim:.2f}")
    measure("error delta after the kick", error, "rad", "< 0.01")

still = follow(0.1, [])
before = math.inf
for delta in deltas:
    result = follow(delta, [0.6])
    peak = max(result[1][round(0.6 / h) + 2:])
    measure(f"beat39, delta {delta} s: the shoulder's most torque", peak, "N m", f"< {before:.4f}" if delta > 0.1 else "")
    measure("most that a joint is off", max([off(result, k * h) for k in range(2700)]), "rad")
    measure("off, delta after the hit", off(result, 0.6 + h + delta), "rad", "< 0.01")
    before = peak

stiff, loose = follow(0.1, [0.6, 0.9]), follow(0.1, [0.6, 0.9], 0.4)
since = round(0.9 / h) + 2
measure("tension 0.1 s, a second hit: most torque", max(stiff[1][since:]), "N m")
measure("from 0.1 to 0.4 s on the way: most torque then", max(loose[1][since:]), "N m", f"< {max(stiff[1][since:]):.4f}")
measure("off 0.1 s after the second hit", off(loose, 1 + h), "rad", "> 0.01")
measure("off 0.4 s after it", off(loose, 1.3 + h), "rad", "< 0.01")
