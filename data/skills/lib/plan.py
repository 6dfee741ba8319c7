"""Plans of contacts: which links bear, what the body does meanwhile, and until when.

A phase is a dict; what it does not say is as before, but for joints, move, bear, off:
    lie      it lies: joints are springs, so much of the model's; 0: it carries itself
    bear     the links that bear from now on (words of bear())
    off      links that no longer do
    over     {link: share}: its centre of mass comes over the mean of their bases
    high     the centre of mass over there, in legs
    weight   of that task
    lean     the trunk forward, rad
    erect    the weight of that
    joints   {joint: angle}: of both sides where the name has none
    move     {link: (other, ahead, left[, high])}: its joint goes to so far (legs) from the other's base, or
             from where that one goes to, but no further than `most`; `lift` so high on its way; `hold` is the
             task's weight, `rate` (1/s) how fast it comes back to its way; a foot stays flat where `flat`, a
             hand comes with its palm down and its fingers ahead
    seconds  in which it gets there
    patience s that it waits for gate(name) then; after(name) is the phase that follows
Sides are those of a plan to the right; where self.left all is mirrored. After two tries it takes the other
side. Lengths are the body's own. trouble is why it has failed.
"""
import math

FEET = ("foot_l", "foot_r")
PALMS = {"hand_l": (0.5, 0.5, -0.5, -0.5), "hand_r": (0.5, -0.5, -0.5, 0.5)}
TURNS = ("waist_abd", "waist_twist", "neck_abd", "neck_twist")  # of these left is positive


def other(name):
    return name[:-2] + ("_r" if name[-2:] == "_l" else "_l") if name[-2:] in ("_l", "_r") else name


def way():
    """Ahead, seen from above: where it faces, or its head lies if it faces down, or its feet if up."""
    up, out = skeleton.up(), skeleton.facing()
    ahead = out - out.z * up
    if abs(up.z) < 0.7:
        ahead = up if out.z < 0 else -up
    return vec(ahead.x, ahead.y, 0).unit()


