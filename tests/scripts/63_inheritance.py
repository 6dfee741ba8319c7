# Single inheritance, super() over three levels, methods that are replaced below.
class Skill:
    priority = 0

    def __init__(self, name, time=0.0):
        self.name = name
        self.time = time
        self.log = ['Skill']

    def start(self):
        self.log.append('start ' + self.name)
        return self

    def step(self, dt):
        self.time += dt
        return self.describe()

    def describe(self):
        return f'{self.name} at {self.time:g}'

    def rank(self):
        return self.priority

class Balance(Skill):
    priority = 5

    def __init__(self, name, gain):
        super().__init__(name, time=1.0)
        self.gain = gain
        self.log.append('Balance')

    def describe(self):
        return 'balance ' + super().describe() + f' gain {self.gain}'

class Crouch(Balance):
    def __init__(self, depth, gain=3):
        super().__init__('crouch', gain)
        self.depth = depth
        self.log.append('Crouch')

    def start(self):
        self.log.append('before')
        result = super().start()
        self.log.append('after')
        return result

    def describe(self):
        return '[' + super().describe() + f' depth {self.depth}]'

    def rank(self):
        return super().rank() + 1

for s in [Skill('plain'), Balance('stand', 2), Crouch(0.5)]:
    print(s.start().step(0.25), s.rank(), s.log)
c = Crouch(1)
print(isinstance(c, Crouch), isinstance(c, Balance), isinstance(c, Skill), isinstance(Skill('x'), Balance), type(c).__name__)
print(Skill.describe(c), Balance.describe(c), Skill.rank(c), Crouch.priority, c.priority)
c.priority = 50
print(c.rank(), Crouch(1).rank())
