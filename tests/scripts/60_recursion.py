# Functions that call themselves, some of them deep.
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)

def hanoi(n, source, target, spare, moves):
    if n > 0:
        hanoi(n - 1, source, spare, target, moves)
        moves.append(source + target)
        hanoi(n - 1, spare, target, source, moves)
    return moves

def ackermann(m, n):
    if m == 0:
        return n + 1
    if n == 0:
        return ackermann(m - 1, 1)
    return ackermann(m - 1, ackermann(m, n - 1))

def depth(n):
    return 0 if n == 0 else 1 + depth(n - 1)

def flatten(value):
    if not isinstance(value, list):
        return [value]
    out = []
    for v in value:
        out += flatten(v)
    return out

def permutations(items):
    if len(items) <= 1:
        return [items]
    return [[items[i]] + rest for i in range(len(items)) for rest in permutations(items[:i] + items[i + 1:])]

def subsets(items):
    if not items:
        return [[]]
    rest = subsets(items[1:])
    return rest + [[items[0]] + r for r in rest]

def change(amount, coins):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return change(amount - coins[0], coins) + change(amount, coins[1:])

print([fib(n) for n in range(15)], fib(18))
print(hanoi(3, 'A', 'C', 'B', []), len(hanoi(8, 'A', 'C', 'B', [])))
print(ackermann(2, 3), ackermann(1, 10), [ackermann(m, 2) for m in range(3)], depth(150))
print(flatten([1, [2, [3, [[4]], []]], [[], 5]]), permutations([1, 2, 3]), len(permutations(list('abcde'))))
print(subsets(['a', 'b', 'c']), len(subsets(list(range(8)))), change(50, [25, 10, 5, 1]))

def collatz(n, steps=0):
    return steps if n == 1 else collatz(3 * n + 1 if n % 2 else n // 2, steps + 1)

def digits(n, base):
    return str(n) if n < base else digits(n // base, base) + str(n % base)

print([collatz(n) for n in range(1, 12)], digits(1000, 2), digits(255, 8), digits(7, 10))
