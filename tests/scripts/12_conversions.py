# int(), float(), str(), bool(), list(), tuple(), dict() of what they take.
print(int('12'), int('  12 '), int('-7'), int('+7'), int('\t42\n'), int('007'), int('0'))
print(int(3.9), int(-3.9), int(0.999), int(-0.999), int(1e10), int(True), int(12))
print(float('1e3'), float(' 2.5 '), float('-0'), float('.5'), float('5.'), float('1E-2'), float('+3'))
print(float(7), float(True), float('7'), float('0.1'), float('1e400'), float('-1e-400'))
print(float('inf'), float('-INF'), float('nan'), float('iNfInItY'))
print(str(1), str(1.0), str(True), str(None), str('a'), str([1, 'a']), str((1,)), str({}))
print(bool('False'), bool(''), bool(' '), bool([]), bool([[]]), bool(()), bool({}), bool(0.0), bool(1e-300), bool(None))
print(int(), float(), repr(str()), bool(), list(), tuple(), dict())

print(list('abc'), list((1, 2)), list([3]), list(range(3)), list({'x': 1, 'y': 2}))
print(tuple('ab'), tuple([1, 2]), tuple(range(2)), tuple({'k': 0}), tuple(()))
print(dict([('a', 1), ('b', 2)]), dict([(1, 'x'), [2, 'y'], (1, 'z')]), dict({'p': 0}))

a = [1, 2]
b = list(a)
b.append(3)
d = {'x': a}
e = dict(d)
e['y'] = 0
a.append(9)
print(a, b, d, e, e['x'] is a)

print(type(1).__name__, type(1.5).__name__, type('').__name__, type(True).__name__, type(None).__name__)
print(type([]).__name__, type(()).__name__, type({}).__name__, type(len('abc')).__name__)
print(ord('a'), ord('A'), ord(' '), ord('\n'), chr(97), chr(65), repr(chr(10)), chr(ord('a') + 25))
print(repr(1), repr('1'), repr(1.5), repr(None), repr([]), repr('a\'b'), repr(repr('x')))
print(int(float('12.7')), float(int('5')), str(int('08') + 1), int(str(123)[::-1]))
