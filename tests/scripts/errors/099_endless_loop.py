n = 0
while True: n = (n + 1) % 1000
