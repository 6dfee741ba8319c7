# Default values are worked out once, where def stands, and shared by all calls.
def collect(item, into=[]):
    into.append(item)
    return into

print(collect(1), collect(2), collect(3, []), collect(4), collect(5, into=['mine']))
first = collect(6)
print(first, collect(7) is first, len(first))

n = 10

def show(value=n, twice=n * 2):
    return value, twice

n = 20
print(show(), show(n), show(twice=n), n)

def log(message, seen={}):
    seen[message] = seen.get(message, 0) + 1
    return seen

log('a')
log('b')
print(log('a'), log('c', {'c': 5}), log('b'))
calls = []

def make():
    calls.append('made')
    return 'default'

def uses(x=make(), y=make()):
    return x + y

print(len(calls), uses(), uses('x'), uses(y='y'), len(calls))

def fresh(items=None):
    items = [] if items is None else items
    items.append(len(items))
    return items

print(fresh(), fresh(), fresh([9]), fresh(fresh()))
adders = []
for k in range(3):
    def adder(x, k=k):
        return x + k
    adders.append(adder)
print([f(10) for f in adders], [f(10, 100) for f in adders], adders[0](1, k=5))

def order(a, b=1, c='c', d=None):
    return (a, b, c, d)

print(order(0), order(0, 2), order(0, d=4), order(0, c=3, b=9), order(0, 2, 3, 4), order(a=5), order(d=1, a=2))
