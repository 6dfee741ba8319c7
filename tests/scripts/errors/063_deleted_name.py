a = 1
del a
print(a)
