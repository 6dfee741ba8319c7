"""What a person would not do: joints that whirl, torques that jump, soles that slip while they bear."""
import upright


class Looks:
    def __init__(self, person, name):
        self.person, self.name = person, name
        self.joints = [joint for joint in person.joints() if joint != "root"]
        self.rate, self.jump, self.slip, self.fastest, self.jumps = 0, 0, 0, "", ""
        self.torque, self.load, self.began, self.hit = None, [0, 0], [None, None], 0

    def look(self):
        """Once a control period; False, so that run(until=) goes on."""
        load = [contactForce(self.name + "/" + foot).length() for foot in upright.FEET]
        weight = 9.81 * self.person.mass()
        if abs(load[0] - self.load[0]) + abs(load[1] - self.load[1]) > 0.3 * weight:
            self.hit = time()
        torque = [self.person.getTorque(joint) for joint in self.joints]
        for i in range(len(self.joints)):
            rate = abs(self.person.getRate(self.joints[i]))
            if rate > self.rate:
                self.rate, self.fastest = rate, self.joints[i]
            if self.torque and time() - self.hit > 0.02 and abs(torque[i] - self.torque[i]) > self.jump:
                self.jump, self.jumps = abs(torque[i] - self.torque[i]), self.joints[i]
        for k in range(2):
            at = getPosition(self.name + "/" + upright.FEET[k], upright.SOLE)
            if load[k] < 0.05 * weight:
                self.began[k] = None
            elif self.began[k] is None:
                self.began[k] = at
            else:
                off = at - self.began[k]
                self.slip = max(self.slip, vec(off.x, off.y, 0).length())
        self.torque, self.load = torque, load
        return False
