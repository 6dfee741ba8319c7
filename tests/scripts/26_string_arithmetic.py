# Joining, repeating and comparing strings; strings never change.
a = 'ab'
print(a + 'cd', a * 3, 3 * a, a * 0 == '', a * -1 == '', '' * 5 == '', a + '' == a, '-' * 10, 2 * 'x' + 'y' * 2)
print('a' < 'b', 'a' < 'B', 'Z' < 'a', 'abc' < 'abd', 'ab' < 'abc', '' < 'a', 'b' > 'abc', '10' < '9', 'a' <= 'a', 'a' >= 'aa')
print('a' == 'a', 'a' == 'A', 'a' != 'a ', '1' == 1, 'None' == None, '' == [], 'ab' == 'a' + 'b')
print(sorted(['banana', 'Apple', 'cherry', 'apple', '10', '9', '', 'Banana']), max('hello'), min('hello'), sorted('hello'))
print(max(['aa', 'b', 'ab']), min('pear', 'apple', 'fig'), 'a' < 'b' < 'c', 'a' < 'c' < 'b')

s = 'x'
t = s
s += 'y'
print(s, t)
s *= 3
print(s, len(s), s.count('xy'))
parts = []
for i in range(5):
    parts += [str(i) * i]
print(parts, '/'.join(parts))

out = ''
for i in range(200):
    out += chr(ord('a') + i % 26)
print(len(out), out[-5:], out[100:110])

# A checksum of the characters, kept small.
h = 0
for c in 'the quick brown fox':
    h = (h * 31 + ord(c)) % 1000000007
print(h)

def triangle(n):
    for i in range(1, n + 1):
        print(' ' * (n - i) + '*' * (2 * i - 1))

triangle(4)
print('ab' in 'cab', 'abc' in 'ab', [c * 2 for c in 'abc'], 'a' 'b' == 'ab', 'x' + str(1) + str(2.5), str(1) + '1', int('1' + '2') + 3)
print('tic' + 'tac' * 2 + 'toe', ('ab' + 'c') * 2, 'ab' + 'c' * 2, '=' * 3 + '>' , len('ab' * 1000))
