# lambda: arguments, defaults, nesting, and where it may stand.
add = lambda a, b: a + b
print(add(2, 3), (lambda: 'no arguments')(), (lambda x: x * 2)(21), (lambda x, y=10: x + y)(1), (lambda a=1, b=2: a * b)(b=5))
print([f(3) for f in [lambda x: x + 1, lambda x: x * x, lambda x: -x]], {'sq': lambda v: v * v}['sq'](9), (lambda a: lambda b: a - b)(10)(3))
print(sorted([3, -1, 2], key=lambda v: abs(v)), sorted('bAc', key=lambda c: c.lower()), max([(1, 9), (2, 3)], key=lambda t: t[1]))
print((lambda x: 'pos' if x > 0 else 'neg')(-1), (lambda x: x and x + 1)(0), (lambda: (1, 2))(), (lambda: [1, 2])()[0], (lambda: None)() is None, (lambda s: s[::-1])('abc'))
compose = lambda f, g: lambda x: f(g(x))
inc = lambda n: n + 1
print(compose(inc, inc)(0), compose(str, inc)(9), compose(lambda s: s + '!', lambda s: s.upper())('hey'))
fact = lambda n: 1 if n <= 1 else n * fact(n - 1)
fib = lambda n, a=0, b=1: a if n == 0 else fib(n - 1, b, a + b)
print(fact(10), fib(50), [fib(k) for k in range(10)])

class Button:
    label = lambda self: 'button ' + self.name

    def __init__(self, name, action=lambda: 'nothing'):
        self.name = name
        self.action = action

    def press(self, times=1):
        return [self.action() for i in range(times)]

log = []
b = Button('go', lambda: log.append(len(log)) or len(log))
print(b.press(3), log, Button('idle').press(), b.label(), b.action())
ops = {'+': lambda a, b: a + b, '-': lambda a, b: a - b, '*': lambda a, b: a * b}

def evaluate(text):
    stack = []
    for token in text.split():
        if token in ops:
            right = stack.pop()
            left = stack.pop()
            stack.append(ops[token](left, right))
        else:
            stack.append(int(token))
    return stack[0]

print(evaluate('3 4 + 2 *'), evaluate('5 1 2 + 4 * + 3 -'), (lambda x=[]: x)() == [], (lambda a, b: (b, a))(1, 2), [lambda: 1][0]())
pick = lambda flag: (lambda: 'yes') if flag else (lambda: 'no')
print(pick(1)(), pick(0)(), (lambda d: d['k'])({'k': 'v'}), (lambda x: (lambda y: x + y))(1)(2))
