# An integer and a float are compared by value, not by rounding the integer.
n = 2 ** 53
print(n == float(n), n + 1 == float(n), n + 1 > float(n), n + 1 != float(n), n - 1 < float(n))
print(2 ** 62 == 2.0 ** 62, 2 ** 62 + 1 == 2.0 ** 62, 9223372036854775807 == 2.0 ** 63, 9223372036854775807 < 2.0 ** 63)
print(1 == 1.0, 1 < 1.5, 2 > 1.5, -1 > -1.5, 0 == -0.0, 3 == 3.0000000000000004)
print(10 ** 18 < float('inf'), -10 ** 18 > float('-inf'), 0 == float('nan'), 5 < float('nan'))
print(1e18 == 10 ** 18, 1e17 + 1 == 10 ** 17 + 1, int(1e17) + 1)

d = {n: 'int', n + 1: 'next'}
print(d[float(n)], float(n) in d, n + 1 in d, len(d))
d[2.0 ** 53] = 'float'
print(d)
print(n + 1 in [float(n)], n in [float(n)], [1, 2] == [1.0, 2.0], (1, (2,)) == (1.0, (2.0,)))
print(sorted([3, 1.5, 2, 0.5, 2.5, -1]), sorted([n + 1, float(n), n - 1]))
print(max([1, 1.0, 0.5]), min([2, 2.0]), max(3, 2.9), min(3, 2.9))

# Mixed arithmetic gives floats; comparisons chain across kinds.
print(1 + 1.0, 2 * 0.5, 3 - 0.0, 7 // 1.0, 7 % 4.0, 2 ** 1.0, True + 0.5, True == 1.0)
print(0 < 0.5 < 1 < 1.5 < 2, 1 <= 1.0 <= True, 0 <= False <= 0.0)
print(float(n + 1) == n, int(float(n + 1)) == n, int(2.0 ** 62) == 2 ** 62)
total = 0
for v in [1, 2, 3.5]:
    total += v
    print(total, type(total).__name__)
