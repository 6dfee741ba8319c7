# Run lengths, Caesar, Vigenere, Morse and numbers in other bases, there and back.
def encode(s):
    out, i = [], 0
    while i < len(s):
        j = i
        while j < len(s) and s[j] == s[i]:
            j += 1
        out.append((s[i], j - i))
        i = j
    return out

def decode(runs):
    return ''.join([c * n for c, n in runs])

for s in ['aaabccd', '', 'x', 'abab', 'zzzzzzzzzzzz']:
    runs = encode(s)
    print(''.join([f'{n}{c}' for c, n in runs]) or 'empty', decode(runs) == s, runs)

def shift(c, k):
    if 'a' <= c <= 'z':
        return chr((ord(c) - ord('a') + k) % 26 + ord('a'))
    if 'A' <= c <= 'Z':
        return chr((ord(c) - ord('A') + k) % 26 + ord('A'))
    return c

def caesar(s, k):
    return ''.join([shift(c, k) for c in s])

def vigenere(s, key, sign=1):
    return ''.join([shift(c, sign * (ord(key[i % len(key)]) - ord('a'))) for i, c in enumerate(s)])

secret = caesar('Hello, World! xyz', 3)
print(secret, caesar(secret, -3), caesar(secret, 23), caesar('abc', 26) == 'abc', caesar('abc', -27))
hidden = vigenere('attackatdawn', 'lemon')
print(hidden, vigenere(hidden, 'lemon', -1))
morse = {'s': '...', 'o': '---', 'k': '-.-', 'i': '..', 'p': '.--.'}
back = dict([(v, k) for k, v in morse.items()])
message = ' '.join([morse.get(c, '?') for c in 'sos kip'])
print(message, ''.join([back.get(code, '#') for code in message.split()]))

def to_base(n, base):
    digits = '0123456789abcdefghijklmnopqrstuvwxyz'
    if n < 0:
        return '-' + to_base(-n, base)
    return digits[n] if n < base else to_base(n // base, base) + digits[n % base]

def from_base(s, base):
    n = 0
    for c in s:
        n = n * base + '0123456789abcdefghijklmnopqrstuvwxyz'.index(c)
    return n

print([to_base(255, b) for b in (2, 3, 8, 10, 16, 36)], to_base(-10, 2), all([from_base(to_base(n, b), b) == n for n in range(0, 500, 37) for b in (2, 7, 16, 36)]))
