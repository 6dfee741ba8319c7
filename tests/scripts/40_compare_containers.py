# Lists and tuples compare item by item, dicts as a whole.
print([1, 2] < [1, 3], [1, 2] < [1, 2, 0], [] < [0], [2] > [1, 9, 9], [1, 2] <= [1, 2], [1, 2] >= [1, 2, 3], [[1], [2]] < [[1], [3]])
print((1, 'a') < (1, 'b'), (0.5,) < (1,), (1, 2, 3) > (1, 2), ('a', [1]) == ('a', [1]), ((1, 2), 3) < ((1, 3), 0), (True,) == (1.0,))
print([1] == [1.0], [1] == [True], [1] != ['1'], [] == (), [] == {}, [1] == 1, None == False, 0 == '', [None] == [None], [] != None)
print({'a': 1} == {'a': 1.0}, {'a': [1, 2]} == {'a': [1, 2]}, {'a': 1} == {'b': 1}, {1: 1, 2: 2} == {2: 2, 1: 1}, {'a': 1} != {'a': 1, 'b': 2})
print(['a', 'b'] < ['a', 'c'], ['b'] > ['a', 'z'], max([[1, 2], [1, 3], [0, 9]]), min([(2, 'x'), (1, 'z'), (1, 'y')]), max([], [0]), sorted([[3], [1, 2], [1], []]))
print(sorted([(2, 'b'), (1, 'z'), (2, 'a'), (1, 'a')]), sorted([('b', 2), ('a', 10), ('b', -1)], reverse=True))

# Items after the first difference are never compared, so they may be of kinds that have no order.
print((1, 'a') < (2, 5), [0, None] < [1, {}], (1, None) == (1, None), (1, None) == (1, 0))

a = [1, [2, 3]]
b = [1, [2, 3]]
print(a == b, a is b, a[1] is b[1], a != b, [a] == [b], a in [b], [b, a].index(a), [b].count(a))
b[1].append(4)
print(a == b, a < b, a in [b], [a, b].index(b))
print([1, 2] == [2, 1], sorted([1, 2]) == sorted([2, 1]), (1, 2, 3) == (1, 2), 'ab' == ['a', 'b'], list('ab') == ['a', 'b'])
print([1, 2] < [1, 3] < [2], (1,) == (1.0,) == (True,), [] is not [], not [] == [], [1, 2][0] < 2)
nan = float('nan')
print([nan] == [float('nan')], (1, nan) < (2, nan), [1, float('nan')] == [1, 2])

class Thing:
    pass

x, y = Thing(), Thing()
print(x == x, x == y, x != y, [x] == [x], [x] == [y], x in [y, x], [y, x].index(x), x is not y, {'k': x} == {'k': x}, x == None)
versions = [[1, 10], [1, 9], [1, 9, 1], [0, 99]]
print(sorted(versions), max(versions), [1, 9] in versions, sorted(versions, reverse=True)[0])
