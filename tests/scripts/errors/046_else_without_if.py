a = 1
else:
    a = 2
