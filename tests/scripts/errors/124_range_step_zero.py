for i in range(1, 5, 0):
    print(i)
