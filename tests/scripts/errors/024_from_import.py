from math import sqrt
