# a < b < c asks about b once, and stops at the first no.
calls = []

def v(x):
    calls.append(x)
    return x

print(v(1) < v(2) < v(3), calls)
calls.clear()
print(v(3) < v(2) < v(1), calls)
calls.clear()
print(v(1) < v(5) > v(3) != v(4) == v(4.0), calls)
calls.clear()
print(v(1) == v(1) == v(2) == v(2), calls)
calls.clear()
print(v(1) in [1, 2] == True, (v(1) in [1, 2]) == True, calls)
print(1 < 2 < 3, 1 < 3 < 2, 3 > 2 > 1, 1 < 2 > 1, 1 == 1 == 1, 1 == 1 != 2, (1 < 2) < 3, 1 < (2 < 3), 5 > 4 > 3 > 2 > 1)
print(1 < 2 == True, (1 < 2) == True, False == False in [False], not 1 < 2 < 3, -1 < 0 <= 0 < 1 <= 1)
print('a' < 'b' < 'c', [1] < [2] < [3], 0 <= 0.5 <= 1, 'a' in 'abc' in ['abc'], None is None is None)
x = 5
print(0 < x < 10, 0 < x and x < 10, 10 > x >= 5 == x, x < x + 1 < x + 2, not 0 < x, 1 <= x <= 3 or x == 5)
print([n for n in range(12) if 3 <= n < 7], [a for a in 'hello' if 'f' < a < 'n'], sum([1 < n < 5 for n in range(10)]))

def grade(score):
    if 90 <= score <= 100:
        return 'A'
    elif 80 <= score < 90:
        return 'B'
    elif not 0 <= score <= 100:
        return 'out of range'
    return 'C'

print([grade(s) for s in [95, 80, 79.9, 100, 101, -1, 90]])
i = 0
items = [3, 7, 9]
while i < len(items) and items[i] < 8 < 10:
    i += 1
print(i, 1 < 2 < 3 if x else 0, (1, 2) < (1, 3) < (2,), 2 ** 2 < 5 < 3 * 2, 1 + 1 == 2 < 3, 6 & 4 == 4, 1 < 2 | 4 < 8)
