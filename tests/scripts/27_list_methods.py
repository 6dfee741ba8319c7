# append extend insert pop remove index count reverse copy clear, and del.
a = []
a.append(1)
a.append([2])
a.extend([3, 4])
a.extend('xy')
a.extend((5,))
a.extend(range(2))
a.extend({'k': 'v'})
print(a, len(a))
a.insert(0, 'first')
a.insert(2, 'mid')
a.insert(100, 'end')
a.insert(-1, 'before end')
a.insert(-100, 'start')
print(a)
print(a.pop(), a.pop(0), a.pop(-2), a.pop(1), a)
a.remove('x')
a.remove(1)
print(a, a.index('y'), a.count(3), a.count('none'), [1, 2, 1, 3, 1].index(1, 1), [1, True, 1.0, 2].count(1))
b = a.copy()
b.reverse()
print(a, b, a is b, a == b)
del a[0]
del a[-1]
print(a)
b.clear()
print(b, len(b), b == [])
print([3, 1, 2].sort(), [1].append(2), [1].reverse(), [].extend([]), [1].clear())

a = [1, 2, 3]
a += [4]
a += (5, 6)
a += 'z'
alias = a
alias += [7]
print(a, alias is a)
a = a + [8]
print(alias is a, len(alias), len(a))
a *= 2
print(len(a), [0] * 3, 2 * [1, 2], [] * 5, [1] * -1, [None] * 2)
a.extend(a[:2])
c = [1, 2]
c.extend(c)
c += c
print(c, a[-2:], [1] + [] + [2], [[1]] + [[2, 3]])
print(1 in [1, 2], [1] in [[1], 2], '1' in [1], 3 not in [1, 2], None in [0, ''], 2.0 in [1, 2])
a = [5, 6, 7]
a[0], a[2] = a[2], a[0]
a[-2] = 'm'
print(a, a[-1], a[len(a) - 1])
