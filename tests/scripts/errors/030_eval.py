x = 2
y = eval('x + 1')
