# any, all, and in, over containers and texts.
print(any([]), all([]), any([0, '', None]), any([0, 1]), all([1, 'a', [0]]), all([1, 0]), any(''), all(''), any('a'), all({'a': 0}), any({'': 1}), any((0, 0.0)))
print(any([x > 3 for x in [1, 5]]), all([x > 3 for x in [4, 5]]), any([[], ()]), all([[[]]]), any(range(1)), any(range(2)), all(range(2)), type(any([5])).__name__)

def is_prime(n):
    return n > 1 and all([n % d != 0 for d in range(2, int(n ** 0.5) + 1)])

def is_sorted(items):
    return all([items[i] <= items[i + 1] for i in range(len(items) - 1)])

def valid(rows):
    good = list(range(1, len(rows) + 1))
    columns = [[row[c] for row in rows] for c in range(len(rows))]
    return all([sorted(line) == good for line in rows + columns])

print([n for n in range(50) if is_prime(n)], is_sorted([]), is_sorted([1, 1, 2]), is_sorted([2, 1]), is_sorted('abc'))
print(valid([[1, 2, 3], [2, 3, 1], [3, 1, 2]]), valid([[1, 2, 3], [1, 2, 3], [3, 1, 2]]), valid([[1]]), valid([]))
print(3 in [1, 2, 3], 3.0 in (1, 2, 3), 'b' in 'abc', 'bc' in 'abc', 'ac' in 'abc', 'k' in {'k': 0}, 0 in {'k': 0}, 5 in range(0, 10, 5), None in [None], [] in [[]])
print(3 not in [1], '' not in 'abc', not 3 in [1], 1 in [[1]], (1,) in [(1,)], True in [1], '1' in [1], 1 in {1.0: 'x'}, 'a' in ['ab'], 'a' in 'ab')

def anagrams(words):
    groups = {}
    for w in words:
        groups.setdefault(''.join(sorted(w)), []).append(w)
    return [g for g in groups.values() if len(g) > 1]

print(anagrams(['listen', 'tea', 'silent', 'eat', 'cat', 'ate', 'act', 'dog']), any([w == w[::-1] for w in ['abc', 'level']]))
vowels = 'aeiou'
print(''.join([c for c in 'programming language' if c not in vowels]), [w for w in 'sky cat why dog'.split() if not any([c in vowels for c in w])])

def unique(items):
    out = []
    for v in items:
        if v not in out:
            out.append(v)
    return out

print(unique([3, 1, 3, 2, 1]), unique('mississippi'), unique([1, 1.0, True, 2]), unique([[1], [1], [2]]), ''.join(unique('hello')), len(unique([])))
print([v for v in [1, 2, 3, 4] if v in (2, 4)], [k for k in {'a': 1, 'b': 2} if k in ['b', 'c']], all([v in [1, 2, 3] for v in [1, 3]]), [x in 'ab' for x in 'abc'])
