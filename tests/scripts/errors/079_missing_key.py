d = {'hip': 1}
print(d['knee'])
