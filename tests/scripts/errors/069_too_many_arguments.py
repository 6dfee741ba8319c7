class C:
    def f(self, a):
        return a

C().f(1, 2)
