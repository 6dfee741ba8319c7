# A generator of random numbers of one's own, and what it is used for.
class Lcg:
    def __init__(self, seed=1):
        self.state = seed

    def next(self):
        self.state = (self.state * 1103515245 + 12345) & 0x7fffffff
        return self.state

    def uniform(self):
        return self.next() / 0x80000000

    def below(self, n):
        return (self.next() >> 8) % n

    def shuffle(self, items):
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
        return items

    def choice(self, items):
        return items[self.below(len(items))]

r = Lcg(42)
print([r.next() for i in range(5)], [r.uniform() for i in range(3)])
print([r.below(6) + 1 for i in range(20)], r.shuffle(list(range(12))), ''.join([r.choice('ACGT') for i in range(24)]))
counts = [0] * 10
for i in range(5000):
    counts[int(r.uniform() * 10)] += 1
print(counts, sum(counts), min(counts) > 400)
inside = 0
for i in range(4000):
    x, y = r.uniform(), r.uniform()
    inside += x * x + y * y < 1
print(inside, inside / 1000)
a, b = Lcg(7), Lcg(7)
print([a.next() for i in range(3)] == [b.next() for i in range(3)], Lcg(8).next() == a.next())
walk, low, high = 0, 0, 0
for i in range(1000):
    walk += 1 if r.below(2) else -1
    low, high = min(low, walk), max(high, walk)
print(walk, low, high)
mean = 0.0
square = 0.0
for n in range(1, 1001):
    v = r.uniform()
    delta = v - mean
    mean += delta / n
    square += delta * (v - mean)
print(f'{mean:.12g} {square / 999:.12g}', r.state)
deck = [f'{rank}{suit}' for suit in '♣♦♥♠' for rank in 'A23456789TJQK']
print(' '.join(r.shuffle(deck)[:10]), len(deck), sorted(deck)[:3])
