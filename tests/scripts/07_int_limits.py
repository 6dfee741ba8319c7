# Integers have 64 bits; everything that fits is exact.
biggest = 9223372036854775807
smallest = -9223372036854775807 - 1
print(biggest, smallest, -biggest, biggest + smallest)
print(2 ** 62, 2 ** 62 - 1 + 2 ** 62, -2 ** 62 - 2 ** 62, 2 ** 62 // 3, 2 ** 62 % 1000000007)
print(biggest == 2 ** 62 - 1 + 2 ** 62, biggest > 2 ** 62, smallest < -biggest)
print(3037000499 * 3037000499, 3037000499 ** 2, -3037000499 * 3037000499)
print(str(smallest), repr(biggest), len(str(smallest)), f'{biggest:,}', f'{smallest:x}', f'{biggest:b}')
print(int('9223372036854775807') == biggest, int('-9223372036854775808') == smallest)
print(biggest // 1, smallest // 1, smallest % biggest, biggest % smallest, smallest // biggest)
print(abs(smallest + 1), -(smallest + 1), smallest + biggest + 1)
print(max(biggest, smallest), min(biggest, smallest), sorted([biggest, 0, smallest]))
print([biggest - k for k in range(3)], [smallest + k for k in range(3)])
print(sum([biggest, -biggest, 7]), sum([2 ** 62, 2 ** 61, 2 ** 60]))

# Factorials and Fibonacci numbers up to the edge.
f = 1
for n in range(1, 21):
    f *= n
print(f)
a, b = 0, 1
for n in range(91):
    a, b = b, a + b
print(a, b)

digits = 0
n = biggest
while n > 0:
    digits += n % 10
    n //= 10
print(digits)
print(float(2 ** 53), float(2 ** 53 + 1), float(biggest), int(float(2 ** 62)), int(9.2e18))
