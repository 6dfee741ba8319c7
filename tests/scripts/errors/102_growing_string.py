s = 'x'
while True: s = s * 10
