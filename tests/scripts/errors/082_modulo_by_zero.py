n = 0
print(7 % n)
