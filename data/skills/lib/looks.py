"""What a person would not do: joints that whirl, torques that jump, limbs in each other, soles that slip and hands on edge."""
import math
import upright


class Looks:
    def __init__(self, person, name):
        self.person, self.name = person, name
        self.joints = person.joints()
        self.arms = upright.ARMS if "wrist_flex_l" in self.joints else upright.ARMS[:4]  # a robot: no hands
        self.rate, self.jump, self.fastest, self.jumps = 0, 0, "", ""
        self.torque, self.load, self.hit, self.soles = None, [0, 0], 0, Soles(person, name)
        self.hands = [name + "/" + link for link in self.arms if "hand" in link]
        self.depth, self.tilts = 0, []  # m; degrees, of palms that bear

    def look(self):
        """Once a control period; False, so that run(until=) goes on."""
        load = [contactForce(self.name + "/" + foot).length() for foot in upright.FEET]
        weight = 9.81 * self.person.mass()
        blow = any([contactForce(self.name + "/" + link).length() > 0.002 * weight for link in self.arms])
        if blow or abs(load[0] - self.load[0]) + abs(load[1] - self.load[1]) > 0.3 * weight:
            self.hit = time()
        calm = time() - self.hit > 0.02  # what a blow does is not its own doing
        torque = [self.person.getTorque(joint) for joint in self.joints]
        for i in range(len(self.joints)):
            rate = abs(self.person.getRate(self.joints[i]))
            if calm and rate > self.rate:
                self.rate, self.fastest = rate, self.joints[i]
            if self.torque and calm and abs(torque[i] - self.torque[i]) > self.jump:
                self.jump, self.jumps = abs(torque[i] - self.torque[i]), self.joints[i]
        if calm:
            self.depth = max(self.depth, contactDepth(self.name))
        for hand in self.hands:
            if contactForce(hand).length() > 0.05 * weight:
                up = (getPosition(hand, (0, 1, 0)) - getPosition(hand, (0, 0, 0))).z  # across the palm
                self.tilts.append(math.degrees(math.acos(min(1, abs(up)))))
        self.soles.look()
        self.torque, self.load = torque, load
        return False

    def slip(self):
        """How far a sole slipped while it bore, m."""
        return self.soles.most

    def palms(self):
        """How far off the level palms are while they bear, degrees, in the mean."""
        return sum(self.tilts) / len(self.tilts) if self.tilts else 0


class Soles:
    """How far soles travel while they bear: the corner that is lowest, so that a foot may roll."""
    CORNERS = [(x, y, -0.06825) for x in [-0.0665, 0.1995] for y in [-0.046, 0.046]]

    def __init__(self, person, name):
        self.person, self.feet = person, [name + "/" + foot for foot in upright.FEET]
        hip, knee, ankle = [getPosition(f"{name}/{link}", (0, 0, 0)) for link in ["thigh_l", "shank_l", "foot_l"]]
        self.size = ((hip - knee).length() + (knee - ankle).length()) / 0.85925
        self.most, self.went, self.last = 0, [vec(0, 0, 0), vec(0, 0, 0)], None

    def look(self):
        passed = 0 if self.last is None else time() - self.last
        for k in range(2):
            bears = contactForce(self.feet[k]).length() > 0.1 * 9.81 * self.person.mass()
            if not bears:
                self.went[k] = vec(0, 0, 0)
                continue
            corners = [(self.size * x, self.size * y, self.size * z) for x, y, z in self.CORNERS]
            high = [getPosition(self.feet[k], corner).z for corner in corners]
            v = getVelocity(self.feet[k], corners[high.index(min(high))])
            self.went[k] = self.went[k] + passed * vec(v.x, v.y, 0)
            self.most = max(self.most, self.went[k].length())
        self.last = time()
