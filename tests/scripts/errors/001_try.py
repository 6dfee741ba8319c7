def read(x):
    try:
        return int(x)
    except:
        return 0
