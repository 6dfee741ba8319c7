def move(x, speed=1):
    return x * speed

move(1, x=2)
