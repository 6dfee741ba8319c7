def f(a, if):
    return a
