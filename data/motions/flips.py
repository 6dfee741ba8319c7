"""A flip: crouches, jumps, turns once over forwards with tucked legs, lands and stands. From key-frames.

    kip run data/motions/flips.py > flip.bvh

Nothing is simulated; in the air the pelvis goes along a parabola, and feet stand where they are before and after.
"""
import bones
import math

RATE = 60
G, OFF, DOWN = 9.81, 0.50, 1.10  # m/s2; s when it leaves the ground, and lands
HIGH, LANDS, FAST = 0.95, 0.84, 1.3  # m: the pelvis as it leaves and lands; m/s ahead
ROUND = 2 * math.pi

# s; the pelvis: how far ahead of the feet, how high, its pitch; hips, knees, shoulders' flexion, elbows; the waist's
keys = [
    (0.00, -0.02, 0.87, 0.00, 0.45, 0.70, 0.1, 0.4, 0.1),
    (0.30, -0.05, 0.72, 0.35, 1.10, 1.50, -0.8, 0.2, 0.4),
    (0.50, 0.12, HIGH, 0.45, 0.10, 0.10, 2.4, 0.2, 0.0),
    (0.66, 0, 0, 1.90, 1.80, 2.00, 1.2, 0.8, 0.6),
    (0.90, 0, 0, 4.70, 1.90, 2.10, 0.9, 1.0, 0.7),
    (1.04, 0, 0, 6.05, 0.80, 0.80, 1.2, 0.6, 0.4),
    (1.10, -0.10, LANDS, ROUND + 0.10, 0.60, 0.70, 1.3, 0.5, 0.3),
    (1.32, -0.02, 0.68, ROUND + 0.40, 1.20, 1.50, 0.9, 0.5, 0.4),
    (1.75, -0.02, 0.87, ROUND, 0.45, 0.70, 0.1, 0.4, 0.1)]
UP = (LANDS - HIGH) / (DOWN - OFF) + 0.5 * G * (DOWN - OFF)
THERE = 0.12 + FAST * (DOWN - OFF) + 0.10  # m: where the feet land


def pelvis(t):
    k, s = [bones.between(keys, t, n) for n in (1, 2)], t - OFF
    if OFF <= t <= DOWN:
        return vec(0.12 + FAST * s, 0, HIGH + UP * s - 0.5 * G * s * s)
    if 0.30 < t < OFF:
        u, h = (t - 0.30) / (OFF - 0.30), OFF - 0.30
        return vec(bones.hermite(u, h, -0.05, 0, 0.12, FAST), 0, bones.hermite(u, h, 0.72, 0, HIGH, UP))
    if DOWN < t < 1.32:
        u, h, falls = (t - DOWN) / (1.32 - DOWN), 1.32 - DOWN, UP - G * (DOWN - OFF)
        return vec(THERE + bones.hermite(u, h, -0.10, FAST, -0.02, 0), 0, bones.hermite(u, h, LANDS, 0.5 * falls, 0.68, 0))
    return vec(k[0] + (THERE if t > OFF else 0), 0, k[1])


def frame(t):
    k, at = [bones.between(keys, t, n) for n in range(len(keys[0]))], pelvis(t)
    body = bones.turned(0, k[3])
    turns = {"pelvis": (0, k[3], 0), "trunk": (k[8], 0, 0), "neck": (0.3 * k[8], 0, 0)}
    flies = min(1, max(0, (t - OFF) / 0.1), max(0, (DOWN - t) / 0.1)) if OFF < t < DOWN else 0
    for side, sign in [("_l", 1), ("_r", -1)]:
        stands = vec(THERE if t > 0.5 * (OFF + DOWN) else 0, sign * 0.1, 0.06825)
        own = [(-k[4], 0, 0), (k[5], 0, 0), (0.3, 0, 0)]
        hip = at + sign * bones.HIP * body[1]
        if flies < 1:
            own = [bones.mix(a, b, flies) for a, b in zip(bones.reach(hip, body, stands), own)]
        turns["thigh" + side], turns["shank" + side], turns["foot" + side] = own
        turns["upper_arm" + side] = (-k[6], sign * 0.15, 0)
        turns["forearm" + side] = (-k[7], 0, 0)
    bones.write(at, turns)


bones.begin(round(keys[-1][0] * RATE) + 1, RATE)
for i in range(round(keys[-1][0] * RATE) + 1):
    frame(i / RATE)
