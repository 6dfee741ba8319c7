# Tuples: commas make them, parentheses only group.
empty = ()
one = (1,)
also = 1,
not_one = (1)
pair = 1, 2
print(empty, one, also, not_one, pair, (1, 2,), ((1, 2), (3,)), (()), ((),), type(not_one).__name__, type(one).__name__)
print(len(empty), len(one), pair[0], pair[-1], pair[::-1], (1, 2) + (3,), (1, 2) * 2, 2 * ('a',), () + (), (0,) * 0)
print(1 in pair, 3 not in pair, (1, 2) == pair, (1, 2) < (1, 3), (1,) < (1, 0), () < (0,), (1, 'b') > (1, 'a'))
print(pair.count(1), pair.index(2), (1, 2, 1, 1).count(1), 'ab' in ('ab', 'c'), (1, 2) in [(1, 2)], [1, 2] == (1, 2), (1.0, True) == (1, 1))
print(min((3, 1, 2)), max((3, 1), (3, 2)), sum((1, 2, 3)), sorted((3, 1, 2)), list((1, 2)), tuple([1, 2]), tuple('ab'), bool(()), bool((0,)))

def divide(a, b):
    return a // b, a % b

result = divide(17, 5)
q, r = divide(23, 7)
print(result, q, r, divide(9, 3)[0], type(divide(1, 1)).__name__)
print('a', 'b'), print(('a', 'b'))
t = 1, 'two', 3.0, None, True, [4], {'k': (5,)}
print(t, str(t), len(t), repr(t[1]), t[5], t[6]['k'][0])
t[5].append(6)
print(t[5], t == (1, 'two', 3.0, None, True, [4, 6], {'k': (5,)}))

d = {(0, 0): 'origin', (1, 0): 'east', (): 'nothing', ('a', (1, 2)): 'nested'}
print(d[0, 0], d[(1, 0)], d[()], d['a', (1, 2)], (0, 1) in d, (0.0, False) in d)
d[2, 3] = 'more'
print(list(d.keys()), len(d))
for point in [(1, 2), (3, 4)]:
    x, y = point
    print(x + y, end=';')
for n in 1, 2, 3:
    print(n, end=' ')
print()
for n, in [(1,), (2,)]:
    print(n, end=',')
print((1, 2, 3)[1], (lambda: (1, 2))()[1], [(1, 2)][0][1], ('x', 'y')[True])
