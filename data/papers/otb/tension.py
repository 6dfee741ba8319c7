"""OTB 5.3: tension is a time; hit, the body is back on its motion that much later, the sooner the stiffer

After a hit the next key-frame is the motion delta later, and gains follow from that time. beat39 follows
wave.bvh, recorded from keys each 0.2 s: left shoulder 0.8 - 0.8 cos(pi t), elbow 0.7 - 0.5 cos(pi t) rad. Its
forearm gets 1.5 N s at 0.6 s; tracking sees that by itself, for a rate jumps. Errors are those of any joint
against the same run without a hit. At last tension changes on the way. One joint in numbers:
tension_reference.py.
Help: the pelvis does not move.
"""
h = 0.001  # s: the control period, and how long a hit lasts; after 5 ms stiff joints have swallowed it unseen
deltas = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]  # s

setPeriod(h)
skeleton = addCharacter("beat39", name="skeleton", key="stand")
setCamera((2, 3.5, 1.6), (0, 0.4, 1))


def hit():
    push("forearm_l", (-1.5 / h, 0, 0), h, (0, 0, -0.2))


def follow(delta, hits, later=None):
    """Each period's angles (rad), and the shoulder's torques wanted (N m)."""
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
        torques.append(skeleton.wanted("shoulder_flex_l"))

    run(1.4, until=look)
    return angles, torques


def off(result, t):
    """How far the worst joint is off, t after the beginning."""
    return max([abs(a - b) for a, b in zip(result[0][round(t / h)], still[0][round(t / h)])])


def most(result, t):
    """The most torque after a hit at t, and the most beyond that of a run without a hit."""
    since = round(t / h) + 2
    pairs = zip(result[1][since:], still[1][since:])
    return max([abs(torque) for torque in result[1][since:]]), max([abs(a - b) for a, b in pairs])


still = follow(0.1, [])
before, peaks, extra, torques, errors = None, [], [], {}, {}
shown = range(round(0.5 / h), len(still[1]))
torques["no hit"], errors["no hit"] = [(k * h, still[1][k]) for k in shown], [(k * h, 0) for k in shown]
for delta in deltas:
    result = follow(delta, [0.6])
    peak, beyond = most(result, 0.6)
    claims = [f"< {0.99 * x:.4f}" for x in before] if before else ["", ""]
    measure(f"delta {delta} s: the shoulder's most torque", peak, "N m", claims[0])
    measure("beyond that of the run without a hit", beyond, "N m", claims[1])
    measure("most that a joint is off", max([off(result, k * h) for k in range(len(still[0]))]), "rad")
    measure("off, delta after the hit", off(result, 0.6 + h + delta), "rad", "< 0.01", "catalogue")
    before = (peak, beyond)
    peaks.append((delta, peak))
    extra.append((delta, beyond))
    if delta == 0.5:  # there are only so many colours
        continue
    torques[f"delta {delta} s"] = [(k * h, result[1][k]) for k in shown]
    errors[f"delta {delta} s"] = [(k * h, off(result, k * h)) for k in shown]
plot("tension.svg", "On the Beat, section 5.3: hit at 0.6 s, and back delta later", "time (s)",
     {"the shoulder's torque (N m)": torques, "worst joint off (rad)": errors})
plot("tension_peak.svg", "On the Beat, section 5.3: torque by tension", "delta (s)",
     {"the shoulder's most torque (N m)": {"after a hit of 1.5 N s": peaks, "beyond the motion's": extra}})

stiff, loose = follow(0.1, [0.6, 0.9]), follow(0.1, [0.6, 0.9], 0.4)
measure("tension 0.1 s, a second hit: most torque", most(stiff, 0.9)[0], "N m")
measure("0.1, then 0.4 s on the way: most torque then", most(loose, 0.9)[0], "N m",
        f"< {most(stiff, 0.9)[0]:.4f}")
measure("off 0.1 s after the second hit", off(loose, 1 + h), "rad", "> 0.01")
measure("off 0.4 s after it", off(loose, 1.3 + h), "rad", "< 0.01")
record("tension.html")
