# import math, and import of the script shapes.py, which lies beside this one.
import math
import shapes
import shapes

scale = 'mine'
made = 'my own'
print(shapes.sides, shapes.scale, scale, shapes.area('square', 3), f'{shapes.area("triangle", 2):.12g}')
s = shapes.Shape('square', 3)
t = shapes.Shape('triangle')
print(s, t.kind, s.area(), shapes.Shape.count, shapes.made, made)
shapes.rescale(10)
print(shapes.scale, scale, s.area(), math.floor(t.area()))

class Rounded(shapes.Shape):
    def __init__(self, a, radius):
        super().__init__('square', a)
        self.radius = radius

    def area(self):
        return super().area() - self.radius

r = Rounded(2, 5)
print(r, r.area(), isinstance(r, shapes.Shape), shapes.Shape.count, shapes.made, type(r).__name__)
f = shapes.area
print(f('square', 1.5), hasattr(shapes, 'area'), hasattr(shapes, 'nothing'), getattr(shapes, 'scale'), shapes.math.pi == math.pi)

def later():
    import shapes
    import random
    return shapes.made[-1], 0 <= random.random() < 1

print(later())
same = shapes
print(same is shapes, same.sides['square'], [k for k in shapes.sides])
