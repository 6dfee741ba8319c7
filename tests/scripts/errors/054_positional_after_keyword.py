print(sep='-', 'a')
