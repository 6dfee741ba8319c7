# f-strings: expressions, nested specs, conversions, quotes and braces.
name, n, x = 'kip', 7, 3.14159
print(f'', f'plain', f'{name}', f'{name} {n} {x}', f'{n}{n}', f'{n + 1} {n * 2 - 1} {-n}', F'{n}')
print(f'{{}} {{{n}}} }}{{ {{{{', f'{n}}}', f'{{{n}')
print(f'{name!r} {name!s} {n!r} {name!r:>8}|', f'{name.upper()} {name[0]} {name[::-1]} {len(name)}')
print(f'{x:.2f} {x:8.3f}| {n:03d} {n:>4}| {name:>5}| {name:<5}| {name:^5}| {name:*^7}')
width, places = 10, 3
print(f'{x:{width}.{places}f}|', f'{name:>{width}}|', f'{name:{"*"}^{width}}|', f'{x:{width - 2}.{places - 1}f}|', f'{n:0{width}d}')
d = {'a': 1, 'b': [10, 20, 30]}
print(f'{d["a"]} {d["b"][1]} {d["b"][-1:]} {sum(d["b"])}', f"{d['a']}", f'{d}', f'{[v * 2 for v in d["b"]]}')
print(f'{n > 5} {n if n > 5 else 0} {"yes" if n == 7 else "no"} {not n} {n == 7 and name}', f'{(1, 2)} {(n)} { n } {n,}')
print(f'{"nested " + f"{n} and {x:.1f}"}', f'{f"{name}":>6}', f'''{name}
{n}''', f"""triple "{name}" 'q'""")
print(f'{n!r:5}|{n:5}|{n:<5}|', f'{None} {True} {[]} {()}', f'{1.0} {1e16} {-0.0}', f'{2 ** 10:,}')
print('not ' f'{n}' ' mixed {n}', f'{n}' f'{x:.1f}', 'a' + f'{n}' + 'b', rf'\d{n}\n', fr'{name}\t', f'\t{n}\n{{')
print(f'{(lambda v: v * 2)(n)} {max(1, n, 3)} {d.get("zz", "none")}', f'{n:d} {n:x} {n:b} {n:e}')
print(f'{n != 8} {n <= 7} {n:=+5}| {n:+} {n: }', f'{3 if n else 4:>3}|', f'{ {"k": n}["k"] }')

def describe(what, value, unit='m'):
    return f'{what}: {value:.3g} {unit}'

print(describe('length', 2.0), describe('mass', 1234.5678, unit='kg'), describe('time', 1e-7, 's'), f'{describe("x", 1)!r}')
lines = [f'{i:>2} {i * i:>3} {i ** 3:>4}' for i in range(1, 4)]
print('\n'.join(lines))
print(f'{name}'f'{n}', f'{n}'.zfill(3), f'{x:.0f}{x:.1f}', len(f'{name}-{n}'), f'{name}' == 'kip')
