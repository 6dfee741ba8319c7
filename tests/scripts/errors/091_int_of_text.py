print(int('12x'))
