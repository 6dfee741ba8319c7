# Operands from left to right; the value before the target; keys before values.
log = []

def t(name, value=None):
    log.append(name)
    return name if value is None else value

def show():
    print(' '.join([str(n) for n in log]))
    log.clear()

t('a', 1) + t('b', 2) * t('c', 3)
show()
t('a', 2) ** t('b', 3) ** t('c', 1)
show()
t('a', 1) < t('b', 2) < t('c', 0) < t('d', 5)
show()
[t('a'), t('b'), (t('c'), t('d'))]
show()
d = {t('k1'): t('v1'), t('k2'): t('v2')}
show()
items = [0, 0, 0]
t('list', items)[t('index', 1)] = t('value', 5)
show()
t('list', items)[t('index', 1)] += t('value', 5)
show()
t('x', items)[t('i', 0)], t('y', items)[t('j', 2)] = t('p', 1), t('q', 2)
show()
t('f', print)(t('a1'), t('a2'), sep=t('k', '-'))
show()
t('s', 'abc').replace(t('o', 'a'), t('n', 'z'))
show()
t('then', 1) if t('test', 0) else t('else', 2)
show()
t('a', 0) or t('b', 0) or t('c', 3) or t('d', 4)
show()
t('a', 1) and t('b', []) and t('c', 3)
show()
t('s', 'abcdef')[t('lo', 1):t('hi', 5):t('step', 2)]
show()
f'{t("one")} {t("two", 2.5):{t("width", 6)}.{t("digits", 1)}f}'
show()
a = b = t('once', 7)
show()
t('x', 1) in [t('y', 2), t('z', 1)]
show()
not t('n', 1) and t('m', 1)
show()

def f(a=t('default a', 1), b=t('default b', 2)):
    return t('body', a + b)

show()
f(b=t('b', 1), a=t('a', 2))
show()
[t('e', x) for x in t('source', [1, 2]) if t('if', x)]
show()
for x in t('once', [1, 2]):
    t('turn', x)
show()
print(items, d, a, b)
