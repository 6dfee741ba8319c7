# Counting words, greatest common divisors, and the longest common part of two texts.
text = '''The sea was calm. The sky was clear, and the ship was far
from land; no bird, no sail, no sound: only the sea, the sea!'''

def words_of(s):
    out, word = [], ''
    for c in s.lower() + ' ':
        if c.isalpha():
            word += c
        elif word:
            out.append(word)
            word = ''
    return out

words = words_of(text)
counts = {}
for w in words:
    counts[w] = counts.get(w, 0) + 1
print(len(words), len(counts))
for word, n in sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:6]:
    print(f'{word:<6}{n:>3} {"*" * n}')
by_length = {}
for w in sorted(counts):
    by_length.setdefault(len(w), []).append(w)
for length in sorted(by_length):
    print(length, ' '.join(by_length[length]))
letters = {}
for c in text.lower():
    if c.isalpha():
        letters[c] = letters.get(c, 0) + 1
print(''.join(sorted(letters, key=lambda c: (-letters[c], c))), max(letters.values()))

def gcd(a, b):
    while b:
        a, b = b, a % b
    return abs(a)

def lcm(a, b):
    return a // gcd(a, b) * b

print(gcd(48, 36), gcd(17, 5), gcd(0, 9), gcd(-12, 18), lcm(4, 6), lcm(21, 6), gcd(1071, 462))
n = 1
for k in range(1, 21):
    n = lcm(n, k)
print(n)

def common(a, b):
    table = [[0] * (len(b) + 1) for i in range(len(a) + 1)]
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
    return table[-1][-1]

print(common('ABCBDAB', 'BDCABA'), common('', 'x'), common('kitten', 'sitting'), common('same', 'same'))
