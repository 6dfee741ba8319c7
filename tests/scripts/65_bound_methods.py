# A method taken from an object remembers the object.
class Counter:
    def __init__(self, start=0):
        self.n = start

    def up(self, by=1):
        self.n += by
        return self.n

    def reset(self):
        self.n = 0

a, b = Counter(), Counter(100)
up = a.up
print(up(), up(5), a.n, b.up(), up(by=2))
actions = [a.up, b.up, a.up, lambda: a.n * 1000, len]
print([f() for f in actions[:4]], actions[4]('abc'))
reset = b.reset
b = Counter(7)
reset()
print(b.n, Counter.up(b, 3), b.n)
table = {'up': a.up, 'reset': a.reset, 'append': [].append, 'upper': 'abc'.upper}
print(table['up'](10), table['reset'](), a.n, table['append'](1), table['upper']())
items = []
push, pop = items.append, items.pop
for i in range(4):
    push(i * i)
print(items, pop(), pop(0), items)
join = ', '.join
print(join(['a', 'b']), [f(2.7) for f in [int, str, round]])

class Events:
    def __init__(self):
        self.handlers = {}

    def on(self, name, handler):
        self.handlers.setdefault(name, []).append(handler)

    def fire(self, name, value):
        return [h(value) for h in self.handlers.get(name, [])]

class Logger:
    def __init__(self, prefix):
        self.prefix = prefix
        self.lines = []

    def write(self, value):
        self.lines.append(self.prefix + str(value))
        return len(self.lines)

e = Events()
first, second = Logger('1:'), Logger('2:')
e.on('hit', first.write)
e.on('hit', second.write)
e.on('hit', lambda v: -v)
e.on('fall', first.write)
print(e.fire('hit', 5), e.fire('fall', 'down'), e.fire('none', 0), first.lines, second.lines)
first.write = lambda v: 'replaced'
print(first.write('x'), e.fire('hit', 6), first.lines, sorted([3, 1], key=b.up), max([1, 2], key=Counter(0).up))
