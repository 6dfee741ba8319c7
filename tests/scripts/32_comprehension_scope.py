# The name of a comprehension is its own; what it reads around it is read when it runs.
x = 'outside'
squares = [x * x for x in range(4)]
print(x, squares)
i = 10
print([i for i in range(3)], i, [i + j for j in range(2)], [[i for i in range(j)] for j in range(3)], i)

def inside():
    i = 'local'
    values = [i for i in [1, 2]]
    return i, values, [i + v for v in ['a', 'b']]

print(inside())

def shadow(n):
    total = [n * k for k in [n for n in range(3)]]
    return n, total

print(shadow(5))
x = [1, 2, 3]
x = [x * 2 for x in x]
print(x)
y = [[y for y in range(n)] for n in range(3)]
print(y)

functions = [lambda: n for n in range(3)]
print([f() for f in functions])
functions = [lambda n=n: n for n in range(3)]
print([f() for f in functions], [f(9) for f in functions])

def make(k):
    return [lambda v: v * k + m for m in range(3)]

print([f(10) for f in make(2)])

class Table:
    size = 3
    numbers = [n for n in range(4)]

    def rows(self):
        return [[self.size * r + c for c in range(self.size)] for r in range(2)]

print(Table().rows(), Table.numbers)

for v in range(2):
    inner = [v for v in 'xyz']
    print(v, inner)
base = 100
later = [base + k for k in range(2)]
base = 200
print(later, [base + k for k in range(2)])
print([a for a in range(3) for a in range(a, 4)], [b for a in [[1], [2, 3]] for b in a])
