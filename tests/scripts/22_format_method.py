# str.format: positions, names, specs and conversions.
print('{} {} {}'.format(1, 'two', 3.0), '{0} {1} {0}'.format('a', 'b'), '{2}{1}{0}'.format(1, 2, 3))
print('{name} is {age}'.format(name='Ada', age=36), '{} and {who}'.format('you', who='me'), '{0}{x}'.format(1, x=2))
print('{{}} {{{}}} }}{{'.format(5), ''.format() == '', 'plain'.format(1, 2), '{}'.format('{}'))
print('{:5}|{:<5}|{:>5}|{:^5}|'.format('ab', 'ab', 'ab', 'ab'), '{:5}|{:<5}|{:^5}|'.format(42, 42, 42))
print('{:.2f} {:8.3f} {:08.3f} {:+.1f} {:e}'.format(3.14159, 3.14159, 3.14159, 3.14159, 31415.9))
print('{:d} {:5d} {:05d} {:+d} {:x} {:b} {:,}'.format(42, 42, 42, 42, 255, 5, 1234567))
print('{!r} {!s} {!r:>6}|'.format('a', 'a', 'b'), '{0!r} {0}'.format("it's"), '{x!r}'.format(x=[1, '2']))
print('{:*^9} {:->6} {:0<4}'.format('mid', 'r', 'z'), '{:{}}|{:{w}.{p}f}|'.format('a', 4, 2.5, w=7, p=2))
print('{} {} {} {}'.format(None, True, [1, 'a'], (1.0,)), '{}'.format({'k': 'v'}))
print('{:.3} {:.1} {:10.2}|'.format('abcdef', 'xyz', 'pqr'), '{:%} {:.1%}'.format(0.25, 0.123))

row = '{:<10}{:>8}{:>10}'
print(row.format('name', 'count', 'mean'))
for name, values in [('alpha', [1, 2, 3]), ('beta', [10, 20]), ('gamma', [0.5])]:
    print(row.format(name, len(values), '{:.3f}'.format(sum(values) / len(values))))

template = 'Dear {title} {name}, you owe {amount:.2f}'
for person in [('Dr', 'Who', 5), ('Ms', 'Marple', 0.125)]:
    print(template.format(title=person[0], name=person[1], amount=person[2]))

class Point:
    def __init__(self, x, y):
        self.x = x
        self.y = y

    def __str__(self):
        return '({}, {})'.format(self.x, self.y)

print('at {} and {p}'.format(Point(1, 2), p=Point(0.5, -1)))
