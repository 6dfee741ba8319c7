def f(**options):
    return options
