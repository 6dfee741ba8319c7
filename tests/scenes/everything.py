"""A balance skill.

It stands.
"""
import math, random
GAIN = -3.5e2  # tune -500..-10 the hip
LIMIT = 0x10
names = ['a', "b", r'\c', '\x41\u00e4\n', 'long' 'er']
table = {'a': 1, 'b': [1, 2, 3], (1, 2): None, 'c': {}}
first = second = third = 0

def clamp(x, lo=-1.0, hi=1.0):
    'Between the two.'
    return lo if x < lo else hi if x > hi else x

def counter(start):
    count = [start]
    def next(step=1):
        global first
        count[0] += step
        first = count[0]
        return count[0] + start
    return next

class Skill:
    """What all skills share."""
    priority = 2  # tune 0..10
    twice = priority * 2
    def __init__(self, name):
        self.name, self.items = name, []
        self.angle = 0.5
    def __str__(self):
        return f'{self.name!r:>{10 + 2}}: {self.angle:.3f} {{}} {len(self.items)}'
    def start(self): pass
    def step(self, dt): return dt
class Balance(Skill):
    def __init__(self, name, gain=GAIN):
        super().__init__(name)
        self.gain = gain
        self.limits = [clamp(x * 2, hi=3) for x in range(10) if x % 2 if x]
        self.pairs = [(a, lambda k=b: k + a) for a, b in table.items() for c in b]
    def pre(self):
        if not self.limits or self.gain is None and 0 < self.angle <= 1 != 2:
            return False
        elif self.name in names or self.name not in table:
            return True
        else:
            assert self.angle >= 0, 'the angle is ' + str(self.angle)
        return self.gain is not None
    def step(self):
        i = 0
        while True:
            i += 1; j = i << 2 | 3 & ~i ^ 5
            if i > 10: break
            if i // 2 == 3: continue
            for k, (self.x, self.items[0]) in enumerate(table):
                self.angle -= k ** -2 / 3 % 4
                if k: return
        del self.items[0], self.x, j
        self.items[-1] *= 2
        x = self.items[1:], self.items[:-1], self.items[::2], self.items[1:2][0]
        setTargetPose("Stand", time=0.3, \
                      gains=(1, 2,))
        return x

balance = Balance('b', gain=-1)
print(balance, end='')
