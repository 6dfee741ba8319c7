# How statements may be laid out: continuations, semicolons, brackets over lines, tabs of any width kept apart.
a = 1; b = 2; c = a + b;
print(a, b, c); print('same line')
total = 1 + \
    2 + \
    3
print(total)
values = [
    1,
    2,   # a comment inside

    3,
]
table = {
    'a': [1,
          2],
    'b': (3,
  4),
}
print(values, table)
result = (a
          + b
          * c)
print(result)
if a == 1: print('one line if')
if a == 2: print('no')
else: print('one line else')
for i in range(2): print(i, end=' '); print('in the loop')
while a < 3: a += 1
print(a)
def f(x): return x * 2
class C: value = 5
class D(C): pass
print(f(
    4
), C.value, D().value)
def long_arguments(first,
                   second=2,
                   third=3,
                   ):
  if first:
        return (first +
            second)
  return third
print(long_arguments(1), long_arguments(0))
text = ('one '
        'two')
print(text
      .upper()
      .split())
if (a and
    b):
	print('one tab')
	if c:
		print('two tabs')
x = y = \
    z = 4
print(x, y, z, not(x), -(y), [1, 2] [0], 'abc' [1], f (3))
print((1)if x else(2))
lst = [[1,2],[3,4],]
print(lst[0][1]+lst[1][0],{'k':1}['k'],(1,2)[1:],x==4 and y==4)
