# A machine of states: each state is an object that says which one follows, as skills do.
class State:
    name = 'state'

    def enter(self, machine):
        machine.log.append('enter ' + self.name)
        self.since = machine.time

    def leave(self, machine):
        machine.log.append(f'leave {self.name} after {machine.time - self.since}')

    def step(self, machine, event):
        return None

class Stand(State):
    name = 'stand'

    def step(self, machine, event):
        if event == 'push':
            return 'fall' if machine.strength < 3 else 'step'

class Step(State):
    name = 'step'

    def __init__(self):
        self.taken = 0

    def step(self, machine, event):
        self.taken += 1
        machine.strength -= 1
        return 'stand' if self.taken % 2 == 0 else None

class Fall(State):
    name = 'fall'

    def step(self, machine, event):
        return {'up': 'stand', 'push': 'fall'}.get(event)

    def leave(self, machine):
        super().leave(machine)
        machine.strength = 5

class Machine:
    def __init__(self, states, strength=4):
        self.states = dict([(s.name, s) for s in states])
        self.time, self.strength, self.log = 0, strength, []
        self.current = states[0]
        self.current.enter(self)

    def feed(self, event=None):
        self.time += 1
        following = self.current.step(self, event)
        if following is not None:
            assert following in self.states, following
            self.current.leave(self)
            self.current = self.states[following]
            self.current.enter(self)

m = Machine([Stand(), Step(), Fall()])
for event in [None, 'push', None, None, 'push', 'push', None, 'up', 'push', None]:
    m.feed(event)
    print(m.time, event, m.current.name, m.strength)
print('\n'.join(m.log))
