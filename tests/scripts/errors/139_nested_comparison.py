a = []
b = []
for i in range(1000):
    a = [a]
    b = [b]
print(a == b)
