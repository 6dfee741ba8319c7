"""A docstring"""
import math
import random
from math import sin, cos as c
ankle = 1.25  # tune 0..2

class A:
    limit = 0.3  # tune 0..1
    def __init__(self, x=1, *rest, y=2, **more):
        self.x = x
    def f(self):
        global ankle
        return super().f() if self.x else None

class B(A):
    pass

def g(n):
    total = 0
    def inner():
        nonlocal total
        total += n
        return total
    for i in range(n):
        if i % 2 == 0:
            continue
        elif i > 7:
            break
        else:
            total **= 2
    while not total < 3 and True:
        total //= 2
    try:
        assert total, "none"
        raise ValueError("x")
    except (ValueError, TypeError) as e:
        del total
    finally:
        pass
    return [a * 2 for a in (1, 2, 3) if a != 2], {k: v for k, v in {}.items()}, lambda x, y=1: x[1:2, ::-1]

a, (b, *d) = 1, (2, 3, 4)
x = f"{a:>8.3f} {b!r} {{}} {'q' + "w"}" r"\n" 'ä\x41\u00e4\
'
y = 0x1f | 1_000 & ~3 ^ 1 << 2 >> 1
z = 1 < 2 <= 3 if x is not None else -1e-3
