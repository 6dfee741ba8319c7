# sort and sorted keep the order of equals, with key and with reverse.
people = [('ann', 30), ('bob', 25), ('cid', 30), ('dan', 25), ('eve', 35), ('fay', 30)]
print(sorted(people, key=lambda p: p[1]))
print(sorted(people, key=lambda p: p[1], reverse=True))
print(sorted(people, key=lambda p: (-p[1], p[0])), sorted(people, key=lambda p: p[0], reverse=True)[0])
words = ['pear', 'Fig', 'apple', 'kiwi', 'date', 'Plum', 'fig']
print(sorted(words), sorted(words, key=len), sorted(words, key=lambda w: w.lower()), sorted(words, key=len, reverse=True))
print(sorted([1, 1.0, True, 0, False, 0.0]), sorted([True, 1, 1.0], reverse=True), sorted([2, True, 1.0, 1, 0.5]))

a = [3, 1, 2]
b = a
result = a.sort()
print(a, b, result, sorted(a, reverse=True), a)
a.sort(reverse=True)
print(a)
a.sort(key=lambda v: v % 3)
print(a)
a.sort(key=lambda v: 0)
print(a)
print(sorted([]), sorted([1]), sorted('banana'), sorted((3, 1, 2)), sorted({'b': 1, 'a': 2}), sorted(range(5, 0, -1)), sorted('b a'.split()))

# A long list with few distinct keys.
seed = 1
items = []
for i in range(300):
    seed = (seed * 1103515245 + 12345) % 2147483648
    items.append((seed // 65536 % 7, i))
ordered = sorted(items, key=lambda t: t[0])
print(all([ordered[i][0] < ordered[i + 1][0] or ordered[i][0] == ordered[i + 1][0] and ordered[i][1] < ordered[i + 1][1] for i in range(299)]))
backward = sorted(items, key=lambda t: t[0], reverse=True)
print([t for t in backward if t[0] == 6][:5] == [t for t in items if t[0] == 6][:5], backward[0][0], backward[-1][0], len(backward))
print(ordered == sorted(items), sorted(items, reverse=True) == sorted(items)[::-1])

calls = []

def key(v):
    calls.append(v)
    return -v

print(sorted([2, 3, 1], key=key), calls)
by_two = sorted(sorted(people, key=lambda p: p[0], reverse=True), key=lambda p: p[1])
print([p[0] for p in by_two])
