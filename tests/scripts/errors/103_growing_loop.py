a = [1]
for v in a: a.append([v, v])
