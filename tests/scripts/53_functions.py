# Functions: returning, recursion between two, functions as values, names read late.
def add(a, b):
    """Adds."""
    return a + b

def nothing(): pass

def many():
    return 1, 'two', [3]

def even(n):
    return True if n == 0 else odd(n - 1)

def odd(n):
    return False if n == 0 else even(n - 1)

print(add(1, 2), add('a', 'b'), add([1], [2]), nothing(), many(), many()[2][0], even(10), odd(10), even(7))

def apply(f, items):
    return [f(v) for v in items]

def compose(f, g):
    return lambda x: f(g(x))

def twice(f):
    def inner(x):
        return f(f(x))
    return inner

print(apply(abs, [-1, 2]), apply(str, [1, 2]), apply(len, ['ab', '']), apply(lambda v: v * v, range(4)), compose(str, abs)(-5), twice(twice(lambda x: x + 3))(0))
plus = add
add_was = add

def add(a, b):
    return 'new add'

print(plus(1, 1), add(1, 1), add_was is plus, add is plus)

def outer():
    return helper() + 1

def helper():
    return 41

print(outer())

def helper():
    return 99

print(outer(), [f() for f in [helper, outer]], {'h': helper}['h'](), (helper)(), (lambda: helper)()())

def local_only():
    value = 'local'
    def value2(): return value + '!'
    return value2()

value = 'module'
print(local_only(), value)
