"""The robot puts its feet side by side (VST 5.1, "double stance to crouch"), by its weight on the front one.

Pre: feet apart, slow, the centre of mass over the feet, and nothing but them on the ground. Expected: the
capture point stays over the soles. Post: the feet side by side, the knees bent, slow. It leans over to the
front foot and sinks, until the rear one bears little, and swings that beside. All numbers are ours.
"""
import planar


class RobotDoubleStance:
    priority = 9
    high = 0.8452  # tune 0.75..0.848
    low = 0.815  # tune 0.65..0.82
    over = 0.5  # tune 0.3..1.5
    gain = 1.173  # tune 0.2..3
    push = 0.04  # tune 0.01..0.08
    single = 1.533  # tune 0.3..4
    shift = 0.0  # tune -0.03..0.05
    bend = 0.1327  # tune 0..0.6
    swing = 0.2612  # tune 0.25..0.6
    apex = 0.04848  # tune 0.04..0.2
    linger = 0.03347  # tune 0..0.4
    near = 0.05  # tune 0.01..0.06
    lean = 0.5435  # tune -3..2
    arm = 0.4211  # tune -2..2
    turn = 448  # tune 200..2000
    turn_damping = 180  # tune 20..400
    lift = 8523  # tune 2000..20000
    lift_damping = 760  # tune 200..2000
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
            feet.swing(self, c + push, c - planar.MIDDLE + planar.beside(xi))
        elif feet.apart() > self.beside:
            self.lean_over()
        else:
            self.sunk += dt
            feet.height, feet.pitch = self.low, self.bend
            feet.bear(self, feet.xi + self.gain * (feet.xi - feet.between()))

    def lean_over(self):
        """Over the front foot, until the rear one can leave the ground."""
        feet, k = self.feet, planar.smooth((time() - self.begun) / self.over)
        rear = 0 if feet.sole[0] < feet.sole[1] else 1
        front = feet.sole[1 - rear] + self.shift
        cop = feet.xi + self.gain * (feet.xi - (1 - k) * feet.between() - k * front)
        both = 0.7 * feet.sole[rear] + 0.3 * feet.sole[1 - rear]  # farther back the front foot bears little
        feet.bear(self, max(cop, min(both, feet.xi - self.push)))
        late = time() - self.begun  # then it is content with less
        near, calm = self.near + 0.02 * late, self.calm + 0.1 * max(0, late - 2)
        if k == 1 and abs(feet.xi - front) < near and feet.speed < calm:
            feet.lift_off(rear, self.swing)
