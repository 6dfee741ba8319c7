"""Smooth noise (Perlin)."""
import math

slopes = {}  # at the whole numbers of late


def slope(k):
    if k not in slopes:
        if len(slopes) > 20:
            slopes.clear()
        slopes[k] = 2 * ((43758.5453 * (k * 0.6180339887 + 0.1) ** 2) % 1 - 0.5)
    return slopes[k]


def noise(x):
    """In one dimension, -1..1, with slopes at whole numbers."""
    i = math.floor(x)
    u = x - i
    s = u * u * u * (u * (6 * u - 15) + 10)
    return 2 * ((1 - s) * slope(i) * u + s * slope(i + 1) * (u - 1))
