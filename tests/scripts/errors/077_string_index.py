s = 'abc'
print(s[-4])
