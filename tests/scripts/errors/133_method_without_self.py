class C:
    def f():
        return 1

C().f()
