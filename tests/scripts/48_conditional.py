# if, elif, else as statements and as expressions.
def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    else:
        return 0

def size(n):
    if n < 10: return 'small'
    elif n < 100: return 'medium'
    return 'large'

print([sign(v) for v in [-5, 0, 2.5, -0.0]], [size(v) for v in [1, 50, 500]])
print('yes' if 1 else 'no', 'yes' if [] else 'no', (1 if 0 else 2) + 3, 1 if 0 else 2 + 3, 1 if True else 0 if True else 5, 'a' if 0 else 'b' if 0 else 'c')
print([x if x % 2 else -x for x in range(5)], (lambda v: 'neg' if v < 0 else 'pos')(-1), {'k': 1 if 0 else 2}, f'{3 if 1 else 4}', [1, 2][0 if 1 else 1], -1 if 1 else 1)
print(1 + (2 if 1 else 3) * 4, (1 if 1 else 2, 3), [1 if 1 else 2, 3], not 1 if 1 else 2, 1 or 0 if 0 else 5, max(1, 2 if 0 else 7))

def kind(v):
    if v is None:
        return 'none'
    if isinstance(v, bool):
        return 'bool'
    if isinstance(v, (int, float)):
        if v == 0:
            text = 'zero'
        elif v < 0:
            if v < -100:
                text = 'very negative'
            else:
                text = 'negative'
        else:
            text = 'positive'
    elif isinstance(v, str):
        text = 'text' if v else 'empty text'
    else:
        text = 'else'
        if v:
            pass
        else:
            text += ', empty'
    return text

print([kind(v) for v in [None, True, 0, 3.5, -7, -700.0, '', 'a', [], [1], {}, (0,)]])
x = 3
if x == 3:
    y = 'set inside'
if x == 4:
    pass
elif x == 3: pass
else: y = 'never'
print(y, x if x else y)
if (x > 1 and
        x < 5):
    print('several lines')
leap = [y for y in [1900, 2000, 2023, 2024, 2100] if (y % 4 == 0 and y % 100 != 0) or y % 400 == 0]
print(leap, 'even' if x % 2 == 0 else 'odd', ('a', 'b')[x > 2], x > 2 and 'a' or 'b')
