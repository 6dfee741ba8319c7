def check(x):
    if x < 0:
        raise x
