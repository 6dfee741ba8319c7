# Containers print what they hold as repr() does, at every depth.
print([1, 2.0, 'three', None, True, (4,), [5], {'six': 6}])
print([[]], [()], [{}], ([],), ({},), {'a': []}, {'b': ()}, {'c': {}}, [[[]]], (((),),))
print({'x': {'y': {'z': [1, (2, {'w': 'v'})]}}}, [[1, [2, [3, [4]]]]], ((1, (2, (3,))),))
print(['a', "b'c", 'd"e', '\n', '\\'], ('\t',), {'\n': '\''}, [''], [' '])
print({1: 'a', 2.5: 'b', None: 'c', True: 'd', (1, 2): 'e', 'k': [None, False]})
print([1.0, 0.1, 1e16, 1e-7, -0.0, 1e22, 100.0], (0.5,), {0.1: 0.2}, [1 / 3], [float('inf'), float('nan')])
print(str([1, 'a']), repr([1, 'a']), f'{[1, "a"]}', '{}'.format([1, 'a']), str((1,)), str({}), str([None]))
print('list: ' + str([1, [2, '3']]), len(str([1, 2, 3])), str([]) + str(()) + str({}))

class Named:
    def __init__(self, name):
        self.name = name

    def __str__(self):
        return 'str ' + self.name

class Both:
    def __repr__(self):
        return '<both>'

class Shown:
    def __str__(self):
        return 'shown'

    def __repr__(self):
        return 'Shown()'

print(Named('n'), Both(), Shown(), str(Shown()), repr(Shown()), f'{Both()} {Shown()} {Shown()!r}')
print([Both(), Shown()], (Both(),), {'k': Shown()}, [[Shown()]], '{} {!r}'.format(Shown(), Shown()))
data = {'bodies': [{'name': 'thigh', 'pos': (0.0, 0.1, -0.5)}, {'name': 'shin', 'pos': (0.0, 0.1, -0.9)}], 'dt': 0.001}
print(data)
for key, value in data.items():
    print(key, '->', value)
print([], [[], []], [1], [1, ], (1, 2)[:1], [(1, 2), (3, 4)], [('a', 1)], {'a': ('b', 'c')}, {('a', 'b'): ['c']})
