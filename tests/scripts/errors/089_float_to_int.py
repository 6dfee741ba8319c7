x = 1e300
print(int(x))
