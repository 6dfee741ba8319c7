# Indexing and slicing of strings, with and without a step.
s = 'abcdefghij'
print(s[0], s[9], s[-1], s[-10], s[3:6], s[:3], s[7:], s[:], s[-3:], s[:-3])
print(s[::2], s[1::2], s[::-1], s[::-2], s[8:2:-1], s[8:2:-2], s[-2:-8:-3], s[2:8:3])
print(repr(s[5:5]), repr(s[6:3]), repr(s[3:6:-1]), repr(s[100:]), s[:100], s[-100:3], repr(s[-100:-50]))
print(s[0:10:100], s[9::100], s[::100], s[::-100], s[4::-1], s[:4:-1], s[-4::-1], s[:-4:-1])
print(s[None:None], s[None:3:None], s[3:None:-1])
print(''[0:5] == '', ''[::-1] == '', repr(''[5:]))

mid = len(s) // 2
print(s[:mid] + '|' + s[mid:], s[mid], s[mid - 1:mid + 2])
i, j, k = 1, 8, 2
print(s[i:j:k], s[i:j][::k], s[j:i:-k], s[i + 1:j - 1])

def is_palindrome(text):
    letters = [c for c in text.lower() if c.isalpha()]
    return letters == letters[::-1]

for text in ['Never odd or even', 'kip', 'A man, a plan, a canal: Panama', '']:
    print(repr(text), is_palindrome(text))

def rotate(text, n):
    n %= len(text)
    return text[n:] + text[:n]

print([rotate('abcd', n) for n in range(-2, 6)])
print([s[n:n + 3] for n in range(0, len(s), 3)])
print([s[-n] for n in range(1, 4)], s[-1:0:-4], s[:1], s[1:2], s[-1:], s[2:-2][1:-1])
print('abc'[1], 'abc'[-1:], "x".upper()[0], ('a' + 'b')[1], 'hello'[1:4][::-1][0])
for n in range(len(s), 0, -3):
    print(s[:n], end=' ')
print()
