# // goes towards minus infinity, % takes the sign of the divisor, / is always a float.
for a in [7, -7]:
    for b in [2, -2, 3, -3, 7, -7, 10, -10]:
        q = a // b
        r = a % b
        print(a, b, q, r, q * b + r == a, divmod(a, b) == (q, r))

print(0 // 5, 0 % 5, 0 // -5, 0 % -5, -1 // 1000, -1 % 1000, 1 // -1000, 1 % -1000)
print(7 / 2, -7 / 2, 6 / 3, type(6 / 3).__name__, 0 / 5, 0 / -5)
print(type(7 // 2).__name__, type(7 % 2).__name__, type(7 // 2.0).__name__)

# Signs bind after **, before // and %.
print(-7 // 2, -(7 // 2), (-7) // 2, -7 % 3, -(7 % 3))
print(2 * 3 % 4, 2 + 3 % 4, 10 - 4 - 3, 100 // 7 // 2, 100 // (7 // 2), 7 % 5 * 2)

# Angles and clocks that wrap.
for degrees in [-450, -180, -1, 0, 359, 360, 725]:
    print(degrees, degrees % 360, (degrees + 180) % 360 - 180)
minutes = -75
print(minutes // 60, minutes % 60)

big = 9223372036854775807
print(big // 2, big % 2, big // 10, big % 10, -big // 10, -big % 10)
print((-big - 1) // 2, (-big - 1) % 2, (-big - 1) // 3, (-big - 1) % 3, big // -1)
print(True // 1, True % 2, False // 3)
