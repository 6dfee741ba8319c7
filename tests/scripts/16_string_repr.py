# repr() prefers single quotes, escapes what cannot be seen, and is what containers print.
samples = ['plain', "it's", 'say "no"', 'both \' and "', '', ' ', '\n', '\t\r', '\\', '\\n', '\0', '\x1b[0m', '\x7f',
           'é', 'naïve café', '日本', '\u00a0', '😀', "'", '"', "''", '\'"\'', '{}', 'a\\\'b', '\x80', '\u200b']
for s in samples:
    print(repr(s), len(s), len(repr(s)))

print(samples[:8])
print(('one',), ['two'], {'three': 'four'}, {"it's": ["a'b", ('c"d',)]})
print(str(['\n', "'", 'é']), f'{"x"!r} {samples[1]!r} {samples[2]!r:>12}|')
print(repr(repr("it's")), repr(repr(repr('a'))))
print([str(1), repr(1), str('1'), repr('1')])
print(str(None), [None], str(True), [True], [1.0, 1, '1'])

class Tag:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return 'Tag(' + repr(self.name) + ')'

t = Tag("o'clock")
print(t, [t], {'t': t}, (t, t), str(t), repr(t), f'{t} {t!r}')
