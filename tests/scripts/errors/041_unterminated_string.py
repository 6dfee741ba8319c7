name = 'knee
print(name)
