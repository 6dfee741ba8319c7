# & | ^ ~ << >> on two's complement, of negative numbers too.
print(12 & 10, 12 | 10, 12 ^ 10, ~12, ~-1, ~0, -~5)
print(-12 & 10, -12 | 10, -12 ^ 10, -1 & 255, -256 >> 4, -1 >> 70, 1 >> 70, -5 >> 1)
print(1 << 0, 1 << 10, 1 << 62, -1 << 63, 3 << 5, 0 << 100, 5 >> 0)
print(1 << 2 + 3, (1 << 2) + 3, 1 + 2 << 3, 6 & 3 == 3, (6 & 3) == 3, 1 | 2 ^ 3 & 4)
print(True & False, True | False, True ^ True, type(True & True).__name__, True & 1, type(True | 2).__name__)
print(0x7fffffffffffffff & 0xff, 0xff00 >> 8, 0b1010 ^ 0b0110, 0o17 | 0o20)

flags = 0
LEFT, RIGHT, BOTH = 1, 2, 3
flags |= LEFT
print(flags)
flags |= RIGHT
print(flags, flags == BOTH, flags & RIGHT != 0)
flags &= ~LEFT
print(flags)
flags ^= BOTH
flags <<= 4
print(flags)
flags >>= 2
print(flags)

def bits(n):
    count = 0
    while n:
        n &= n - 1
        count += 1
    return count

print([bits(n) for n in range(17)], bits(2 ** 62 - 1))

def gray(n):
    return n ^ (n >> 1)

print([f'{gray(n):04b}' for n in range(16)])

# Xorshift within 32 bits.
state = 2463534242
for i in range(5):
    state ^= (state << 13) & 0xffffffff
    state ^= state >> 17
    state ^= (state << 5) & 0xffffffff
    print(state)
