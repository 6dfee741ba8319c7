# Prime numbers by a sieve, by division, and what can be made of them.
import math

def sieve(n):
    marks = [True] * (n + 1)
    marks[0] = marks[1] = False
    for i in range(2, math.isqrt(n) + 1):
        if marks[i]:
            for j in range(i * i, n + 1, i):
                marks[j] = False
    return [i for i, m in enumerate(marks) if m]

def factors(n):
    out = []
    d = 2
    while d * d <= n:
        while n % d == 0:
            out.append(d)
            n //= d
        d += 1 if d == 2 else 2
    if n > 1:
        out.append(n)
    return out

primes = sieve(2000)
print(len(primes), primes[:10], primes[-3:], sum(primes))
for n in [1, 2, 12, 97, 360, 1001, 65536, 600851475143, 999999000001]:
    f = factors(n)
    product = 1
    for p in f:
        product *= p
    print(n, f, product == n)

def power_mod(b, e, m):
    result = 1
    while e:
        if e & 1:
            result = result * b % m
        b = b * b % m
        e >>= 1
    return result

print([p for p in primes[1:30] if power_mod(2, p - 1, p) != 1], power_mod(3, 200, 1000007), power_mod(7, 10 ** 15, 1000003))
print([(p, p + 2) for p in primes if p + 2 in primes][:8], [p for p in primes if str(p) == str(p)[::-1]][-5:])
perfect = [n for n in range(2, 600) if sum([d for d in range(1, n // 2 + 1) if n % d == 0]) == n]
print(perfect, math.gcd(2 ** 20, 10 ** 6), [math.gcd(a, 36) for a in range(1, 13)])
gaps = {}
for a, b in zip(primes, primes[1:]):
    gaps[b - a] = gaps.get(b - a, 0) + 1
print(sorted(gaps.items()))
