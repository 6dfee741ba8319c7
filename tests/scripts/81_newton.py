# Roots by Newton and by halving; quadrature; series.
import math

def newton(f, df, x, tolerance=1e-12, limit=50):
    for n in range(limit):
        step = f(x) / df(x)
        x -= step
        if abs(step) < tolerance:
            return x, n + 1
    return x, limit

def bisect(f, lo, hi):
    assert f(lo) * f(hi) < 0, 'the ends must differ in sign'
    while hi - lo > 1e-13:
        mid = 0.5 * (lo + hi)
        if f(lo) * f(mid) <= 0:
            hi = mid
        else:
            lo = mid
    return 0.5 * (lo + hi)

for a in [2, 3, 10, 0.25]:
    root, n = newton(lambda x: x * x - a, lambda x: 2 * x, 1.0)
    print(a, f'{root:.12g}', n, abs(root - math.sqrt(a)) < 1e-12)
root, n = newton(lambda x: x ** 3 - 2 * x - 5, lambda x: 3 * x ** 2 - 2, 2.0)
print(f'{root:.12g}', n)
print(f'{bisect(lambda x: math.cos(x) - x, 0.0, 1.0):.11f}', f'{bisect(lambda x: x * x - 2, 0, 2):.11f}')
root, n = newton(lambda x: math.exp(x) - 3, math.exp, 1.0)
print(f'{root:.12g} {math.log(3):.12g}', n)

def simpson(f, a, b, n=100):
    h = (b - a) / n
    total = f(a) + f(b)
    for i in range(1, n):
        total += f(a + i * h) * (4 if i % 2 else 2)
    return total * h / 3

print(f'{simpson(math.sin, 0, math.pi):.10f} {simpson(lambda x: x ** 3, 0, 2):.10f} {simpson(math.exp, -1, 1, n=200):.10f}')

def e_series(terms):
    total, term = 0.0, 1.0
    for k in range(1, terms + 1):
        total += term
        term /= k
    return total

print(f'{e_series(20):.12g}', [f'{e_series(n):.6f}' for n in range(1, 7)], abs(e_series(25) - math.e) < 1e-15)
pi = 0
for k in range(2000):
    pi += 4 * (-1) ** k / (2 * k + 1)
print(f'{pi:.12g} {math.pi - pi:.9f}')
derivative = lambda f, x, h=1e-6: (f(x + h) - f(x - h)) / (2 * h)
print([f'{derivative(g, 0.5):.6f}' for g in [math.sin, math.cos, lambda x: x * x]])
