# The part of math whose results are exact, or correctly rounded everywhere.
import math

print(math.sqrt(0), math.sqrt(4), math.sqrt(2), math.sqrt(0.25), math.sqrt(1e300), math.sqrt(10 ** 16))
print([math.isqrt(n) for n in range(20)], math.isqrt(10 ** 18), math.isqrt(10 ** 18 - 1), math.isqrt(2 ** 62 - 1))
print([math.factorial(n) for n in range(11)], math.factorial(20))
print(math.gcd(12, 18), math.gcd(-12, 18), math.gcd(0, 5), math.gcd(0, 0), math.gcd(17, 13), math.gcd(2 ** 40, 6 ** 20))
print(math.fabs(-3), math.fabs(2.5), math.fabs(-0.0), type(math.fabs(-3)).__name__)
print(math.floor(1.5), math.floor(-1.5), math.ceil(1.5), math.ceil(-1.5), math.trunc(-1.5), math.trunc(7))
print(math.copysign(2, -1), math.copysign(-2, 1), math.copysign(0.0, -5), math.copysign(math.inf, -1))
print(math.fmod(7, 3), math.fmod(-7, 3), math.fmod(7, -3), math.fmod(7.5, 0.5), math.fmod(1e17, 3))
print(math.isnan(math.nan), math.isinf(math.inf), math.isfinite(0), math.isfinite(math.nan), math.isinf(3))
print(math.pi, math.e, math.tau, math.tau == 2 * math.pi, math.inf, math.nan)
print(math.sin(0), math.cos(0), math.tan(0), math.exp(0), math.log(1), math.atan2(0, 1), math.asin(0))
print(math.pow(2, 3), math.pow(2, 0.5) == 2 ** 0.5, math.pow(0, 0), math.pow(-2, 3), type(math.pow(2, 3)).__name__)
print(math.hypot(3, 4), math.hypot(0, 0), math.hypot(-5, 12), math.hypot(1e200, 0))
print(math.degrees(0), math.radians(0), math.atan2(0.0, -0.0) == math.pi, math.atan2(-0.0, 1))

m = math
root = math.sqrt
print(m.pi == math.pi, [root(k * k) for k in range(5)], root(2) * root(2))
below = 0
for n in range(1, 200):
    r = math.isqrt(n)
    if r * r <= n < (r + 1) * (r + 1):
        below += 1
print(below, sum([math.gcd(k, 12) for k in range(1, 13)]))
