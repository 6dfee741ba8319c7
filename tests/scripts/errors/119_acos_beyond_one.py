import math
print(math.acos(1.5))
