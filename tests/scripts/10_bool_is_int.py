# True and False are the integers 1 and 0 wherever a number is wanted, and words when printed.
print(True, False, True + True, True * 10, -True, +False, True / 2, True - 2.5)
print(True == 1, False == 0, True == 1.0, True == 2, True is True, (1 == 1) is True)
print(str(True), repr(False), [True, False], (True,), {True: False}, f'{True} {False!r}')
print(int(True), float(False), bool(7), bool(-1), bool(0), int(False))
print(sum([True, False, True, True]), max(True, False), sorted([True, False, 2, -1]))
print(isinstance(True, bool), isinstance(True, int), isinstance(1, bool), type(True).__name__, type(1 == 1).__name__)
print('ab'[True], [10, 20][False], 'x' * True, 'x' * False, [0] * True)
print(not 0, not 1, not '', not 'a', not [], not None, not not 5)
print(True and 1, False or 0, True > False, True >= 1, False < 0.5)

for value in [0, 0.0, '', [], (), {}, None, False, 1, -0.5, ' ', '0', [0], (0,), {0: 0}, 'False']:
    if value:
        print(repr(value), 'is true')
    else:
        print(repr(value), 'is false')

d = {}
d[1] = 'one'
d[True] = 'true'
d[1.0] = 'float'
d[0] = 'zero'
d[False] = 'false'
print(d, len(d))
print(True in d, 0.0 in d, True in [1.0], 1 in (True, False), list(d.keys()))
count = 0
for c in 'banana':
    count += c == 'a'
print(count, [n for n in range(6) if n % 2])
