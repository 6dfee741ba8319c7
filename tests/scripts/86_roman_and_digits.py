# Roman numerals, numbers in words, check digits.
table = [(1000, 'M'), (900, 'CM'), (500, 'D'), (400, 'CD'), (100, 'C'), (90, 'XC'), (50, 'L'), (40, 'XL'), (10, 'X'), (9, 'IX'), (5, 'V'), (4, 'IV'), (1, 'I')]

def to_roman(n):
    out = ''
    for value, letters in table:
        while n >= value:
            out += letters
            n -= value
    return out

def from_roman(s):
    values = {'I': 1, 'V': 5, 'X': 10, 'L': 50, 'C': 100, 'D': 500, 'M': 1000}
    total = 0
    for i, c in enumerate(s):
        v = values[c]
        total += -v if i + 1 < len(s) and values[s[i + 1]] > v else v
    return total

print([to_roman(n) for n in [1, 4, 9, 14, 40, 90, 400, 1994, 2023, 3999]])
print(all([from_roman(to_roman(n)) == n for n in range(1, 4000)]), from_roman('MCMXCIV'), max([len(to_roman(n)) for n in range(1, 4000)]))
small = 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split()
tens = 'x x twenty thirty forty fifty sixty seventy eighty ninety'.split()

def words(n):
    if n < 0:
        return 'minus ' + words(-n)
    if n < 20:
        return small[n]
    if n < 100:
        return tens[n // 10] + ('-' + small[n % 10] if n % 10 else '')
    for size, name in [(1000000, 'million'), (1000, 'thousand'), (100, 'hundred')]:
        if n >= size:
            rest = n % size
            return words(n // size) + ' ' + name + (' ' + words(rest) if rest else '')

for n in [0, 7, 13, 20, 42, 100, 115, 999, 1000, 12345, 1000001, -60]:
    print(n, words(n))

def luhn(s):
    total = 0
    for i, c in enumerate(reversed(s)):
        d = int(c) * (1 + i % 2)
        total += d - 9 if d > 9 else d
    return total % 10 == 0

print(luhn('79927398713'), luhn('79927398710'), [str(79927398700 + k) for k in range(20) if luhn(str(79927398700 + k))])
print([n for n in range(100, 1000) if n == sum([int(c) ** 3 for c in str(n)])], sum([int(c) for c in str(2 ** 62)]), [n for n in range(1, 200) if str(n * n)[-len(str(n)):] == str(n)])
