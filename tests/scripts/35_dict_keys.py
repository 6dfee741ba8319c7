# Which keys are one key: equal numbers are, whatever their kind; text and numbers never are.
d = {1: 'int', 1.0: 'float', True: 'bool', '1': 'text', (1,): 'tuple'}
print(d, len(d))
d = {}
d[0] = 'a'
d[0.0] = 'b'
d[-0.0] = 'c'
d[False] = 'd'
d[None] = 'none'
d[''] = 'empty'
d[()] = 'no tuple'
print(d, len(d), d[0], d[None], d[''], d[()])
d = {2.5: 1, -1: 2, 1e300: 3, 10 ** 18: 4, (1, 2.0): 5, (1, (2, '3')): 6}
print(d[2.5], d[-1.0], d[1e300], d[1e18], d[1.0, 2], d[(True, (2.0, '3'))])
print(5 / 2 in d, -1 in d, '2.5' in d, (1, 2) in d, (2, 1) in d, 1 in d)

keys = [0, 1, -1, 2 ** 40, -2 ** 40, 2 ** 62, 0.5, -0.5, 1e-10, 'a', 'A', 'aa', ' a', 'é', None, (0,), (0, 0), ('a',), 'None', '()']
d = {}
for i, k in enumerate(keys):
    d[k] = i
print(len(d) == len(keys), [d[k] for k in keys] == list(range(len(keys))))
for k in keys[::2]:
    del d[k]
print(d)

grid = {}
for x in range(-2, 3):
    for y in range(-2, 3):
        grid[x, y] = x * y
print(len(grid), grid[2, -1], grid[-2, -2], grid.get((3, 0), 'off'), sum(grid.values()), (2.0, 2) in grid)
counts = {}
for word in 'the cat saw the dog and the dog saw it'.split():
    counts[word] = counts.get(word, 0) + 1
print(counts)
groups = {}
for word in ['apple', 'bob', 'cat', 'avocado', 'bat']:
    groups.setdefault(word[0], []).append(word)
print(groups)
d = {'n': {'m': {'k': 1}}}
d['n']['m']['k'] += 5
d['n']['x'] = [1]
d['n']['x'] += [2]
print(d, d['n']['m']['k'], 'm' in d['n'])
