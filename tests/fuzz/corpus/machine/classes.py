class A:
    n = 0
    def __init__(self, x):
        self.x = x
    def add(self, y=1):
        self.x += y
        return self
class B(A):
    def __init__(self, x):
        super().__init__(x * 2)
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)
b = B(3).add().add(y=4)
total = [0]
def count():
    total[0] += 1
    return lambda k=1: total[0] + k
print(b.x, fib(10), count()(5), [i * j for i in range(4) for j in range(i)], {i: str(i) for i in range(3)})
x = (1).y
