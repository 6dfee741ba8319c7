# Unpacking into names, items and attributes, nested and swapped.
a, b = 1, 2
a, b = b, a
print(a, b)
(a, b), c = (3, 4), 5
[p, q] = [6, 7]
(x, [y, (z, w)]) = [1, (2, [3, 4])]
print(a, b, c, p, q, x, y, z, w)
a, b, c = 'xyz'
print(a, b, c)
a, b = {'k1': 1, 'k2': 2}
print(a, b)
a, b, c = range(3)
print(a, b, c)
(a,) = [9]
b, = 'q'
print(a, b)
first, second = [[1, 2], [3]]
first.append(5)
print(first, second)

items = [0, 1, 2, 3]
items[0], items[3] = items[3], items[0]
print(items)
i = 0
i, items[i] = 2, 'set at two'
print(i, items)
i, j = 0, 1
items[i], items[j], i = items[j], items[i], 7
print(items, i)

class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

p = Point(1, 2)
p.x, p.y = p.y, p.x
p.x, items[1], (k, l) = 'px', 'i1', (8, 9)
print(p.x, p.y, items, k, l)

for n, (u, v) in [(1, ('a', 'b')), (2, ['c', 'd']), (3, 'ef')]:
    print(n, u + v, end=' ')
for k, v in {'one': 1}.items():
    print(k, v)
for i, (k, (s, t)) in enumerate({'m': (1, 2), 'n': (3, 4)}.items()):
    print(i, k, s * t, end=' ')
print([x * y for x, y in [(1, 2), (3, 4)]], [a + b + c for (a, b), c in [((1, 2), 3)]])
a, b, c = 1, 1, 0
while c < 5:
    a, b, c = b, a + b, c + 1
print(a, b, c)
x = y, z = 1, 2
print(x, y, z)
(a, b) = (c, d) = e = [10, 20]
print(a, b, c, d, e)
