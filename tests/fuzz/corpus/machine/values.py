import math
import random
l = [3, 1, 2]
l.sort()
l.append(l[-1] // 2)
d = {"a": 1, (1, 2): [None, True]}
d["b"] = d.pop("a", 0)
for k, v in d.items():
    print(k, v, f"{len(str(v)):>5d}")
s = "ab,c".split(",")
s2 = "-".join(s).upper().replace("A", "ä")[::-1]
v = vec(1, 2, 3).cross(vec(0, 0, 1)) * 2
print(v.length(), math.atan2(v.x, v.y), random.random(), sorted(l, reverse=True), sum(l), max(1, 2.5))
print(2 ** 10 % 7, -7 // 2, 1 / 3, 0.1 + 0.2, 1e22, round(2.5), abs(-3), int("12"), float("1e5"))
