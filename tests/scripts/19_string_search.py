# find, index, count, replace, startswith, endswith and in.
s = 'the cat and the hat and the bat'
print(s.find('the'), s.find('the', 1), s.find('the', 1, 10), s.find('dog'), s.find(''), s.find('', 5))
print(s.index('cat'), s.index('at', 6), s.count('the'), s.count('at'), s.count('x'), s.count(''))
print('aaaa'.count('aa'), 'aaaa'.replace('aa', 'b'), 'aaa'.replace('aa', 'b'), 'abab'.count('ab'))
print(s.replace('the', 'a'), '|', s.replace('the', 'a', 2), '|', s.replace('xyz', 'q') == s)
print('abc'.replace('', '-'), repr(''.replace('', 'x')), 'abc'.replace('b', ''), 'a.b.c'.replace('.', '...'))
print(s.startswith('the'), s.startswith('cat'), s.startswith(''), s.endswith('bat'), s.endswith('the bat.'))
print('cat' in s, 'dog' in s, '' in s, 'cat' not in s, '' in '', 'a' in '', 'the hat' in s)
print('Abc'.startswith('a'), 'abc'.startswith('abcd'), ''.startswith(''), ''.endswith('a'))
print('mississippi'.find('issi'), 'mississippi'.find('issi', 2), 'mississippi'.index('p'), 'mississippi'.count('ss'))
print('a,b,,c'.count(','), ',a,'.find(','), 'x' * 3 in 'axxxb', 'abc'.find('c', -1), 'abc'.find('a', -1))

def positions(text, part):
    found = []
    at = text.find(part)
    while at != -1:
        found.append(at)
        at = text.find(part, at + 1)
    return found

print(positions(s, 'the'), positions('aaaa', 'aa'), positions('abc', 'z'))

counts = {}
for c in 'hello world':
    if c.isalpha():
        counts[c] = counts.get(c, 0) + 1
print(counts, max(counts.values()))

def is_subsequence(small, big):
    at = 0
    for c in small:
        at = big.find(c, at) + 1
        if at == 0:
            return False
    return True

print(is_subsequence('ace', 'abcde'), is_subsequence('aec', 'abcde'), is_subsequence('', 'x'))
