# An attribute of the class is seen through every object until an object gets its own.
class Dog:
    kind = 'dog'
    tricks = []
    count = 0
    limit = 2 + 1
    double = limit * 2

    def __init__(self, name):
        self.name = name
        Dog.count += 1

    def learn(self, trick):
        self.tricks.append(trick)
        return len(self.tricks) <= self.limit

    def forget(self):
        self.tricks = []

a, b = Dog('a'), Dog('b')
print(a.kind, b.kind, Dog.kind, Dog.count, Dog.double)
a.kind = 'wolf'
print(a.kind, b.kind, Dog.kind)
Dog.kind = 'hound'
print(a.kind, b.kind, Dog.kind, Dog('c').kind)
print(a.learn('sit'), b.learn('roll'), a.tricks, b.tricks is Dog.tricks)
b.forget()
b.learn('alone')
print(a.tricks, b.tricks, Dog.tricks)
a.count += 5
print(a.count, b.count, Dog.count)
a.learn = lambda trick: 'own ' + trick
print(a.learn('x'), b.learn('y'), b.tricks)
Dog.bark = lambda self, n=1: self.name + ' says ' + 'woof ' * n
print(a.bark(), b.bark(2), Dog.bark(a))

class Puppy(Dog):
    kind = 'puppy'

p = Puppy('p')
print(p.kind, p.count, Dog.count, Puppy.count, p.bark(), p.tricks is Dog.tricks)
Puppy.count = 100
q = Puppy('q')
print(p.count, q.count, Dog.count, Puppy.count)

class Config:
    gains = {'kp': 100, 'kd': 10}
    names = ['hip', 'knee']
    table = [(n, len(n)) for n in ['a', 'bc']]
    if len(names) > 1:
        size = 'large'
    else:
        size = 'small'
    for last in names:
        pass

print(Config.gains['kp'], Config().names[-1], Config.table, Config.size, Config.last)
