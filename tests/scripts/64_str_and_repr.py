# __str__ and __repr__: which is used where, and inheritance of both.
class Point:
    def __init__(self, x, y):
        self.x, self.y = x, y

    def __repr__(self):
        return f'Point({self.x!r}, {self.y!r})'

class Named(Point):
    def __init__(self, name, x, y):
        super().__init__(x, y)
        self.name = name

    def __str__(self):
        return f'{self.name}@{self.x},{self.y}'

class Quiet(Named):
    def __repr__(self):
        return 'Quiet'

p, n, q = Point(1, 'two'), Named('n', 0.5, -1), Quiet('q', 0, 0)
for v in [p, n, q]:
    print(v, str(v), repr(v), f'{v}', f'{v!r}', f'{v!s:>12}|', [v], (v,), {'k': v}, '{} {!r}'.format(v, v))
print('a: ' + str(p) + ' ' + repr(n), ', '.join([str(v) for v in [p, n, q]]), len(str(q)), str([p, n, q]))

class Matrix:
    def __init__(self, rows):
        self.rows = rows

    def __str__(self):
        return '\n'.join([' '.join([f'{v:>4}' for v in row]) for row in self.rows])

print(Matrix([[1, 2], [30, 40]]))
print(Matrix([[0.5]]), end='|\n')

class Tree:
    def __init__(self, value, children=[]):
        self.value = value
        self.children = children

    def __repr__(self):
        if not self.children:
            return str(self.value)
        return f'{self.value}{self.children}'

    def depth(self):
        return 1 + max([c.depth() for c in self.children] + [0])

t = Tree('root', [Tree('a', [Tree(1), Tree(2)]), Tree('b')])
print(t, t.depth(), t.children[0], str(t.children), Tree([1, '2']))
