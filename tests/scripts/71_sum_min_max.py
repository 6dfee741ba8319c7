# sum, min, max, abs, divmod, pow, len over what they take.
print(sum([1, 2, 3]), sum([]), sum((1, 2.5)), sum([True, True]), sum(range(10)), sum([1, 2], 10), sum([0.5, 0.25]), sum({1: 'a', 2: 'b'}))
print(sum([[1], [2, 3]], []), sum([], 5), type(sum([])).__name__, type(sum([1.0])).__name__, sum([-1, 1]), sum([(1, 2), (3,)], ()))
print(min(3, 1, 2), max(3, 1, 2), min([3, 1, 2]), max((3, 1, 2)), min('hello'), max('hello'), min({'b': 1, 'a': 2}), max(range(5)))
print(min(1, 1.0), max(1.0, 1), min([1.0, 1]), max(True, 1), min(-0.0, 0.0), max([2, 2.0, True]), min('b', 'a', 'ab'), max([1, 2], [1, 3]))
print(min([(2, 'a'), (1, 'z')]), max([[1], [1, 0]]), min([5]), max('a', 'B'), min(2, -2.5), max(-1, -2, -3))
print(abs(-3), abs(3.5), abs(-0.0), abs(True), abs(-2 ** 62), abs(-1e308), abs(0))
print(divmod(7, 2), divmod(-7, 2), divmod(7, -2), divmod(7.5, 2), divmod(-1, 60), divmod(0, 3), divmod(True, 2))
print(pow(2, 5), pow(2, -1), pow(2.5, 2), pow(0, 0), pow(4, 0.5))
print(len(''), len('abc'), len([1, [2, 3]]), len(()), len({}), len({'a': 1}), len(range(7)), len([[]]))
print(round(3.7), round(-3.2), round(2.5), round(3.14159, 2), ord('k'), chr(107), repr('k'), str(107))

# min and max with a key give the first of equals.
words = ['apple', 'fig', 'kiwi', 'pear', 'plum', 'nut']
print(min(words, key=len), max(words, key=len), max(words, key=lambda w: w[-1]), min(words, key=lambda w: -len(w)), max(3, -5, 4, key=abs), min(1, -1, key=abs))
points = [(1, 5), (3, 2), (0, 5)]
print(max(points, key=lambda p: p[1]), min(points, key=lambda p: p[0] ** 2 + p[1] ** 2), max([0, 1, 2], key=lambda i: points[i][0]))
distance = {'a': 3, 'b': 1, 'c': 2}
print(min(distance, key=distance.get), max(distance, key=lambda k: distance[k]), min(distance.values()), max(distance.items(), key=lambda kv: kv[1]))

def mean(values):
    return sum(values) / len(values)

def median(values):
    s = sorted(values)
    m = len(s) // 2
    return s[m] if len(s) % 2 else (s[m - 1] + s[m]) / 2

def spread(values):
    m = mean(values)
    return mean([(v - m) ** 2 for v in values])

data = [4, 8, 15, 16, 23, 42]
print(mean(data), median(data), median(data[:5]), spread(data), max(data) - min(data), sum([v > mean(data) for v in data]))
