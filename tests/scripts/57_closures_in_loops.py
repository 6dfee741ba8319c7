# Functions made in a loop share the loop's variable; a default or a maker gives each its own.
def shared():
    functions = []
    for i in range(3):
        functions.append(lambda: i)
    return functions

def separate():
    functions = []
    for i in range(3):
        functions.append(lambda i=i: i)
    return functions

def maker(i):
    return lambda: i

print([f() for f in shared()], [f() for f in separate()], [f() for f in [maker(i) for i in range(3)]])

def changing():
    f = []
    n = 0
    while n < 3:
        def get(add):
            return n + add
        f.append(get)
        n += 1
        print(f[0](100), end=' ')
    n = 50
    return f

print([g(k) for k, g in enumerate(changing())])

def pair(start):
    box = start
    def get():
        return box
    def both():
        return get(), box
    results = [get()]
    for box in ['x', 'y']:
        results.append(both())
    return results, get()

print(pair('s'))
at_module = []
for i in range(3):
    at_module.append(lambda: i)
print([f() for f in at_module])
i = 'changed'
print([f() for f in at_module])

def generations():
    outer = []
    for k in range(2):
        items = []
        def add(v):
            items.append(v)
            return items
        outer.append((add, items))
    return outer

g = generations()
print(g[0][0]('p'), g[1][0]('q'), g[0][1], g[1][1])
