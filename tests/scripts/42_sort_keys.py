# Sorting tuples and objects, by keys of several parts.
pairs = [(3, 'c'), (1, 'b'), (2, 'a'), (1, 'a'), (3, 'a')]
print(sorted(pairs), sorted(pairs, reverse=True), sorted(pairs, key=lambda p: p[1]), sorted(pairs, key=lambda p: (p[1], -p[0])))
print(min(pairs), max(pairs), sorted([(1, 2, 3), (1, 2), (1,), ()]), sorted([(0.5, 'x'), (0, 'y'), (True, 'z')]))

class Body:
    def __init__(self, name, mass, parent=None):
        self.name = name
        self.mass = mass
        self.parent = parent

    def __repr__(self):
        return self.name

    def depth(self):
        return 0 if self.parent is None else 1 + self.parent.depth()

pelvis = Body('pelvis', 11.0)
thigh = Body('thigh', 8.5, pelvis)
shin = Body('shin', 3.7, thigh)
foot = Body('foot', 1.1, shin)
head = Body('head', 5.0, pelvis)
bodies = [foot, head, pelvis, shin, thigh]
print(sorted(bodies, key=lambda b: b.mass), sorted(bodies, key=lambda b: b.name, reverse=True))
print(sorted(bodies, key=lambda b: (b.depth(), b.name)), [b.depth() for b in bodies])
bodies.sort(key=Body.depth)
print(bodies)

scores = {'ann': 3, 'bob': 9, 'cid': 3, 'dan': 5}
print(sorted(scores.items(), key=lambda kv: (-kv[1], kv[0])), sorted(scores, key=scores.get), sorted(scores.values(), reverse=True))
matrix = [[3, 1], [2, 2], [1, 3]]
matrix.sort(key=lambda row: row[1], reverse=True)
print(matrix, sorted(matrix), [sorted(row) for row in matrix])
words = 'the quick brown fox jumps over the lazy dog'.split()
print(sorted(words, key=lambda w: (len(w), w)), sorted(words, key=lambda w: w[-1] + w), sorted([w[::-1] for w in words])[:3])

def bubble(items, before):
    items = items[:]
    for i in range(len(items)):
        for j in range(len(items) - 1 - i):
            if before(items[j + 1], items[j]):
                items[j], items[j + 1] = items[j + 1], items[j]
    return items

print(bubble(words, lambda a, b: a < b) == sorted(words), bubble([3, 1, 2], lambda a, b: a > b), bubble(pairs, lambda a, b: a < b) == sorted(pairs))
