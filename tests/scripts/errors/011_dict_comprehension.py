squares = {x: x * x for x in range(3)}
