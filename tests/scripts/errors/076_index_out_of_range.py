a = [1, 2, 3]
i = 3
print(a[i])
