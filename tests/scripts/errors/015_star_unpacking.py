first, *rest = [1, 2, 3]
