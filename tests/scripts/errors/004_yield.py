def numbers():
    yield 1
