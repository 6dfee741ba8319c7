"""The robot puts its feet side by side (VST 5.1, "double stance to crouch"), by its weight on the front one.

Pre: feet apart, slow, the centre of mass over the feet, and nothing but them on the ground. Expected: the
capture point stays over the soles. Post: the feet side by side, the knees bent, slow. It leans over to the
front foot and sinks, until the rear one bears little, and swings that beside. All numbers are ours.
"""
import planar


class RobotDoubleStance:
    priority = 9
    high = 0.79  # tune 0.75..0.848
    low = 0.815  # tune 0.65..0.82
    over = 0.5  # tune 0.3..1.5
    gain = 1.0  # tune 0.2..3
    single = 1.533  # tune 0.3..4
    bend = 0.1327  # tune 0..0.6
    swing = 0.35  # tune 0.25..0.6
    apex = 0.04848  # tune 0.04..0.2
    linger = 0.03347  # tune 0..0.4
    near = 0.05  # tune 0.01..0.06
    beside, calm = 0.1, 0.12  # m, m/s

    def __init__(self):
        self.feet = planar.Feet()

    def pre(self):
        self.feet.look()
        if self.feet.apart() < planar.APART:
            because("its feet are side by side")
        elif self.feet.speed > 0.3:
            because("it moves too fast")
        elif self.feet.lost() > 0:
            because("the capture point is beyond the feet")
        else:
            return self.feet.on_feet_alone()
        return False

    def expected(self):
        because("the capture point is beyond the feet")
        return self.feet.lost() < 0.02

    def post(self):
        return self.feet.foot is None and self.sunk > 0.4 and self.feet.speed < self.calm

    def start(self):
        skeleton.hold()
        self.feet.foot, self.begun, self.sunk, self.last = None, time(), 0, time()
        self.feet.height, self.feet.pitch = self.high, 0

    def step(self):
        feet, dt, self.last = self.feet, time() - self.last, time()
        feet.look()
        if feet.foot is not None and feet.landed():
            feet.foot = None
        if feet.foot is not None:
            c, push, xi = feet.press(self.single)
            feet.swing(self, c + push, c - feet.middle + planar.beside(xi))
        elif feet.apart() > self.beside:
            rear = 0 if feet.sole[0] < feet.sole[1] else 1
            if feet.lean_over(1 - rear, self, self.begun):
                feet.lift_off(rear, self.swing)
        else:
            self.sunk += dt
            feet.height, feet.pitch = self.low, self.bend
            feet.bear(feet.xi + self.gain * (feet.xi - feet.between()))
