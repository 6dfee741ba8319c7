# range: ends, steps, membership and length.
print(list(range(5)), list(range(2, 5)), list(range(0, 10, 3)), list(range(5, 0, -1)), list(range(5, 0, -2)), list(range(0)), list(range(-3)), list(range(3, 3)))
print(list(range(5, 1)), list(range(1, 5, -1)), list(range(-5, 5, 4)), list(range(5, -5, -4)), list(range(10, 0, -100)), list(range(0, 1, 100)))
print(len(range(10)), len(range(0, 10, 3)), len(range(10, 0, -3)), len(range(5, 1)), len(range(-5)), len(range(0, 9, 3)), len(range(0, 1000000000000)))
print(3 in range(5), 5 in range(5), 4 in range(0, 10, 3), 6 in range(0, 10, 3), -1 in range(5), 2.0 in range(5), 2.5 in range(5), 7 in range(9, 0, -2))
print(sum(range(101)), max(range(3, 9)), min(range(9, 3, -1)), sorted(range(3, 0, -1)), tuple(range(3)), list(reversed(range(4))), list(enumerate(range(5, 7))))
print([i for i in range(3)], [range(n) == range(n) for n in [0, 3]], list(zip(range(3), range(10, 13))), any(range(1)), all(range(1, 3)), bool(range(0)), bool(range(2)))
for i in range(2 ** 62, 2 ** 62 + 2):
    print(i, end=' ')
for i in range(-1, 2):
    print(i, end=' ')
print(i)
n = 3
for i in range(n):
    n -= 1
    print(i, n, end='; ')
print()
r = range(2, 12, 3)
for i in r:
    for j in r:
        if i < j:
            print(i * j, end=' ')
print(list(r) == list(r))
total = 0
for i in range(1000000000000):
    if i > 5:
        break
    total += i
print(total, type(range(3)).__name__, range(3), range(1, 9, 2))
a = [10, 20, 30, 40]
for i in range(len(a) - 1, -1, -1):
    print(a[i], end=' ')
for i in range(0, len(a), 2):
    a[i], a[i + 1] = a[i + 1], a[i]
print(a, [a[i] for i in range(-1, -5, -1)], [[j for j in range(i)] for i in range(4)], list(range(True + 2)))
a, b, c = range(3)
print(a, b, c, a in range(c), ''.join([str(d) for d in range(9, -1, -1)]))
