# round() goes to the even neighbour at a tie and works on the exact binary value.
import math

for v in [0.5, 1.5, 2.5, 3.5, -0.5, -1.5, -2.5, 0.49999999999999994, 2.4999, 1e15 + 0.5, -3.7]:
    print(v, round(v), type(round(v)).__name__)

print(round(2.675, 2), round(1.005, 2), round(2.665, 2), round(5.015, 2))
print(round(0.125, 2), round(0.375, 2), round(0.625, 2), round(-0.125, 2))
print(round(1.25, 1), round(1.35, 1), round(1.45, 1), round(0.05, 1), round(0.15, 1))
print(round(3.14159, 0), round(3.14159, 1), round(3.14159, 4), round(3.14159, 20))
print(round(-0.4), round(-0.04, 1), round(1e300, 2), round(123.456, 1))
print(type(round(1.0, 0)).__name__, type(round(7)).__name__, round(7), round(True))
print(round(1e16), round(1e17), round(123456789.5), round(123456790.5))
print(round(1234.5678, -2), round(1250.0, -2), round(1350.0, -2))
print(round(7, 2), round(1.0, 2), round(1e-7, 3))

print(math.floor(2.7), math.floor(-2.7), math.ceil(2.2), math.ceil(-2.2), math.trunc(2.9), math.trunc(-2.9))
print(math.floor(5), math.ceil(5), math.trunc(-5), type(math.floor(2.5)).__name__)
print(int(2.9), int(-2.9), int(-0.5), int(1e15 + 0.3))
print(math.floor(-0.0), math.ceil(-0.5), math.floor(0.9999999999999999))

# The same ties in formats.
print(f'{0.5:.0f} {1.5:.0f} {2.5:.0f} {3.5:.0f} {-0.5:.0f}')
print(f'{2.675:.2f} {1.005:.2f} {0.125:.2f} {0.375:.2f}')
print(f'{1e22:.1f} {0.1:.20f} {1 / 3:.30f}')
