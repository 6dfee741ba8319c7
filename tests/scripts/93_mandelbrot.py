# Rows of the Mandelbrot set in letters, with complex numbers as tuples, and a Julia point.
def add(a, b):
    return a[0] + b[0], a[1] + b[1]

def mul(a, b):
    return a[0] * b[0] - a[1] * b[1], a[0] * b[1] + a[1] * b[0]

def size2(a):
    return a[0] * a[0] + a[1] * a[1]

def turns(c, limit=30, z=(0.0, 0.0)):
    for n in range(limit):
        if size2(z) > 4:
            return n
        z = add(mul(z, z), c)
    return limit

shades = ' .:-=+*#%@'
for row in range(-6, 7):
    print(''.join([shades[min(turns((col * 0.0625 - 2.0, row * 0.1875)) // 3, 9)] for col in range(48)]))
print([turns((x * 0.25, 0.0)) for x in range(-9, 4)], turns((0.3, 0.5)), turns((0.0, 0.0), 10, (1.5, 1.5)))

def power(a, n):
    result = (1, 0)
    for i in range(n):
        result = mul(result, a)
    return result

def divide(a, b):
    d = size2(b)
    return (a[0] * b[0] + a[1] * b[1]) / d, (a[1] * b[0] - a[0] * b[1]) / d

def show(a):
    return f'{a[0]:g}{a[1]:+g}i'

print(power((0, 1), 2), power((1, 1), 8), power((2, -1), 3), show(divide((1, 2), (3, -4))), show(mul((0, 1), (0, 1))), [show(power((0, 1), n)) for n in range(5)])
u, v = (1.5, -0.5), (2.0, 0.25)
print(add(u, v), mul(u, v), size2(u), divide(mul(u, v), v) == u, mul(u, (u[0], -u[1])), add((0, 1), mul((2, 0), (0, -0.5))))
