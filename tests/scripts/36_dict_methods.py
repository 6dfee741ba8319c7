# get keys values items pop setdefault update copy clear.
d = {'a': 1, 'b': 2}
print(d.get('a'), d.get('z'), d.get('z', 0), d.get('a', 9), d.get(1, {}))
print(d.setdefault('a', 5), d.setdefault('c', 3), d.setdefault('n'), d)
print(d.pop('n'), d.pop('a'), d.pop('a', 'gone'), d.pop('zz', None), d)
d.update({'b': 20, 'e': 5})
print(d)
d.update([('f', 6), ('c', 30)])
print(d, d.update({}))
c = d.copy()
c['b'] = 'copy'
del c['f']
print(d, c, c is d)
print(list(d.keys()), list(d.values()), list(d.items()), len(d.items()), 'b' in d.keys(), 20 in d.values(), ('b', 20) in d.items())
print(sorted(d.items()), sorted(d.values()), max(d.values()), sum([v for v in d.values()]), [k for k, v in d.items() if v > 10])
print(sorted(d, key=lambda k: -d[k]), min(list(d.keys())), tuple(d), tuple(d.items())[0], ','.join(d), ','.join(d.keys()))
d.clear()
print(d, bool(d), c)
nested = {'list': [1], 'dict': {'x': 1}}
shallow = nested.copy()
shallow['list'].append(2)
shallow['dict'] = 'other'
print(nested, shallow)
inverse = {}
for k, v in {'one': 1, 'two': 2, 'uno': 1}.items():
    inverse.setdefault(v, []).append(k)
print(inverse, dict([(v, k) for k, v in {'a': 1, 'b': 2}.items()]))
table = {'add': lambda a, b: a + b, 'sub': lambda a, b: a - b, 'max': max}
print([table[op](7, 3) for op in table], table.get('mul', lambda a, b: a * b)(7, 3))
d = {'k': None}
print(d.get('k', 'default'), d.setdefault('k', 'default'), d.get('k') is None, 'k' in d, not d)
del d['k']
print(d, {'a': 1}.get('a') + 1, dict(zip('xyz', [1, 2, 3])), len({'a': {}}))
