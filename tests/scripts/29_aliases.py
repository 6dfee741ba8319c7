# Names refer to values: what is shared, and what is not.
row = [0] * 3
grid = [row] * 3
grid[0][1] = 5
print(grid, row, grid[0] is grid[2])
good = [[0] * 3 for i in range(3)]
good[0][1] = 5
print(good, good[0] is good[1])

a = b = []
a.append(1)
print(a, b, a is b)
x = y = 0
x += 1
print(x, y)
p = q = r = (1, 2)
p += (3,)
print(p, q, r, q is r)

def change(items, number, text):
    items.append(number)
    number += 1
    text += '!'
    items = ['new']
    return items, number, text

things, n, s = [1], 2, 'hi'
print(change(things, n, s), things, n, s)

t = ([], [])
t[0].append('in a tuple')
print(t, t[0] == t[1])
d = {'a': things}
d['b'] = d['a']
d['b'].append('both')
print(d, things)
outer = [1, [2, 3]]
copy = outer.copy()
copy[1].append(4)
copy.append(5)
print(outer, copy)

class Node:
    def __init__(self):
        self.items = []

m = Node()
k = m
k.items.append(1)
k.extra = 'set through k'
print(m.items, m.extra, m is k, m is Node(), m == k, m != k)
functions = [len, len]
print(functions[0] is functions[1], functions[0]('abc'), [] is [], [] == [], None is None)
i = 0
a = [0, 0, 0]
i = a[i] = 2
print(i, a)
