# hasattr and getattr, with names made at run time.
class Joint:
    limit = 90

    def __init__(self, name, angle=0):
        self.name = name
        self.angle = angle

    def bend(self, by):
        self.angle = min(self.angle + by, self.limit)
        return self.angle

    def report_short(self):
        return self.name

    def report_long(self):
        return f'{self.name} at {self.angle} of {self.limit}'

k = Joint('knee', 10)
print(hasattr(k, 'name'), hasattr(k, 'angle'), hasattr(k, 'limit'), hasattr(k, 'bend'), hasattr(k, 'speed'), hasattr(Joint, 'limit'), hasattr(Joint, 'name'))
print(getattr(k, 'name'), getattr(k, 'limit'), getattr(k, 'speed', 'no speed'), getattr(k, 'angle', 0), getattr(k, 'none', None), getattr(Joint, 'limit'))
print(getattr(k, 'bend')(25), getattr(k, 'report_' + 'long')(), [getattr(k, 'report_' + how)() for how in ['short', 'long']])
k.speed = 2.5
print(hasattr(k, 'speed'), getattr(k, 'speed', 0), hasattr(Joint('hip'), 'speed'))
for name in ['name', 'angle', 'speed', 'mass']:
    print(name, getattr(k, name) if hasattr(k, name) else '-', end='; ')
print()

def call(thing, method, argument, default='cannot'):
    f = getattr(thing, method, None)
    return default if f is None else f(argument)

print(call(k, 'bend', 100), call(k, 'stretch', 1), call(k, 'fly', 1, default=0), k.angle)

class Hinge(Joint):
    def bend(self, by):
        return 'hinge ' + str(super().bend(by))

h = Hinge('elbow')
print(h.bend(5), hasattr(h, 'report_long'), getattr(h, 'limit'), getattr(Hinge, 'limit', None), call(h, 'bend', 1))
state = {}
for name in ['name', 'angle']:
    state[name] = getattr(h, name)
print(state, sum([getattr(j, 'angle') for j in [k, h]]), sorted([h, k], key=lambda j: getattr(j, 'name'))[0].name)
h.angle = None
print(hasattr(h, 'angle'), getattr(h, 'angle', 'default'), h.angle is None)
