# // and % of floats, where the remainder has the sign of the divisor, and math.fmod, where it has not.
import math

pairs = [(7.5, 2), (-7.5, 2), (7.5, -2), (-7.5, -2), (1.0, 0.1), (-1.0, 0.1), (0.3, 0.1), (5.0, 2.5),
         (-5.0, 2.5), (1e20, 3.0), (6, 0.5), (-0.75, 0.5)]
for a, b in pairs:
    print(a, b, a // b, a % b, divmod(a, b), math.fmod(a, b))

print(0.0 // 1, -0.0 // 1, 0.0 % 1, -0.0 % 1, 0.0 % -1)
print(5.0 // 0.1, 5.0 % 0.1, 1 // 0.1, 1 % 0.1)
print(math.fmod(-1, 3), -1 % 3, math.fmod(1, -3), 1 % -3)
print(-1e-20 % 3, 1e-20 % -3)
print(3 % math.inf, -3 % math.inf, 3 // math.inf, -3 // math.inf)

def wrap(angle):
    return (angle + math.pi) % (2 * math.pi) - math.pi

for k in range(-3, 4):
    print(f'{wrap(0.5 + k * 2 * math.pi):.9f}')

print(10.0 / 4, 10 / 4.0, 1e300 / 1e-300 == math.inf, 1 / 3 * 3 == 1.0)
print(2.5 // 1, int(2.5 // 1), -2.5 // 1, 1e16 // 1, 7 // 2.0, 7 % 2.5)
x = 17.25
x //= 2
print(x)
x %= 3
print(x)
x /= 8
print(x)
