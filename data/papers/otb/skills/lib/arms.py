"""What experiments with one arm share: beat39's inertia, and when an error is nearly gone."""
import math


def inertia(elbow):
    """Of beat39's arm about the shoulder's flexion, the elbow bent (rad), from the model's table (kg m^2)."""
    total = 0.02461 + 2.24 * 0.1419 ** 2
    for mass, along, own in [(1.28, 0.1099, 0.00767), (0.48, 0.2555 + 0.0956, 0.00151)]:
        total += own + mass * (0.3255 ** 2 + along ** 2 + 2 * 0.3255 * along * math.cos(elbow))
    return total


def arrival(errors, near):
    """When errors (one a step) came within `near` to stay there, in steps."""
    i = max([k for k in range(len(errors) - 1) if abs(errors[k]) > near])
    before, after = abs(errors[i]), abs(errors[i + 1])
    return i + (before - near) / (before - after)
