# Slices of lists and tuples are new values; steps may be negative; ends may lie outside.
a = list(range(10))
print(a[2:5], a[:3], a[7:], a[:], a[-3:], a[:-7], a[5:2], a[20:], a[-20:2], a[3:-3])
print(a[::2], a[1::3], a[::-1], a[::-4], a[7:2:-2], a[-1:-4:-1], a[:5:-2], a[3::-1], a[2:2], a[100::-5], a[:-100:-3])
print(a[0:0:-1], a[0::-1], a[9:0:-1], a[9:-11:-1], a[-1::], a[-11:11], a[:1:-1][::-1])
t = tuple(a)
print(t[1:3], t[::-3], t[4:4], t[:1], t[-1:], t[:], t[::5])

b = a[:]
b[0] = 99
print(a[0], b[0], a is b, a[:] == a, a[:] is a)
nested = [[1, 2], [3, 4]]
shallow = nested[:]
shallow[0][0] = 'changed'
shallow[1] = 'replaced'
print(nested, shallow)

print([a[i:i + 3] for i in range(0, 10, 3)], [a[i:] for i in range(8, 12)], [a[:i] for i in range(-12, -7)])
print(a[:4] + a[6:], a[:2] * 2, [0] + a[1:3] + [0], sum(a[::2]), max(a[2:6]), len(a[1:-1]), 5 in a[:5], a[::2][1::2][0])
print(nested[0][1:][0], [[1, 2, 3], [4, 5, 6]][1][::-1], 'abc'[1:] + 'x', (1, 2, 3)[1:] + (4,))

def rotate(items, n):
    n = n % len(items)
    return items[-n:] + items[:-n] if n else items[:]

for n in [0, 1, 3, 10, -1, 13]:
    print(rotate(a, n))

def merge(left, right):
    if not left or not right:
        return left + right
    if left[0] <= right[0]:
        return [left[0]] + merge(left[1:], right)
    return [right[0]] + merge(left, right[1:])

def merge_sort(items):
    middle = len(items) // 2
    return merge(merge_sort(items[:middle]), merge_sort(items[middle:])) if middle else items[:]

print(merge_sort([5, 2, 9, 1, 5, 6, 0, -3]), merge_sort([]), merge_sort([1]))