class Plan:
    phases = []
    left = False
    tries = 0

    def post(self):
        return self.at == len(self.phases)

    def end(self):
        """What still moves then is not to be held there by who acts next."""
        for link in self.path:
            skeleton.task(link)

    def expected(self):
        because(self.trouble)
        return not self.trouble

    def start(self):
        self.left = self.tries % 4 > 1
        self.tries += 1
        self.leg = skeleton.limb("foot_l")
        self.joints = skeleton.joints()
        self.angle = {}
        self.now = {"over": {"feet": 1}, "high": 0, "seconds": 1, "lean": 0, "weight": 1000, "lift": 0.06,
                    "patience": 1, "hold": 20000, "erect": 100, "most": 0.6, "lie": 0, "flat": False,
                    "rate": 0}
        self.trouble, self.bears = "", False
        self.begin()
        self.enter(0)

    def begin(self):
        """From where its joints and its trunk are, ahead as it lies then."""
        self.way = way()
        self.heading = math.atan2(self.way.y, self.way.x)
        self.aside = vec(-self.way.y, self.way.x, 0)
        for joint in self.joints:
            self.angle[joint] = skeleton.getAngle(joint)
        self.lean = math.atan2(-skeleton.facing().z, skeleton.up().z)

    def side(self, name):
        return other(name) if self.left else name

    def enter(self, at):
        self.at, now = at, self.now
        now["joints"], now["move"], now["bear"], now["off"] = {}, {}, [], []
        now.update(self.phases[at])
        if now["lie"]:
            skeleton.hold()
            skeleton.setGain(now["lie"])
        elif not self.bears:
            self.begin()
        self.bears = not now["lie"]
        for link in now["bear"]:
            skeleton.bear(self.side(link))
        for link in now["off"]:
            skeleton.release(self.side(link))
        self.since, self.begun, self.leant = time(), skeleton.com(), self.lean
        self.from_, self.to = dict(self.angle), {}
        for joint, angle in now["joints"].items():
            for name in [joint] if joint in self.angle else [joint + "_l", joint + "_r"]:
                self.to[self.side(name)] = -angle if self.left and name in TURNS else angle
        self.path = {}
        for link, goal in now["move"].items():
            self.find_path(self.side(link), goal)
        event(now["name"])

    def find_path(self, link, goal):
        """Where it is, and the way that it goes."""
        past, from_ = self.side(goal[0]), getPosition(link, (0, 0, 0))
        to = self.path[past][0] + self.path[past][1] if past in self.path else skeleton.base(past)
        to += self.leg * (goal[1] * self.way + (-goal[2] if self.left else goal[2]) * self.aside)
        way, most = to - from_, self.now["most"] * self.leg
        if past not in self.path and way.length() > most:
            way = most * way.unit()
        high = self.leg * (goal[3] if len(goal) > 3 else 0.08)
        self.path[link] = (from_, vec(way.x, way.y, self.base().z + high - from_.z))

    def base(self):
        """The point that its weight is to be over."""
        sum, all = vec(0, 0, 0), 0
        for link, share in self.now["over"].items():
            sum, all = sum + share * skeleton.base(self.side(link)), all + share
        return sum / all

    def goal(self):
        return self.base() + vec(0, 0, self.now["high"] * self.leg)

    def step(self):
        now, seconds, name = time() - self.since, self.now["seconds"], self.now["name"]
        x = min(1, now / seconds)
        part = x * x * x * (10 + x * (6 * x - 15))
        for joint, angle in self.to.items():
            self.angle[joint] = self.from_[joint] + part * (angle - self.from_[joint])
        for joint, angle in self.angle.items():
            skeleton.setTarget(joint, angle)
        if self.bears:
            speed, way = 30 * x * x * (1 - x) * (1 - x) / seconds, self.goal() - self.begun
            skeleton.task("com", self.begun + part * way, velocity=speed * way, weight=self.now["weight"])
            self.lean = self.leant + part * (self.now["lean"] - self.leant)
            skeleton.task("trunk", turn=(self.heading, self.lean, 0), weight=self.now["erect"])
            for link, path in self.path.items():
                self.carry(link, path, now - 0.1, seconds - 0.1)
        ready = x == 1 or (self.path and x > 0.6)
        if (ready and self.gate(name)) or now > seconds + self.now["patience"]:
            self.leave(self.after(name))

    def carry(self, link, path, now, whole):
        """A link along its path; at its end down it goes until it touches."""
        x = max(0, min(1, now / whole))
        part, speed = x * x * (3 - 2 * x), 6 * x * (1 - x) / whole
        y, slope, lift = x * (1 - x), (1 - 2 * x) / whole, self.now["lift"] * self.leg
        goal = path[0] + part * path[1] + vec(0, 0, 16 * y * y * lift - 0.2 * max(0, now - whole))
        turn = (self.heading, 0, 0) if link in FEET and self.now["flat"] and x > 0.2 else None
        if link in PALMS and x > 0.2:
            turn = self.palm(link)
        velocity = speed * path[1] + vec(0, 0, 32 * y * slope * lift)
        push = vec(0, 0, 0)
        if 0 < x < 1 and len(self.path) == 1:  # knees come slowly, on the ground
            up = 32 * lift * (slope * slope - 2 * y / (whole * whole))
            push = (6 - 12 * x) / (whole * whole) * path[1] + vec(0, 0, up)
        skeleton.task(link, goal, turn=turn, velocity=velocity, acceleration=push, weight=self.now["hold"],
                      rate=self.now["rate"])

    def palm(self, link):
        """How a hand that lies on the ground is turned, a quaternion."""
        w, x, y, z = PALMS[link]
        c, s = math.cos(0.5 * self.heading), math.sin(0.5 * self.heading)
        return (c * w - s * z, c * x - s * y, c * y + s * x, c * z + s * w)

    def gate(self, name):
        """Do all that move touch where they go to, or, after their time, anywhere? Feet come with knees."""
        early = time() - self.since < self.now["seconds"]
        for link, path in self.path.items():
            off = path[0] + path[1] - getPosition(link, (0, 0, 0))
            if early and math.hypot(off.x, off.y) > 0.08 * self.leg:
                return False
            touches = skeleton.touching(link) or skeleton.touching(link.replace("shank", "thigh"))
            if not touches and (link not in FEET or len(self.path) == 1):
                return False
        return True

    def after(self, name):
        return self.at + 1

    def leave(self, to):
        for link in self.path.keys():
            skeleton.task(link)
        self.at = to
        if to < len(self.phases):
            self.enter(to)

    def close(self, joints, most):
        """Are these joints, of both sides, where the phase wants them?"""
        named = [joint + side for joint in joints for side in ("_l", "_r")]
        return max([abs(skeleton.getAngle(joint) - self.angle[joint]) for joint in named]) < most
