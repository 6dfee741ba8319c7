# Remembered results and tables: Fibonacci, knapsack, edit distance, partitions, coins.
def memo(f):
    known = {}
    def call(key):
        if key not in known:
            known[key] = f(key)
        return known[key]
    return call

fib = memo(lambda n: n if n < 2 else fib(n - 1) + fib(n - 2))
print(fib(80), [fib(n) for n in range(10)])
paths = memo(lambda rc: 1 if 0 in rc else paths((rc[0] - 1, rc[1])) + paths((rc[0], rc[1] - 1)))
print(paths((10, 10)), paths((0, 5)), paths((2, 3)))

def knapsack(items, room):
    best = [0] * (room + 1)
    for weight, value in items:
        for r in range(room, weight - 1, -1):
            best[r] = max(best[r], best[r - weight] + value)
    return best[room]

print(knapsack([(12, 4), (2, 2), (1, 1), (1, 2), (4, 10)], 15), knapsack([(5, 10), (4, 40), (6, 30), (3, 50)], 10), knapsack([], 5))

def edits(a, b):
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            last, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, last + (x != y))
    return row[-1]

print(edits('kitten', 'sitting'), edits('', 'abc'), edits('same', 'same'), edits('flaw', 'lawn'), edits('intention', 'execution'))

def partitions(n):
    ways = [1] + [0] * n
    for part in range(1, n + 1):
        for total in range(part, n + 1):
            ways[total] += ways[total - part]
    return ways[n]

print([partitions(n) for n in range(12)], partitions(100))

def fewest(amount, coins):
    best = {0: []}
    for a in range(1, amount + 1):
        options = [best[a - c] + [c] for c in coins if a - c in best]
        if options:
            best[a] = min(options, key=len)
    return best.get(amount)

print(fewest(63, [1, 5, 10, 21, 25]), fewest(7, [3, 5]), fewest(11, [2, 5, 9]), fewest(0, [1]))
pascal = [[1]]
for n in range(8):
    last = pascal[-1]
    pascal.append([1] + [a + b for a, b in zip(last, last[1:])] + [1])
print(pascal[-1], [sum(row) for row in pascal])
