"""Smooth noise (Perlin)."""
import math


def noise(x):
    """In one dimension, -1..1, with slopes at whole numbers."""
    i = math.floor(x)
    u = x - i
    slope = [2 * ((43758.5453 * (k * 0.6180339887 + 0.1) ** 2) % 1 - 0.5) for k in [i, i + 1]]
    s = u * u * u * (u * (6 * u - 15) + 10)
    return 2 * ((1 - s) * slope[0] * u + s * slope[1] * (u - 1))
