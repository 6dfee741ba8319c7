speed = 3
print(speeed + 1)
