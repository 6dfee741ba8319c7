class A:
    def __init__(self, n):
        self.n = 1 // n

class B(A):
    def __init__(self, n):
        super().__init__(n - 1)

B(5)
B(1)
