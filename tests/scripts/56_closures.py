# A nested function sees the names around it, as they are when it runs.
def counter():
    count = [0]
    def step(by=1):
        count[0] += by
        return count[0]
    return step

a, b = counter(), counter()
print(a(), a(), a(10), b(), a(), b(5))

def late():
    def read():
        return value
    value = 'first'
    before = read()
    value = 'second'
    return before, read()

print(late())

def account(balance):
    state = {'balance': balance}
    def deposit(amount):
        state['balance'] += amount
    def show():
        return state['balance']
    return deposit, show

deposit, show = account(100)
deposit(50)
deposit(-30)
print(show(), account(7)[1]())

def parameter(x):
    def read():
        return x
    x = x * 2
    y = read()
    x = 'rebound'
    return y, read()

print(parameter(21))
x = 'global'

def shadow():
    x = 'outer'
    def inner():
        x = 'inner'
        return x
    def reader():
        return x
    return inner(), reader(), x

print(shadow(), x)

def memo(f):
    known = {}
    def wrapped(n):
        if n not in known:
            known[n] = f(n)
        return known[n], len(known)
    return wrapped

square = memo(lambda n: n * n)
print(square(3), square(4), square(3))
