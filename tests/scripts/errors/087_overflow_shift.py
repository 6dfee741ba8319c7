n = 1
print(n << 63)
