speed = 3
speed(4)
