a = []
a.pop()
