# Classes: attributes made in methods and from outside, methods that call methods, objects in objects.
class Vector:
    """A vector of the plane."""

    def __init__(self, x=0.0, y=0.0):
        self.x = x
        self.y = y

    def plus(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def scaled(self, k):
        return Vector(self.x * k, self.y * k)

    def dot(self, other):
        return self.x * other.x + self.y * other.y

    def length(self):
        return self.dot(self) ** 0.5

    def __str__(self):
        return f'({self.x}, {self.y})'

a = Vector(3, 4)
b = Vector(y=1)
print(a, b, a.plus(b), a.scaled(2).plus(b).scaled(0.5), a.dot(b), a.length(), Vector().length())
a.x += 10
a.label = 'tip'
b.friend = a
b.friend.y = -1
print(a, a.label, b.friend.label, b.friend is a, b.friend.plus(b))

class Empty:
    pass

e = Empty()
e.anything = [1]
e.anything.append(2)
e.f = lambda v: v * 2
print(e.anything, e.f(4), type(e).__name__, type(a).__name__)

class Chain:
    def __init__(self):
        self.steps = []

    def do(self, step):
        self.steps.append(step)
        return self

    def helper(self, n):
        return n * self.factor()

    def factor(self):
        return len(self.steps)

print(Chain().do('a').do('b').steps, Chain().do(1).do(2).do(3).helper(10), [Chain().do(k).steps[0] for k in 'xy'])
make = Vector
print(make(1, 2), [cls(1, 1).length() > 1 for cls in [Vector, make]], make is Vector)
