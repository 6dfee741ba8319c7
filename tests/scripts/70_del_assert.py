# del of names, items and keys; assertions that hold.
a = [0, 1, 2, 3, 4]
del a[0]
del a[-1], a[1]
print(a, len(a))
del a[len(a) - 1]
print(a)
d = {'a': 1, 'b': {'c': 2, 'd': 3}, (1, 2): 'pair'}
del d['a']
del d['b']['c']
del d[1, 2]
print(d, 'a' in d, len(d))
x = [1]
y = x
del x
x = 'again'
print(x, y)
del x, y

def f(n):
    value = n
    del value
    value = 'new'
    return value

print(f(1))

nested = [[1, 2], [3, 4]]
del nested[0][1]
del nested[1]
print(nested)

assert True
assert 1 == 1, 'never shown'
assert a
assert [0] and not [], 'lists'
assert (1 < 2 < 3), 'in ' + 'brackets'
assert not None, f'message {a}'
calls = []

def note(v):
    calls.append(v)
    return v

assert note(1), note('the message is not worked out')
print(calls)
items = list(range(10))
for i in range(9, -1, -1):
    if items[i] % 3:
        del items[i]
print(items)
counts = dict([(k, k * k) for k in range(6)])
for k in list(counts):
    if counts[k] > 4:
        del counts[k]
assert len(counts) == 3, counts
print(counts)
