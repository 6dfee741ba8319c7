total = sum(x * x for x in range(3))
