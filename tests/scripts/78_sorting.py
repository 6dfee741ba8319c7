# Sorting and searching by hand, against sorted().
def bubble(a):
    a = a[:]
    swapped = True
    n = len(a)
    while swapped:
        swapped = False
        for i in range(1, n):
            if a[i - 1] > a[i]:
                a[i - 1], a[i] = a[i], a[i - 1]
                swapped = True
        n -= 1
    return a

def insertion(a):
    out = []
    for v in a:
        i = len(out)
        while i > 0 and out[i - 1] > v:
            i -= 1
        out.insert(i, v)
    return out

def quick(a):
    if len(a) < 2:
        return a
    p = a[len(a) // 2]
    return quick([v for v in a if v < p]) + [v for v in a if v == p] + quick([v for v in a if v > p])

def heap(items):
    a = list(items)
    def sift(root, end):
        while 2 * root + 1 < end:
            child = 2 * root + 1
            if child + 1 < end and a[child] < a[child + 1]:
                child += 1
            if a[root] >= a[child]:
                return
            a[root], a[child] = a[child], a[root]
            root = child
    for i in range(len(a) // 2 - 1, -1, -1):
        sift(i, len(a))
    for end in range(len(a) - 1, 0, -1):
        a[0], a[end] = a[end], a[0]
        sift(0, end)
    return a

def search(a, wanted):
    lo, hi = 0, len(a)
    while lo < hi:
        mid = (lo + hi) // 2
        if a[mid] < wanted: lo = mid + 1
        else: hi = mid
    return lo if lo < len(a) and a[lo] == wanted else -1

seed, data = 7, []
for i in range(60):
    seed = (seed * 75 + 74) % 65537
    data.append(seed % 100 - 50)
for values in [data, [], [1], [2, 1], [1, 1, 1], list('sorting'), [3, 1.5, 2], list(range(20, 0, -1))]:
    print([f(values) == sorted(values) for f in [bubble, insertion, quick, heap]], quick(values)[:6])
s = sorted(data)
print([search(s, v) == s.index(v) for v in [s[0], s[-1]]], search(s, 1000), search([], 1), [search([1, 3, 5, 7], v) for v in range(9)])
