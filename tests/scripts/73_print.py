# print: separators, ends, no arguments, every kind of value.
print()
print('')
print('one', 'two', 3, 4.0, None, True, [5], (6,), {'k': 7})
print('a', 'b', sep='')
print('a', 'b', 'c', sep=', ')
print('a', 'b', sep='\n')
print('no newline', end='')
print(' after')
print('x', end=' ')
print('y', end='!\n')
print(1, 2, sep='-', end='.\n')
print(sep='unused')
print(end='')
print('', '', sep='|')
print('', 'a', '', sep='|')
print('only one', sep='never')
print('a\tb\n c')
print('a', None, sep=None)
print('b', end=None)
print('tail', end='\n\n')
print(print('inner'))
print(1.0, 10, 1e3, 0.1 + 0.2, -0.0, 1e-9, 2 ** 40)
print('quotes "double" and \'single\'', "it's", ['it\'s'])
print('é', '日本', '→', ['é'])
print('%', '%%', '100%', '{}', '{0}', '\\n')
for i in range(3):
    for j in range(3):
        print(i * j, end='\t' if j < 2 else '\n')
for c in 'abc':
    print(c, end=',' if c != 'c' else '\n')
options = {'left': 1, 'right': 2}
for name in options:
    print(name, '=', options[name], sep='', end=';')
print()
p = print
p('through', 'another name', sep='~')
[print(v, end=' ') for v in [1, 2, 3]]
print()
print(('a', 'b'))
print(('a'), 'b')
print('long ' * 30)
print('x' * 500, len('x' * 500))
