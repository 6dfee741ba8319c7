# Arguments by position and by keyword, of functions, methods, classes and lambdas.
def move(x, y, z=0, speed=1.0):
    return f'{x},{y},{z}@{speed}'

print(move(1, 2), move(1, 2, 3), move(1, 2, speed=5), move(y=2, x=1), move(1, y=2, z=3), move(1, z=9, speed=2, y=8), move(x=[1], y=(2,)))
print(move(1, 2, 3, 4), move(z=1, y=2, x=3, speed=4), move(move(1, 2), y=move(3, 4)))

class Robot:
    def __init__(self, name, legs=2, arms=2):
        self.name = name
        self.legs = legs
        self.arms = arms

    def describe(self, prefix='', suffix='.'):
        return prefix + f'{self.name}:{self.legs}/{self.arms}' + suffix

    def set(self, legs=None, arms=None):
        if legs is not None:
            self.legs = legs
        if arms is not None:
            self.arms = arms
        return self

print(Robot('a').describe(), Robot('b', arms=4).describe('<', suffix='>'), Robot(legs=8, name='spider').describe(suffix='!'), Robot('c', 6).set(arms=0).describe())
print(Robot.describe(Robot('unbound'), suffix='?'), Robot('d').set(legs=1).set(2, 3).describe(prefix='* '))
f = lambda a, b=2, c=3: (a, b, c)
print(f(1), f(1, c=9), f(b=5, a=4), (lambda x, y=10: x - y)(y=1, x=2))
g = move
print(g(y=1, x=0), sorted([3, 1, 2], reverse=True), sorted('bca', key=lambda c: c == 'b', reverse=False), max([1, -5, 3], key=abs), min(['aa', 'b'], key=len))
print('a', 'b', sep='', end='.\n')
print('x', end='', sep='-')
print(1, 2, 3, sep=', ', end=';\n')

def power(base, exponent=2):
    return base ** exponent

def transform(items, fn=power, power_of=None):
    return [fn(v) if power_of is None else fn(v, exponent=power_of) for v in items]

print(transform([1, 2, 3]), transform([1, 2], power_of=3), transform(fn=lambda v: -v, items=[4]), transform([2], power, 5))

def speed(time, distance):
    time = time or 1
    return distance / time

time, distance = 4, 10
print(speed(distance=distance, time=time), speed(time=distance, distance=time), speed(0, 3), time, distance)
print(
    move(
        1,
        y=2,
        speed=3,
    ),
)
