# isinstance, also with a tuple of kinds, and type(x).__name__.
class Animal:
    pass

class Dog(Animal):
    pass

class Puppy(Dog):
    pass

class Cat(Animal):
    pass

values = [1, 1.5, 'a', True, None, [1], (1,), {'k': 1}, Dog(), Puppy(), Cat()]
for v in values:
    print(type(v).__name__, isinstance(v, int), isinstance(v, float), isinstance(v, str), isinstance(v, bool), isinstance(v, (list, tuple)),
          isinstance(v, dict), isinstance(v, Animal), isinstance(v, Dog), isinstance(v, (Puppy, Cat)), isinstance(v, (int, float)))
print(isinstance(1, (str, (float, int))), isinstance('a', ()), isinstance(True, (float, str, int)), isinstance([], (dict, list)))
print(type(Dog()).__name__, Dog.__name__, type(1 / 2).__name__, type(4 // 2).__name__, type('a'[0]).__name__, type([][:]).__name__, type(1 == 1).__name__)
print(type(Puppy()) == Puppy, type(Puppy()) == Dog, type(1) == type(2), type(1) == type(1.0), type('') == str, type([]) is list)

def total(v):
    if isinstance(v, (list, tuple)):
        return sum([total(item) for item in v])
    if isinstance(v, dict):
        return total(list(v.values()))
    if isinstance(v, str):
        return len(v)
    if isinstance(v, bool) or v is None:
        return 0
    return v

print(total([1, (2, [3, 'four']), {'k': [5, None, True]}]), total(()), total('abc'))

def tidy(v):
    return {'int': 'a whole number', 'str': 'text', 'list': 'a list'}.get(type(v).__name__, 'something else')

print([tidy(v) for v in [1, 'a', [], 1.0, True]])
kinds = {}
for v in values:
    kinds[type(v).__name__] = kinds.get(type(v).__name__, 0) + 1
print(kinds)
print([type(f).__name__ for f in [tidy, lambda: 0]], [k.__name__ for k in [Dog, Puppy]], isinstance(Dog, Animal))
