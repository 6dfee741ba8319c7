a = [1, 2]
a.push(3)
