"""Numbers of walk_to for who is weak: by search, human37 at half its strength (walk_fast.py of data/papers/vst);
the last four by scans of walk_cases.py there (case=12, who=1, seeds 166001 to 166100).

Torques of half the strength rise half as fast, and the hip that bears alone cannot hold the pelvis level: the
trunk leans ahead and over that foot, steps take longer, the heel that leaves pushes off less, trunk and
pelvis are held more firmly, and the height less. In effect the ground pushes inside of that sole: it allows
for that. Where the capture point lags behind the foot set down, it lingers on both. Feet rise less high.
"""
HALE, WEAK = 1.06, 0.98  # of the torque that rises on the toes: from here on as others; up to there so
wide = 0.2008  # tune 0.1..0.25
slowest = 0.6466  # tune 0.5..0.8
part = 0.1724  # tune 0.1..0.35
high = 1.14  # tune 1.1..1.18
bob = 1.111  # tune 0..1.2
back = 0.12  # tune 0..0.12
gain = 1.502  # tune 0.2..2
lean = 0.2823  # tune -0.1..0.4
sway = 0.1176  # tune 0..0.3
flat = 0.7995  # tune 0.2..0.95
push_off = 0.3034  # tune 0.2..1.1
firm = 8  # tune 4..25
steady = 16  # tune 3..20
trunk_weight = 1267  # tune 20..3000
foot_weight = 2000  # tune 100..20000
allows = 0.3  # tune 0..1
linger = 1.0  # tune 0..2
apex = 0.07  # tune 0.02..0.1
clear = 0.026  # tune 0..0.03


def adapt(walk, toes):
    """Its numbers, by how much of that torque its ankles have."""
    x = walk.frail = max(0, min(1, (HALE - toes) / (HALE - WEAK)))
    walk.allows = x * allows
    walk.linger = x * linger
    walk.apex += x * (apex - walk.apex)
    walk.clear += x * (clear - walk.clear)
    walk.foot_weight += x * (foot_weight - walk.foot_weight)
    walk.wide += x * (wide - walk.wide)
    walk.slowest += x * (slowest - walk.slowest)
    walk.part += x * (part - walk.part)
    walk.high += x * (high - walk.high)
    walk.bob += x * (bob - walk.bob)
    walk.back += x * (back - walk.back)
    walk.gain += x * (gain - walk.gain)
    walk.lean += x * (lean - walk.lean)
    walk.sway += x * (sway - walk.sway)
    walk.flat += x * (flat - walk.flat)
    walk.push_off += x * (push_off - walk.push_off)
    walk.firm += x * (firm - walk.firm)
    walk.steady += x * (steady - walk.steady)
    walk.trunk_weight += x * (trunk_weight - walk.trunk_weight)
