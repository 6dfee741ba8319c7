# A container that holds itself prints ... at the second meeting; one that is only shared prints in full.
a = [1, 2]
a.append(a)
print(a, len(a), a[2] is a, a[2][2][0], str(a), repr(a), f'{a}')
d = {'name': 'd'}
d['self'] = d
print(d, d['self']['self']['name'])
b = [0]
c = [b, 'c']
b.append(c)
print(b, c)
t = ([],)
t[0].append(t)
print(t, t[0])
e = {'list': []}
e['list'].append(e)
e['list'].append(e['list'])
print(e, e['list'])

shared = [1]
twice = [shared, shared, (shared, {'k': shared})]
print(twice)
deep = [shared, [shared, [shared]]]
print(deep)

class Node:
    def __init__(self, name):
        self.name = name
        self.links = []

    def __repr__(self):
        return f'Node({self.name}, {len(self.links)} links)'

m, n = Node('m'), Node('n')
m.links.append(n)
n.links.append(m)
print(m, n, m.links, n.links[0].links, [m, [n]])
a[2] = 'cut'
print(a)
del d['self']
print(d)
nest = []
for i in range(50):
    nest = [nest]
print(nest)
