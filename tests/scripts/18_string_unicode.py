# A string is a row of characters, not of bytes.
for s in ['é', 'naïve', '日本語', '😀', 'a😀b', 'Ωmega', 'ß', '', '\u00e9', 'e\u0301']:
    print(s, len(s), repr(s), s[::-1], list(s))

word = 'crème brûlée'
print(word[2], word[-1], word[:5], word[6:], word[::2], word.find('b'), word.index('û'), word.count('è'))
print('é' in word, 'e' in word, 'û' in word[:5], word.split(), word.replace('è', 'e').replace('û', 'u'))
print(ord('é'), ord('日'), ord('😀'), chr(233), chr(26085), chr(128512), chr(0x3b1) + chr(0x3c9))
print(ord(chr(0x10ffff)), len(chr(0x10ffff)), chr(127) == '\x7f', chr(128) == '\x80')
print('é' < 'z', 'é' > 'z', 'z' < 'é' < '日' < '😀', sorted(['é', 'a', 'z', '😀', '日', 'Z']), max('aéz'), min('日z'))
print(f'[{"é":>4}] [{"日本":<4}] [{"😀":^5}] [{"é":é^5}]', 'é'.rjust(3, '.') + '|', 'ö'.center(5, '*'), '日'.ljust(3) + '|')
print('é' * 3, 'a' + 'é' + 'b', 'é' == '\u00e9', 'é' == 'e\u0301', '-'.join(['é', 'ü', '日']))
print('äöü'.startswith('ä'), 'äöü'.endswith('ü'), 'xäx'.strip('x'), 'äxä'.strip('ä'), 'a–b—c'.split('–'))
d = {'é': 1, '日': 2}
d['\u00e9'] += 5
print(d, d['é'], '日' in d, [c for c in 'aéb'], list(enumerate('é😀')))
total = 0
for c in 'naïve 日本':
    total += ord(c)
print(total, tuple('日本'), 'e'.isdigit(), '5'.isdigit(), 'ABC e'.lower(), 'abc-é'.find('é'), 'éa'.rsplit('é'))
print('\u2603\u2192', '≤≥≠', 'x²', '½', '“quoted”', 'µs', '10 °C', 'a\u00a0b')
grid = ['·█·', '███', '·█·']
for row in grid:
    print(row, row.count('█'), len(row), row[1], row.replace('·', ' ') + '|')
