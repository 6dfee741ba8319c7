"""Legs of skeleton37, key-frames, and BVH of it as text: what walks.py, dives.py and flips.py share."""
import math

THIGH, SHANK, HIP = 0.42875, 0.4305, 0.0875  # m


def turned(yaw, pitch):
    """The axes ahead, to the left and up of what is turned by yaw, then pitched heel up."""
    c, s = math.cos(pitch), math.sin(pitch)
    left = vec(-math.sin(yaw), math.cos(yaw), 0)
    flat = vec(math.cos(yaw), math.sin(yaw), 0)
    return (c * flat - s * vec(0, 0, 1), left, s * flat + c * vec(0, 0, 1))


def angles(above, below):
    """Of below within above: about their y, then x, then z axes."""
    m = [[a.dot(b) for b in below] for a in above]
    return (math.atan2(m[0][2], m[2][2]), -math.asin(min(1, max(-1, m[1][2]))), math.atan2(m[1][0], m[1][1]))


def leg(hip, body, ankle, foot):
    """Angles of hip, knee and ankle: the knee bends in the plane in which the foot looks."""
    d = ankle - hip
    far = min(d.length(), 0.9999 * (THIGH + SHANK))
    way = d.unit()
    left = (foot[1] - foot[1].dot(way) * way).unit()
    bend = math.acos((THIGH * THIGH + far * far - SHANK * SHANK) / (2 * THIGH * far))
    knee = math.pi - math.acos((THIGH * THIGH + SHANK * SHANK - far * far) / (2 * THIGH * SHANK))
    thigh = math.cos(bend) * way - math.sin(bend) * left.cross(way)
    shank = (d - THIGH * thigh).unit()
    return (angles(body, [left.cross(-1 * thigh), left, -1 * thigh]), knee,
            angles([left.cross(-1 * shank), left, -1 * shank], foot))


def reach(hip, body, stands):
    """Angles of a leg whose foot stands, up to its toes once the leg is stretched."""
    off = stands - hip
    far = min(off.length(), 0.995 * (THIGH + SHANK))
    hip_turn, knee, ankle = leg(hip, body, hip + far * off.unit(), turned(0, 0))
    return hip_turn, (knee, 0, 0), ankle


def mix(a, b, part):
    return [x + part * (y - x) for x, y in zip(a, b)]


# -- key-frames --------------------------------------------------------------------------------------------------


def hermite(u, seconds, p, v, p1, v1):
    s = u * u * (3 - 2 * u)
    return (1 - s) * p + s * p1 + seconds * u * (1 - u) * ((1 - u) * v - u * v1)


def between(keys, t, n):
    """The n-th number of keys, which begin with their times, at a time: a cubic that is smooth at each."""
    i = 0
    while i + 2 < len(keys) and t >= keys[i + 1][0]:
        i += 1
    a, b = keys[i], keys[i + 1]
    before, after = keys[max(0, i - 1)], keys[min(len(keys) - 1, i + 2)]
    va = (b[n] - before[n]) / (b[0] - before[0]) if i > 0 else 0
    vb = (after[n] - a[n]) / (after[0] - a[0]) if i + 2 < len(keys) else 0
    return hermite(min(1, (t - a[0]) / (b[0] - a[0])), b[0] - a[0], a[n], va, b[n], vb)


# -- writing -----------------------------------------------------------------------------------------------------

# name, offset (to the left, up, ahead: cm), what hangs from it
tree = ("pelvis", (0, 0, 0), [
    ("trunk", (0, 12.25, 0), [
        ("neck", (0, 43.75, 0), [("head", (0, 10.5, 0), [(0, 15.75, 0)])]),
        ("upper_arm_l", (20.5, 38.15, 0), [("forearm_l", (0, -32.55, 0), [("hand_l", (0, -25.55, 0), [(0, -18.9, 0)])])]),
        ("upper_arm_r", (-20.5, 38.15, 0), [("forearm_r", (0, -32.55, 0), [("hand_r", (0, -25.55, 0), [(0, -18.9, 0)])])])]),
    ("thigh_l", (8.75, 0, 0), [("shank_l", (0, -42.875, 0), [("foot_l", (0, -43.05, 0), [(0, -4.425, 19.95)])])]),
    ("thigh_r", (-8.75, 0, 0), [("shank_r", (0, -42.875, 0), [("foot_r", (0, -43.05, 0), [(0, -4.425, 19.95)])])])])
order = []


def write_bone(bone, depth):
    tab = "\t" * depth
    site = len(bone) == 3 and not isinstance(bone[0], str)
    print(f"{tab}End Site" if site else f"{tab}{'ROOT' if depth == 0 else 'JOINT'} {bone[0]}")
    print(f"{tab}{{")
    offset = bone if site else bone[1]
    print(f"{tab}\tOFFSET {offset[0]} {offset[1]} {offset[2]}")
    if not site:
        turns = "Yrotation Xrotation Zrotation" if depth == 0 else "Xrotation Zrotation Yrotation"
        print(f"{tab}\tCHANNELS 6 Xposition Yposition Zposition {turns}" if depth == 0 else f"{tab}\tCHANNELS 3 {turns}")
        order.append(bone[0])
        for part in bone[2]:
            write_bone(part, depth + 1)
    print(f"{tab}}}")


def begin(nframe, rate):
    print("HIERARCHY")
    write_bone(tree, 0)
    print(f"MOTION\nFrames: {nframe}\nFrame Time: {1 / rate}")


def write(at, turns):
    """A frame: where the pelvis is; of bones by name how they are turned about their axes to the left, ahead and up, rad.
    The pelvis's turn is said about up, left, ahead."""
    numbers = [100 * at.y, 100 * at.z, 100 * at.x]
    for name in order:
        numbers += [math.degrees(a) for a in turns.get(name, (0, 0, 0))]
    print(" ".join([f"{x:.4f}" for x in numbers]))
