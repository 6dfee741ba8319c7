n = 3
print('n is ' + n)
