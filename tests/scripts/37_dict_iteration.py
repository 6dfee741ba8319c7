# for over a dict, its keys, values and items; what may change meanwhile.
scores = {'ann': 90, 'bob': 72, 'cid': 85}
for name in scores:
    print(name, scores[name], end='; ')
print()
for name, score in scores.items():
    scores[name] = score + 1
print(scores)
for score in scores.values():
    print(score, end=' ')
for key in scores.keys():
    print(key, end=' ')
print()
for i, (name, score) in enumerate(scores.items()):
    print(i, name, score)
for i, name in enumerate(scores):
    print(i, name, end=' ')
print()
for pair in scores.items():
    print(pair, pair[0], type(pair).__name__)

# To delete, go over a copy of the keys.
for name in list(scores):
    if scores[name] < 80:
        del scores[name]
print(scores)
best = None
for name, score in scores.items():
    if best is None or score > scores[best]:
        best = name
print(best, scores[best])
print([k + '=' + str(v) for k, v in sorted(scores.items())], [v for v in scores.values()], name)
for k in {}:
    print('never')
total = 0
nested = {'x': {'p': 1, 'q': 2}, 'y': {'p': 3}}
for outer, inner in nested.items():
    for k, v in inner.items():
        total += v
        print(outer + k, v, total)
print(dict([(v, k) for k, v in {'a': 1, 'b': 2}.items()]), list(reversed(list(scores))), sum([len(v) for v in nested.values()]))
d = {1: 'a', 2: 'b'}
print([(k, d[k] * k) for k in d], [k for k in d if k > 1], max(d), min(d), sum(d), any([k == 2 for k in d]), len(d))
for key in sorted(nested, reverse=True):
    print(key, sorted(nested[key]), end=' ')
print()
