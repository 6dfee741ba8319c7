# Vectors of space and quaternions, as scripts about bodies use them.
import math

class Vec:
    def __init__(self, x=0.0, y=0.0, z=0.0):
        self.x, self.y, self.z = x, y, z

    def plus(self, o):
        return Vec(self.x + o.x, self.y + o.y, self.z + o.z)

    def times(self, k):
        return Vec(self.x * k, self.y * k, self.z * k)

    def dot(self, o):
        return self.x * o.x + self.y * o.y + self.z * o.z

    def cross(self, o):
        return Vec(self.y * o.z - self.z * o.y, self.z * o.x - self.x * o.z, self.x * o.y - self.y * o.x)

    def length(self):
        return math.sqrt(self.dot(self))

    def unit(self):
        n = self.length()
        return self.times(1 / n) if n > 0 else Vec()

    def __repr__(self):
        return f'Vec({self.x:.9g}, {self.y:.9g}, {self.z:.9g})'

def turn(axis, angle):
    u, s = axis.unit(), math.sin(angle / 2)
    return (math.cos(angle / 2), u.x * s, u.y * s, u.z * s)

def rotate(q, v):
    w, r = q[0], Vec(q[1], q[2], q[3])
    t = r.cross(v).times(2)
    return v.plus(t.times(w)).plus(r.cross(t))

def compose(p, q):
    return (p[0] * q[0] - p[1] * q[1] - p[2] * q[2] - p[3] * q[3], p[0] * q[1] + p[1] * q[0] + p[2] * q[3] - p[3] * q[2],
            p[0] * q[2] - p[1] * q[3] + p[2] * q[0] + p[3] * q[1], p[0] * q[3] + p[1] * q[2] - p[2] * q[1] + p[3] * q[0])

a, b = Vec(1, 2, 3), Vec(-2, 0.5, 4)
print(a.plus(b), a.dot(b), a.cross(b), a.cross(b).dot(a), a.length(), b.unit(), Vec().unit(), Vec(3, 4).length(), [a, Vec(z=1)])
q = turn(Vec(0.3, -1, 0.5), 0.7)
v = rotate(q, a)
print(v, abs(v.length() - a.length()) < 1e-14, ' '.join([f'{k:.9g}' for k in q]))
half = turn(Vec(0.3, -1, 0.5), 0.35)
print(all([abs(x - y) < 1e-15 for x, y in zip(compose(half, half), q)]), rotate(half, rotate(half, a)))
bodies = [(2.0, Vec(0, 0, 1)), (1.0, Vec(1, 0, 0.5)), (0.5, Vec(-1, 2, 0))]
total, centre = 0.0, Vec()
for mass, place in bodies:
    total += mass
    centre = centre.plus(place.times(mass))
print(total, centre.times(1 / total), sorted([p.length() for m, p in bodies])[0], max(bodies, key=lambda body: body[1].z)[0])
