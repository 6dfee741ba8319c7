# is and is not: None, True, False and whether two names have one object.
def nothing():
    pass

def bare():
    return

def maybe(x):
    if x:
        return x

print(nothing(), bare(), maybe(0), maybe(5), nothing() is None, print('printed') is None, [].append(1) is None, {}.clear() is None)
x = None
print(x is None, x is not None, x == None, None is None, not x, x in [None], [None, None].count(None), None != 0, None == False, str(None) + '!')
print('skipped', 1 == True, True is True, (1 > 0) is True, (1 < 0) is False, bool(1) is True)
a = [1]
b = a
c = [1]
print(a is b, a is c, a == c, a is not c, a is a, not a is c, {} is {}, [a] is [a], (a, c)[0] is a)

class Node:
    def __init__(self, value, next=None):
        self.value = value
        self.next = next

n = Node(1, Node(2, Node(3)))
values = []
while n is not None:
    values.append(n.value)
    last = n
    n = n.next
print(values, last.next is None, last is last, n, Node(1) is Node(1), last.next == None)

def default(value=None):
    if value is None:
        value = []
    value.append(1)
    return value

print(default(), default(), default([0]), default(None), default(value=[5]))
d = {'a': None}
print(d.get('a') is None, d.get('b') is None, 'a' in d, d['a'] or 'was none', {None: 1}[None], [None], (None,), [x for x in [0, None, '', 1] if x is not None])
f = nothing
print(f is nothing, f is not bare, nothing is nothing, f() is f(), Node is Node, type(n).__name__, isinstance(None, Node), len is len)
best = None
for v in [3, 9, 2]:
    if best is None or v > best:
        best = v
print(best, None if best else 0, [None] * 3, None or 'other', None and 1)
