# Matrices as lists of lists: product, transpose, determinant, inverse by elimination.
def identity(n):
    return [[1.0 if r == c else 0.0 for c in range(n)] for r in range(n)]

def multiply(a, b):
    return [[sum([a[r][k] * b[k][c] for k in range(len(b))]) for c in range(len(b[0]))] for r in range(len(a))]

def transpose(a):
    return [[row[c] for row in a] for c in range(len(a[0]))]

def determinant(a):
    if len(a) == 1:
        return a[0][0]
    total = 0
    for c in range(len(a)):
        minor = [row[:c] + row[c + 1:] for row in a[1:]]
        total += (-1) ** c * a[0][c] * determinant(minor)
    return total

def inverse(a):
    n = len(a)
    work = [list(row) + unit for row, unit in zip(a, identity(n))]
    for k in range(n):
        pivot = max(range(k, n), key=lambda r: abs(work[r][k]))
        if work[pivot][k] == 0:
            return None
        work[k], work[pivot] = work[pivot], work[k]
        scale = work[k][k]
        work[k] = [v / scale for v in work[k]]
        for r in range(n):
            if r != k:
                factor = work[r][k]
                work[r] = [v - factor * w for v, w in zip(work[r], work[k])]
    return [row[n:] for row in work]

a = [[2, 1, 0], [1, 3, 2], [0, 1, 4]]
b = [[1, 2], [3, 4], [5, 6]]
print(multiply(a, b), transpose(b), determinant(a), determinant([[1, 2], [2, 4]]), determinant([[7]]))
inv = inverse(a)
for row in inv:
    print(' '.join([f'{v:9.6f}' for v in row]))
print([[round(v, 12) + 0.0 for v in row] for row in multiply(a, inv)], inverse([[1, 2], [2, 4]]), multiply(identity(2), [[1, 2], [3, 4]]))
power = identity(2)
for i in range(10):
    power = multiply(power, [[1, 1], [1, 0]])
print(power, sum([power[i][i] for i in range(2)]), [list(t) for t in zip(a[0], a[1], a[2])] == transpose(a))
spiral = []
rest = [[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]]
while rest:
    spiral += rest[0]
    rest = transpose(rest[1:])[::-1] if len(rest) > 1 else []
print(spiral)
