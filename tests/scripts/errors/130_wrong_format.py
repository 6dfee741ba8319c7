s = 'abc'
print(f'{s:.2f}')
