# enumerate, zip and reversed over everything one can go through.
print(list(enumerate('abc')), list(enumerate(['x', 'y'], 1)), list(enumerate([])), list(enumerate({'k': 1, 'l': 2})), list(enumerate((5, 6))))
print(list(zip([1, 2, 3], 'ab')), list(zip([], [1])), list(zip([1], [2], [3])), list(zip('ab')), list(zip('abc', range(3), (True, False, None))))
print(list(reversed([1, 2, 3])), list(reversed('abc')), list(reversed((1, 2))), list(reversed([])), list(reversed(range(0, 10, 4))))
for i, c in enumerate('kip'):
    print(i, c, end=' ')
for i, (a, b) in enumerate(zip([1, 2], [3, 4])):
    print(i, a + b, end=' ')
for a, b in zip({'x': 1, 'y': 2}, [10, 20]):
    print(a, b, end=' ')
for v in reversed([1, 2, 3]):
    print(v, end=' ')
print()
names, ages = ['ann', 'bob'], [30, 25]
print(dict(zip(names, ages)), [n + str(a) for n, a in zip(names, ages)], sorted(zip(ages, names)), max(zip(ages, names)), dict(enumerate('ab')))
a = [1, 2, 3]
print(list(zip(a, a[1:])), [y - x for x, y in zip(a, a[1:])], sum([x * y for x, y in zip(a, a)]), list(zip(a, reversed(a))))
matrix = [[1, 2, 3], [4, 5, 6]]
print([list(row) for row in zip(matrix[0], matrix[1])], [tuple(reversed(row)) for row in matrix], ''.join(reversed('stressed')), list(reversed(list(enumerate('ab')))))

def index_of_max(items):
    best = 0
    for i, v in enumerate(items):
        if v > items[best]:
            best = i
    return best

print(index_of_max([3, 9, 2, 9]), [i for i, v in enumerate([5, 0, 5]) if v == 5], [(i, j) for i, r in enumerate(['ab', 'c']) for j, c in enumerate(r)])
print(all([x == y for x, y in zip([1, 2], [1, 2, 3])]), any([x > y for x, y in zip([1, 5], [2, 3])]), len(list(zip(range(5), range(3)))), 'b' in reversed(['a', 'b']))
for step, (time, value) in enumerate([(0.0, 'a'), (0.1, 'b')], 10):
    print(step, time, value)
b = a
for i, v in enumerate(a):
    b[i] = v * 10
print(a, tuple(zip((1, 2), (3, 4)))[1], list(zip(a, b))[0], type(list(enumerate('a'))[0]).__name__, min(enumerate([4, 5])))
