n = 1
for i in range(30):
    n = n * 10
