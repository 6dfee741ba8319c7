# Wrapping, filling both margins, and columns of text.
text = ('A skill fills the drives of one character; a supervisor decides which skill does. '
        'Skills are scripts that people read and change; the solver is C that people trust.')

def wrap(s, width):
    lines, line = [], ''
    for word in s.split():
        if line and len(line) + 1 + len(word) > width:
            lines.append(line)
            line = word
        else:
            line = line + ' ' + word if line else word
    return lines + [line] if line else lines

def fill(line, width):
    words = line.split()
    if len(words) == 1:
        return line
    blanks = width - sum([len(w) for w in words])
    each, more = divmod(blanks, len(words) - 1)
    out = words[0]
    for i, w in enumerate(words[1:]):
        out += ' ' * (each + (1 if i < more else 0)) + w
    return out

lines = wrap(text, 30)
for i, line in enumerate(lines):
    print(f'{i + 1:>2}|{line:<30}|')
for line in lines[:-1]:
    print('|' + fill(line, 30) + '|', len(fill(line, 30)))
print(wrap('', 10), wrap('one', 1), wrap('a bb ccc dddd', 4), wrap('  much   space  ', 20))
for line in wrap(text, 50):
    print('|' + line.center(50) + '|' + line.rjust(50)[:5] + '|')
left, right = wrap(text[:80], 22), wrap(text[80:], 26)
for n in range(max(len(left), len(right))):
    a = left[n] if n < len(left) else ''
    b = right[n] if n < len(right) else ''
    print(f'{a:<22} | {b}')
print(' '.join(lines) == ' '.join(text.split()), max([len(v) for v in lines]), text.count(' '), len(text))

def indent(s, by):
    return '\n'.join([' ' * by + v if v else v for v in s.split('\n')])

print(indent('a\n\nb', 3))
print(' '.join([w.capitalize() for w in 'the end of the TEXT'.split()]))
