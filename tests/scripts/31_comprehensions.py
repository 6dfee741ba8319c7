# List comprehensions with several for and if, nested ones, and the order they run in.
print([x * x for x in range(6)], [x for x in range(10) if x % 3 == 0], [c.upper() for c in 'abc'], [x for x in []])
print([(x, y) for x in range(3) for y in 'ab'], [(x, y) for x in range(4) for y in range(x)])
print([x for x in range(30) if x % 2 == 0 if x % 3 == 0], [(a, b) for a in range(5) if a % 2 for b in range(5) if b > a])
print([[r * c for c in range(1, 4)] for r in range(1, 4)], [[0 for j in range(2)] for i in range(3)])
print([v for row in [[1, 2], [3], []] for v in row], [v for row in [[[1], [2]], [[3]]] for part in row for v in part])
print([x if x > 2 else -x for x in range(5)], [x > 2 and x for x in range(5)], [(x,) for x in 'ab'], [[x] for x in (1, 2)])
print([a + b for a, b in [(1, 2), (3, 4)]], [k + str(v) for k, v in {'a': 1, 'b': 2}.items()], [i * v for i, v in enumerate([5, 6, 7])])
print([a * b for a, b in zip([1, 2, 3], [4, 5, 6])], [a + b + c for a, (b, c) in [(1, (2, 3)), (4, (5, 6))]], [k for k in {'x': 0, 'y': 1}])
print(sum([x for x in range(101)]), max([len(w) for w in 'a quick fox'.split()]), ''.join([c for c in 'a1b2' if c.isalpha()]))
print([f'{x}{y}' for x in 'ab' for y in [1, 2] if not (x == 'b' and y == 1)], [not x for x in [0, 1, '', 'a']], [x for x in [1, 2]][-1])

order = []

def note(tag, value):
    order.append(tag)
    return value

result = [note('e', x + y) for x in note('s', [1, 2]) if note('c', x) for y in note('t', [10])]
print(result, order)
matrix = [[1, 2, 3], [4, 5, 6]]
print([[row[i] for row in matrix] for i in range(3)], [list(col) for col in zip([1, 2], [3, 4])], [sum(row) for row in matrix])
print([n for n in range(2, 40) if all([n % d for d in range(2, n)])])
print([(a, b, c) for c in range(1, 21) for b in range(1, c) for a in range(1, b) if a * a + b * b == c * c])
primes = [2, 3, 5]
primes = primes + [p * p for p in primes]
print(primes, [p for p in primes if p in [4, 5, 9]], [len([x for x in range(n) if x % 2]) for n in range(5)])
print(['fizz' * (n % 3 == 0) + 'buzz' * (n % 5 == 0) or n for n in range(1, 16)])
longest = [
    word
    for word in ['swing', 'jump', 'run']
    if len(word) > 3
]
print(longest, [lambda: 0, 1][1], [x for x in (1, 2, 3) if x != 2], [x for x in [0, 1] if (x == 0 or x == 1)])
