s = 'abc'
print(-s)
