# A for loop over a list looks at the list as it is at each turn.
a = [1, 2, 3]
for v in a:
    if v < 4:
        a.append(v + 3)
print(a)

seen = []
a = [0, 1, 2, 3, 4, 5]
for v in a:
    seen.append(v)
    if v % 2 == 0:
        a.remove(v)
print(seen, a)

a = list('abcdef')
for c in a:
    if c == 'b':
        a.clear()
print(a)

a = [1, 2, 3]
for v in a:
    a = ['rebound']
    print(v, a)

# A copy keeps the loop apart from its changes.
a = [5, 6, 7, 8]
for v in a[:]:
    if v > 5:
        a.remove(v)
print(a)

queue = [(0, 'root')]
for depth, name in queue:
    if depth < 2:
        queue.extend([(depth + 1, name + '.' + k) for k in 'ab'])
print([name for depth, name in queue])

collatz = [27]
for n in collatz:
    if n != 1:
        collatz.append(n // 2 if n % 2 == 0 else 3 * n + 1)
print(len(collatz), max(collatz), collatz[:5], collatz[-4:])

for i, v in enumerate(collatz):
    if i == 3:
        collatz.append('late')
print(collatz[-1], i)
n = 3
for i in range(n):
    n = 10
    i = i * 100
    print(i, end=' ')
print(n)
a = [1, 2, 3]
for v in reversed(a):
    a.append(v)
print(a)
