n = 0
print(n ** -1)
