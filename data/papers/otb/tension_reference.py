"""OTB 5.3 in numbers: one joint on a sine is hit; the later it may be back, the less torque it takes

One joint follows 0.5 sin(2 pi t) rad by key-frames each 0.05 s. At 1 s it gets -6 rad/s, and its only
key-frame is the motion delta later. Claims are the worked example's numbers, of 0.25 kg m^2, whose step and
least time constant, 4 ms, are taken over: torques fall at once, so longer steps would see less of the first
one.
"""
import math

n = 3.889720
h = 0.0005  # s
inertia = 1.001  # kg m^2, of the pendulum

setTimestep(h)
setPeriod(h)
joint = addCharacter("pendulum", name="joint")
setCamera((0.4, -4, 1.6), (0, 0, 1.4))


def clip(t):
    return 0.5 * math.sin(2 * math.pi * t), math.pi * math.cos(2 * math.pi * t)


def kick(delta):
    """The most torque after it, for 0.25 kg m^2 (N m), the error delta after it (rad), angles, torques."""
    restart()
    setGravityScale(0)
    joint.setBeat(floor=0.004 * n)
    angles, torques = [], []
    for i in range(1, 21):
        joint.addKey("swing", clip(i / 20)[0], i / 20 - h, rate=clip(i / 20)[1])  # the kick takes h

    def look():
        angles.append((time(), joint.getAngle("swing")))
        torques.append((time(), joint.wanted("swing") * 0.25 / inertia))

    run(1 - h, until=look)
    push("joint/pendulum", (-6 * inertia / h, 0, 0), h, (0, 0, -1))
    run(h)
    joint.addKey("swing", clip(1 + delta)[0], 1 + delta, rate=clip(1 + delta)[1])
    run(delta, until=look)
    most = max([abs(torque) for t, torque in torques if t > 1 + h / 2])
    return most, abs(joint.getAngle("swing") - clip(1 + delta)[0]), angles, torques


angles, torques = {}, {}
for delta, claim in [(0.1, 119.4633), (0.2, 63.6231), (0.4, 32.4306), (0.6, 13.9048)]:
    torque, error, way, forces = kick(delta)
    measure(f"delta {delta} s: most torque", torque, "N m", f"= {claim} +- {0.02 * claim:.2f}", "catalogue")
    measure("error delta after the kick", error, "rad", "< 0.001")
    angles[f"delta {delta} s"] = [p for p in way if p[0] > 0.9]
    torques[f"delta {delta} s"] = [p for p in forces if p[0] > 0.9]
plot("tension_reference.svg", "One joint on a sine, kicked at 1 s, and back delta later", "time (s)",
     {"angle (rad)": angles, "torque for 0.25 kg m\u00b2 (N m)": torques})
record("tension_reference.html")
