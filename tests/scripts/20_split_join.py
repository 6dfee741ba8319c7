# split, rsplit, join and splitlines and their odd corners.
print('a b c'.split(), '  a   b \t c\n'.split(), ''.split(), '   '.split(), 'abc'.split())
print('a,b,c'.split(','), 'a,,c,'.split(','), ''.split(','), ','.split(','), 'abc'.split(','))
print('a b c d'.split(' ', 2), 'a  b'.split(' '), '  a b c  '.split(None, 1), 'a--b--c'.split('--'), 'a---b'.split('--'))
print('a,b,c,d'.rsplit(',', 1), 'a,b,c,d'.rsplit(',', 2), 'a b c'.rsplit(), 'a b  c '.rsplit(None, 1), 'a.b'.rsplit('.'))
print('a,b'.split(',', 0), 'a,b'.split(',', -1), 'key=value=more'.split('=', 1), '/usr/lib/x.py'.rsplit('/', 1))
print(','.join(['a', 'b', 'c']), ''.join(['x', 'y']), ', '.join([]) == '', '-'.join(['one']), ' '.join('abc'), '+'.join(('p', 'q')))
print('\n'.join(['l1', 'l2']), '<>'.join(['', '', '']), ''.join(list('hello')[::-1]), '.'.join({'k1': 1, 'k2': 2}))
print('one\ntwo\nthree'.splitlines(), 'a\n'.splitlines(), 'a\n\nb'.splitlines(), ''.splitlines(), '\n'.splitlines(), 'a\r\nb\rc'.splitlines())
print('one\ntwo\n'.split('\n'), ' '.join('  too   many    blanks '.split()))

line = 'name = Alice Smith ; age = 42 ; height = 1.7'
record = {}
for part in line.split(';'):
    key, value = part.split('=')
    record[key.strip()] = value.strip()
print(record, int(record['age']) + 1, float(record['height']) * 100)

path = 'home/user/notes/today.txt'
parts = path.split('/')
name, extension = parts[-1].rsplit('.', 1)
print(parts, name, extension, '/'.join(parts[:-1]))

print(','.join([str(n * n) for n in range(6)]), [int(w) for w in '3 1 2'.split()], sum([float(x) for x in '0.5,1.5'.split(',')]))
numbers = '12 -3 4.5'.split()
a, b, c = numbers
print(a, b, c, [len(w) for w in numbers], [w[::-1] for w in numbers])
