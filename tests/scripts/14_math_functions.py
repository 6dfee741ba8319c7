# Functions that are not exact, to twelve digits.
import math

def show(name, values):
    print(name, ' '.join([f'{v:.12g}' for v in values]))

angles = [-3.0, -1.0, -0.1, 0.25, 0.5, 1.0, 2.0, 3.0, 10.0, 100.0]
show('sin', [math.sin(a) for a in angles])
show('cos', [math.cos(a) for a in angles])
show('tan', [math.tan(a) for a in angles])
units = [-1, -0.75, -0.1, 0.001, 0.5, 0.999, 1]
show('asin', [math.asin(u) for u in units])
show('acos', [math.acos(u) for u in units if u != 1])
show('atan', [math.atan(a) for a in angles])
show('sinh', [math.sinh(a) for a in [-2, -0.01, 0.3, 1, 5, 20]])
show('cosh', [math.cosh(a) for a in [-2, -0.01, 0.3, 1, 5, 20]])
show('tanh', [math.tanh(a) for a in [-2, -0.01, 0.3, 1, 5, 20]])
positive = [1e-300, 0.001, 0.5, 2, 10, 1024, 1e10, 1e300]
show('exp', [math.exp(a) for a in [-700, -5, -0.001, 0.5, 1, 10, 700]])
show('log', [math.log(p) for p in positive])
show('log10', [math.log10(p) for p in positive])
show('log2', [math.log2(p) for p in positive])
show('log base', [math.log(8, 2), math.log(100, 10), math.log(2, 8)])
show('pow', [math.pow(2, 0.5), math.pow(10, -2.5), 3 ** 0.2, 0.5 ** 1.5])
show('atan2', [math.atan2(y, x) for y in [-1, 0.5, 2] for x in [-3, -1, 1, 3]])
show('hypot', [math.hypot(x, 2.5) for x in [0.1, 1, 7, 1e10]])
show('turn', [math.degrees(1), math.radians(57), math.degrees(math.pi), math.radians(-90)])

print(round(math.sin(math.pi), 12) == 0, round(math.cos(math.pi / 2), 12) == 0)
print(abs(math.sin(1) ** 2 + math.cos(1) ** 2 - 1) < 1e-15, abs(math.exp(math.log(7)) - 7) < 1e-14)
print(math.atan2(0.0, -1.0) == math.pi, math.exp(-1000), math.tanh(1000), math.exp(-math.inf))
