# ** binds tighter than a sign on its left, looser than one on its right, and groups from the right.
print(2 ** 10, 2 ** 0, 0 ** 0, 0 ** 5, (-2) ** 3, (-2) ** 4, -2 ** 2, (-2) ** 2)
print(2 ** 3 ** 2, (2 ** 3) ** 2, 2 ** -1, 2 ** -2, 4 ** -1, -2 ** -2, 2 ** -(1 + 1))
print(2 ** 62, -2 ** 62, 3 ** 39, (-3) ** 39, 10 ** 18, 7 ** 22)
print(type(2 ** 2).__name__, type(2 ** -2).__name__, type(2.0 ** 2).__name__, type(2 ** 2.0).__name__)
print(1.5 ** 2, 2.0 ** 0.5 == 2 ** 0.5, 0.5 ** 3, 10.0 ** 2, 10.0 ** -2, (-1.5) ** 3, 0.0 ** 0, 1 ** -5)
print(f'{2 ** 0.5:.12g} {10 ** 0.3:.12g} {1.1 ** 10:.12g} {2 ** -44:.12g} {1e-3 ** 0.5:.12g}')
print(pow(2, 10), pow(2, -1), pow(2.0, 3), pow(5, 0), pow(-3, 3), pow(9, 0.5))
print(1 ** 1000000, (-1) ** 1000001, 0 ** 1, True ** 2)
print(2 * 3 ** 2, (2 * 3) ** 2, 2 ** 2 * 3, 6 / 2 ** 2, not 2 ** 2 == 4)

x = 3
x **= 2
print(x)
x **= -1
print(f'{x:.12g}')

# Integer powers by squaring agree with products.
def power(base, n):
    result = 1
    while n > 0:
        if n % 2 == 1:
            result *= base
        base = base * base if n > 1 else base
        n //= 2
    return result

for base in [2, 3, -5, 10]:
    print(base, [power(base, n) == base ** n for n in range(12)], base ** 11)

table = []
for row in range(1, 5):
    table.append([row ** e for e in range(6)])
print(table)
