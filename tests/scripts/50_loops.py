# while and for with break, continue and pass, nested, and what the loop variable is afterwards.
n = 0
while True:
    n += 1
    if n % 2:
        continue
    if n > 8:
        break
    print(n, end=' ')
print('end', n)

for i in range(3):
    for j in range(5):
        if j == i:
            continue
        if j > 3:
            break
        if i == 1:
            pass
        print((i, j), end=' ')
    print('|', i, j)
for i in []:
    print('never')
print(i, j)
for i in 'abc': pass
print(i)
while n > 5: n -= 1
print(n)

def first_above(rows, limit):
    for r, row in enumerate(rows):
        for c, v in enumerate(row):
            if v > limit:
                return r, c, v
    return None

print(first_above([[1, 2], [3, 9]], 5), first_above([[1]], 5), first_above([], 0), first_above([[], [7]], 5))

i = 10
while i:
    i -= 3
    if i < 0:
        break
print(i)
x = 0
for x in range(5, 0, -2):
    x += 100
print(x, [v for v in range(0)], sum([k for k in range(4)]))
count = 0
for a in range(10):
    while a > 0:
        a //= 2
        count += 1
        if count > 20:
            break
    if count > 20:
        break
print(a, count)
