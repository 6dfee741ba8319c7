for k, v in [(1, 2), (3, 4, 5)]:
    print(k, v)
