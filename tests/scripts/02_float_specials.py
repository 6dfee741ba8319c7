# Signed zero, infinities, nan and sums that do not come out even.
import math

print(0.1 + 0.2, 0.1 + 0.7, 0.1 * 3, 1.1 + 2.2, 0.3 - 0.1)
print(1e16 + 1, 1e16 + 2, 1e308 * 10, -1e308 * 10)
print(-0.0, 0.0, 0.0 == -0.0, str(-0.0), 0 * -1.0, -0.0 + 0.0, 0.0 - 0.0)
print(math.copysign(1.0, -0.0), math.copysign(3, 0.0), abs(-0.0))
print([-0.0, 0.0], (-0.0,), {-0.0: 1})

inf = math.inf
nan = math.nan
print(inf, -inf, nan, [inf, -inf, nan])
print(inf - inf, inf * 0, inf + 1, -inf - 1, 1 / inf, -1 / inf)
print(inf == inf, inf > 1e308, -inf < -1e308, inf == -inf)
print(nan == nan, nan != nan, nan < 1, nan > 1, nan >= nan)
print(float('inf') == inf, float('-inf'), float('nan') != float('nan'), float('Infinity'))
print(math.isnan(nan), math.isnan(1.0), math.isinf(-inf), math.isfinite(1e308), math.isfinite(inf))
print(bool(nan), bool(0.0), bool(-0.0), bool(inf))

total = 0.0
for i in range(10):
    total += 0.1
print(total, total == 1.0, round(total, 12))
print(1.0 - 0.9, 1.0 - 0.9 == 0.1, abs((1.0 - 0.9) - 0.1) < 1e-15)
print(4.35 * 100, 1.1 * 1.1, 0.57 * 100, 1.15 * 100)
print(1e-320, 1e-320 / 10, 5e-324 / 2, 5e-324 * 0.6)
print(max(0.0, -0.0), min(1, 1.0), max(1, 1.0), max(1.0, 1))
