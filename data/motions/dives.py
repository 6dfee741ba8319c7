"""A goalkeeper's dive, from key-frames: crouches, pushes off from the nearer leg, flies with stretched arms, lands on its side.

    kip run data/motions/dives.py --param clip=0 > dive_left.bvh

sh data/motions/make.sh writes both. Nothing is simulated; in the air the pelvis goes along a parabola. The clip ends lying:
physics goes on from there, and whoever can rise rises.
"""
import bones
import math

clip = 0  # 0 to the left, 1 to the right

RATE = 60
G, OFF, DOWN = 9.81, 0.55, 0.99  # m/s2; s when it leaves the ground, and lands
SIDE, HIGH, ASIDE, UP = 0.42, 0.82, 2.4, 0.99  # m and m/s as it leaves: how far aside, how high
LYING, SLIDES = 0.205, 0.25  # m: the pelvis as it lies; how far it slides

# s, of the pelvis: aside, height, tilt to that side; of the nearer leg: hip flexion, abduction, knee, and of the other; arms:
# flexion, abduction, elbows; the trunk's bend aside
keys = [
    (0.00, 0.00, 0.87, 0.00, 0.45, 0.05, 0.70, 0.45, 0.05, 0.70, 0.5, 0.9, 0.9, 0),
    (0.30, 0.12, 0.77, 0.20, 0.65, 0.10, 1.20, 0.70, 0.15, 1.20, 0.2, 0.7, 0.8, 0.1),
    (0.55, 0, 0, 0.70, 0.10, 0.25, 0.15, 0.90, 0.20, 1.10, 1.5, 0.8, 0.4, 0.25),
    (0.70, 0, 0, 1.15, 0.00, 0.10, 0.30, 0.70, 0.20, 0.90, 2.4, 0.4, 0.15, 0.25),
    (0.85, 0, 0, 1.40, 0.05, 0.05, 0.35, 0.50, 0.20, 0.80, 2.75, 0.2, 0.1, 0.1),
    (1.02, 0, 0, 1.50, 0.20, 0.00, 0.45, 0.50, 0.10, 0.80, 2.8, 0.1, 0.15, 0.0),
    (1.35, 0, 0, 1.50, 0.40, 0.00, 0.70, 0.60, 0.00, 0.90, 2.6, 0.1, 0.3, 0.0),
    (1.70, 0, 0, 1.50, 0.40, 0.00, 0.70, 0.60, 0.00, 0.90, 2.6, 0.1, 0.3, 0.0)]


def pelvis(t):
    """How far aside and how high."""
    if t < 0.3:
        return (bones.between(keys, t, 1) if t > 0 else 0, bones.between(keys, t, 2))
    if t < OFF:
        u = (t - 0.3) / (OFF - 0.3)
        return (bones.hermite(u, OFF - 0.3, keys[1][1], 0.6, SIDE, ASIDE), bones.hermite(u, OFF - 0.3, keys[1][2], -0.2, HIGH, UP))
    s = min(t, DOWN) - OFF
    aside, high = SIDE + ASIDE * s, HIGH + UP * s - 0.5 * G * s * s
    if t > DOWN:
        u = min(1, (t - DOWN) / 0.25)
        aside += SLIDES * u * (2 - u)
        high = bones.hermite(u, 0.25, high, 0.3 * (UP - G * s), LYING, 0)
    return (aside, high)


def frame(t):
    k = [bones.between(keys, t, n) for n in range(len(keys[0]))]
    aside, high = pelvis(t)
    way = 1 if clip == 0 else -1
    at, tilt = vec(0, way * aside, high), way * k[3]
    left, up = vec(0, math.cos(tilt), -math.sin(tilt)), vec(0, math.sin(tilt), math.cos(tilt))
    turns = {"pelvis": (0, 0, -tilt), "trunk": (0.3, -way * k[13], 0), "neck": (-0.2, 0, 0)}
    near, far = ("_l", "_r") if clip == 0 else ("_r", "_l")
    for side, sign, leg, leaves in [(near, way, k[4:7], OFF), (far, -way, k[7:10], 0.4)]:
        own = [(-leg[0], sign * leg[1], 0), (leg[2], 0, 0), (0.5, 0, 0)]
        part = min(1, max(0, (t - leaves) / 0.12))
        hip = at + sign * bones.HIP * left
        if part < 1:
            stands = bones.reach(hip, [vec(1, 0, 0), left, up], vec(0, sign * 0.12, 0.06825))
            own = [bones.mix(a, b, part * part * (3 - 2 * part)) for a, b in zip(stands, own)]
        turns["thigh" + side], turns["shank" + side], turns["foot" + side] = own
        turns["upper_arm" + side] = (-k[10], sign * k[11], 0)
        turns["forearm" + side] = (-k[12], 0, 0)
    bones.write(at, turns)


bones.begin(round(keys[-1][0] * RATE) + 1, RATE)
for i in range(round(keys[-1][0] * RATE) + 1):
    frame(i / RATE)
