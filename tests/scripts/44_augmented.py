# += and its kin on names, items and attributes; the place is worked out once.
x = 10
x += 5
x -= 3
x *= 2
x //= 5
x **= 3
x %= 50
x <<= 2
x |= 3
x ^= 5
print(x)
x /= 4
print(x)
x -= 0.5
print(x)

calls = []

def at(i):
    calls.append(i)
    return i

a = [1, 2, 3]
a[at(0)] += 10
a[at(-1)] *= 2
a[at(1)] -= at(5)
print(a, calls)
d = {'k': 1, 'n': {'m': [1, 2]}}
d['k'] += 1
d['n']['m'][0] += 100
d['n']['m'] += [3]
d['k'] **= 3
print(d)

class Counter:
    total = 0

    def __init__(self):
        self.count = 0
        self.log = []

    def hit(self, by=1):
        self.count += by
        self.log += [by]
        Counter.total += by
        return self

c, e = Counter(), Counter()
c.hit().hit(5).count += 10
c.hit().log[at(0)] -= 7
e.hit(2)
print(c.count, c.log, e.count, Counter.total, c.total)
c.total += 1
print(c.total, e.total, Counter.total)
s = 'ab'
s += 'c' * 2
s *= 2
t = (1,)
t += (2,)
t *= 2
b = a
b += [4]
b *= 2
print(s, t, a, a is b)
