# A dict keeps the order in which its keys came, also after deletions.
d = {'c': 3, 'a': 1, 'b': 2}
print(d, list(d), list(d.keys()), list(d.values()), list(d.items()))
d['a'] = 10
print(d)
del d['c']
d['c'] = 30
print(d)
d['d'] = 4
print(d.pop('a'), d)
d['a'] = 11
print(d, len(d), 'a' in d, 'zz' in d)

# Many insertions and deletions: the order is that of the keys still there.
d = {}
for i in range(100):
    d[i * 37 % 101] = i
for i in range(0, 100, 3):
    del d[i * 37 % 101]
print(len(d), list(d.items())[:8], list(d)[-5:])
for i in range(0, 30, 3):
    d[i * 37 % 101] = 'back'
print(len(d), list(d)[-6:], list(d.values())[-3:])
for k in list(d.keys()):
    if k % 2 == 0:
        d.pop(k)
print(len(d), list(d)[:10])
d.clear()
print(d, len(d))
d['again'] = 1
print(d)

# One key that comes and goes a thousand times leaves nothing behind.
for i in range(1000):
    d['k'] = i
    if i < 999:
        del d['k']
print(d)
a = {'x': 1, 'y': 2}
b = {'y': 2, 'x': 1}
print(a == b, list(a) == list(b), a != b, a == {'x': 1}, {1: 2} == {1.0: 2.0}, {} == {}, {'x': [1]} == {'x': [1]})
print({'a': 1, 'b': 2, 'a': 3}, dict([('q', 1), ('p', 2), ('q', 3)]), sorted({'b': 1, 'a': 2}), max({'b': 1, 'a': 2}))
big = {}
for i in range(3000):
    big[str(i)] = i
print(len(big), big['0'], big['2999'], list(big)[1234], sum(big.values()))
