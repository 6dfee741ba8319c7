# and, or and not: and/or give one of their operands, and only work out what they need.
print(1 and 2, 0 and 2, 1 or 2, 0 or 2, '' or 'default', 'x' and 'y', [] or {}, () and 1, None or 0, 0 or None, None and 1)
print(1 and 2 and 3, 1 and 0 and 3, 0 or '' or [], 0 or '' or 'last' or 'never', 1 or 2 and 0, (1 or 2) and 0, 0 and 1 or 2, 0 or 1 and 2)
print(not 1, not 0, not not 3, not [] and 1, not (1 and 0), not 1 or 1, not 1 == 2, (not 1) == 2, not None, not 'a' in 'abc', not 'a' not in 'abc')
print(True and 'yes' or 'no', False and 'yes' or 'no', [0] and 'one item', [] and 'none', 0.0 or -0.0, '0' and 1, ' ' or 2)

def loud(value):
    print('<' + str(value) + '>', end='')
    return value

print(loud(0) and loud(1))
print(loud(1) or loud(0))
print(loud(1) and loud(0) or loud(5))
print(loud('') or loud(None) or loud([]))
print(not loud(1) or loud(2))

def safe_ratio(a, b):
    return b != 0 and a / b

print(safe_ratio(1, 0), safe_ratio(1, 4), safe_ratio(0, 5))
d = {'a': 0}
print('b' in d and d['b'] > 1, 'a' in d and d['a'] == 0, d.get('a') or 'empty', d.get('c') or 'absent', d.get('c', 1) and d['a'])

def find(items, wanted, i=0):
    return i < len(items) and (items[i] == wanted or find(items, wanted, i + 1))

print(find([1, 2, 3], 3), find([1, 2, 3], 4), find([], 0))
name = None
print('hello ' + (name or 'stranger'), (name and name.upper()) is None)
x = 5
if x > 3 and not x == 4 or x < 0:
    print('taken')
if not (x > 3 and x != 4) or x < 0:
    print('not taken')
while x and x > 2:
    x -= 1
print(x, [a or b for a in (0, 1) for b in (0, 2)], [a and b for a in (0, 1) for b in (0, 2)], (0 or 3) + (2 and 4), -(0 or 3), [] or [1] + [2], 1 if 0 or '' else 2)
