# Polynomials as lists of coefficients, the constant first.
class Polynomial:
    def __init__(self, coefficients):
        c = list(coefficients)
        while len(c) > 1 and c[-1] == 0:
            c.pop()
        self.c = c

    def at(self, x):
        value = 0
        for k in reversed(self.c):
            value = value * x + k
        return value

    def plus(self, other, sign=1):
        n = max(len(self.c), len(other.c))
        return Polynomial([(self.c[i] if i < len(self.c) else 0) + sign * (other.c[i] if i < len(other.c) else 0) for i in range(n)])

    def times(self, other):
        out = [0] * (len(self.c) + len(other.c) - 1)
        for i, a in enumerate(self.c):
            for j, b in enumerate(other.c):
                out[i + j] += a * b
        return Polynomial(out)

    def derivative(self):
        return Polynomial([k * i for i, k in enumerate(self.c)][1:] or [0])

    def divided(self, other):
        rest, quotient = self.c[:], []
        while len(rest) >= len(other.c):
            k = rest[-1] / other.c[-1]
            quotient.insert(0, k)
            for i in range(1, len(other.c) + 1):
                rest[-i] -= k * other.c[-i]
            rest.pop()
        return Polynomial(quotient or [0]), Polynomial(rest or [0])

    def __str__(self):
        parts = []
        for i in range(len(self.c) - 1, -1, -1):
            k = self.c[i]
            if k:
                size = '' if abs(k) == 1 and i else f'{abs(k):g}'
                power = '' if i == 0 else 'x' if i == 1 else f'x^{i}'
                parts += ['-' if k < 0 else '+', size + power]
        return ' '.join(parts).lstrip('+ ') or '0'

p, q = Polynomial([6, -5, 1]), Polynomial([-2, 1])
print(p, '|', q, '|', p.plus(q), '|', p.plus(p, -1), '|', p.times(q), '|', p.derivative(), '|', q.derivative().derivative())
print([p.at(x) for x in range(-1, 5)], p.at(0.5), [x for x in range(-10, 10) if p.at(x) == 0], Polynomial([1, 0, 0]), Polynomial([0, -1, 0, 2.5]))
quotient, rest = p.times(q).plus(Polynomial([7])).divided(p)
print(quotient, '|', rest, '|', quotient.c, rest.c, quotient.times(p).plus(rest).c == p.times(q).plus(Polynomial([7])).c)
cube = Polynomial([1])
for i in range(5):
    cube = cube.times(Polynomial([1, 1]))
print(cube, cube.c, cube.at(1), cube.at(-1))
