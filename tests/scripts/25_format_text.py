# The format specification for text, and of what has none of its own.
for s in ['', 'a', 'abc', 'abcdefgh']:
    print(f'[{s}] [{s:5}] [{s:<5}] [{s:>5}] [{s:^5}] [{s:.2}] [{s:5.2}] [{s:>5.2}] [{s:^6.1}] [{s:s}] [{s:5s}]')
    print(f'[{s:*<5}] [{s:*>5}] [{s:*^6}] [{s:0>5}] [{s:->4}] [{s:^^5}] [{s:<<5}] [{s: >5}] [{s:é^5}]')
print(f'{True} {False!s:>7} {None} {None!s:>6}| {True!r:<6}| {str(True):>6}| {[1, 2]!s:>8}| {(1,)!r:>6}|')
print(f'{"a" + "b":>4}|{"x" * 3:^7}|{str(1.5):>5}|{repr("q"):>5}|')

# A table with columns as wide as their widest entry.
rows = [['part', 'mass', 'joint'], ['thigh', 8.5, 'hip'], ['shin', 3.7, 'knee'], ['foot', 1.1, 'ankle']]
widths = [max([len(str(row[c])) for row in rows]) for c in range(3)]
print(widths)
for row in rows:
    print(' | '.join([f'{str(cell):<{w}}' for cell, w in zip(row, widths)]).rstrip())
print('-+-'.join(['-' * w for w in widths]))
for row in rows[1:]:
    print(f'{row[0]:>{widths[0]}}: {row[1]:{widths[1] + 2}.2f} {row[2]:.^{widths[2] + 4}}')

for level in range(4):
    mark = '#'
    print(f'{mark * level:<{4}}|{mark:>{level + 1}}|{"":{mark}<{level}}|')

def bar(value, largest, width=20):
    filled = round(value / largest * width)
    return f'[{"=" * filled:<{width}}] {value / largest:>6.1%}'

for v in [0, 3, 7.5, 10]:
    print(bar(v, 10), bar(v, 10, width=4))
