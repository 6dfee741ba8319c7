import math
print(int(math.nan))
