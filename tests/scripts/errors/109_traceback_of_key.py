def weigh(x):
    return x['mass']

bodies = [{'mass': 1}, {'mas': 2}]
bodies.sort(key=weigh)
