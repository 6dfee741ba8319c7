def f():
    continue
for i in range(2):
    f()
