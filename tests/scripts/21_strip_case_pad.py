# strip, case, padding and the questions isdigit and isalpha.
s = '  \t spaced out \n '
print(repr(s.strip()), repr(s.lstrip()), repr(s.rstrip()), repr(''.strip()), repr('   '.strip()))
print('xxaxx'.strip('x'), 'xyxaxyx'.strip('xy'), 'xxaxx'.lstrip('x'), 'xxaxx'.rstrip('x'), repr('xxx'.strip('x')), 'abc'.strip('z'))
print('www.example.com'.strip('w.moc'), 'a.b..'.rstrip('.'), '00120'.lstrip('0'), repr('1,2, '.rstrip(', ')))
print('Hello World'.upper(), 'Hello World'.lower(), 'hello world'.title(), 'hello WORLD'.capitalize(), 'a1b2'.upper())
print("they're bill's".title(), 'x-ray zebra2a'.title(), 'ABC def'.title(), ''.title() == '', '1abc'.capitalize(), ''.capitalize() == '')
print('42'.zfill(5), '-42'.zfill(5), '+7'.zfill(4), '12345'.zfill(3), ''.zfill(2), 'abc'.zfill(5), '-'.zfill(3))
print('[' + 'ab'.ljust(5) + ']', '[' + 'ab'.rjust(5) + ']', '[' + 'ab'.center(6) + ']', '[' + 'abcdef'.ljust(3) + ']')
print('ab'.ljust(5, '.'), 'ab'.rjust(5, '*'), 'a'.center(4, '-'), 'ab'.center(5, '-'), 'abc'.center(6, '-'), 'abc'.center(8, '-'), 'a'.center(5, '-'))
print('123'.isdigit(), '12a'.isdigit(), ''.isdigit(), '-1'.isdigit(), '1.5'.isdigit(), ' 1'.isdigit())
print('abc'.isalpha(), 'ab1'.isalpha(), ''.isalpha(), 'a b'.isalpha(), 'ABC'.isalpha(), '_'.isalpha())

original = 'Keep'
changed = original.upper().lower().title().replace('K', 'k')
print(original, changed, original is original, 'abc'.upper() == 'ABC')

def camel(name):
    parts = name.split('_')
    return parts[0] + ''.join([p.capitalize() for p in parts[1:]])

def snake(name):
    out = ''
    for c in name:
        out += c if c == c.lower() else '_' + c.lower()
    return out

for name in ['set_target_pose', 'x', 'is_colliding_now']:
    print(name, camel(name), snake(camel(name)) == name)

for label, value in [('mass', 1.5), ('name', 'kip'), ('count', 12)]:
    print(label.ljust(8, '.') + str(value).rjust(6))
