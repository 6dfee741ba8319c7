x = -8.0
print(x ** 0.5)
