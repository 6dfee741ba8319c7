for i in range(3):
    print(i)
else:
    print('done')
