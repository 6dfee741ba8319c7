i = 3
while i > 0:
    i -= 1
else:
    print('done')
