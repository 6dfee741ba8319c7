exec('x = 1')
