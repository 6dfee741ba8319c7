t = [0.1 * i for i in range(10)]
plot("a.svg", "title", "x", {"y": {"one": [(x, x * x) for x in t]}})
