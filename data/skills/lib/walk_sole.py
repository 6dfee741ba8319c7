"""Soles of walk_to that bear: they roll over heels when they are set down, over toes before they leave."""
import math
import footing
import walk_body

clamp, smooth, FEET = walk_body.clamp, walk_body.smooth, walk_body.FEET
HEEL, TOE, MIDDLE = footing.HEEL, footing.TOE, footing.MIDDLE
SOLE = 0.0794  # legs: an ankle over its sole


class Soles(walk_body.Body):
    def middle(self, foot):
        """Of the sole as if it stood flat: where steps are counted from."""
        p = self.ankle[foot] + MIDDLE * self.leg * self.ahead
        return vec(p.x, p.y, 0)

    def lying(self, middle, yaw):
        return footing.plate(middle, yaw, self.leg, self.eye)[0]

    def rolled(self, pitch):
        """How the ankle moves by a roll over heel or toe: (ahead, up)."""
        x, z = (TOE if pitch > 0 else HEEL) * self.leg, -SOLE * self.leg
        c, s = math.cos(pitch), math.sin(pitch)
        return (x - x * c - z * s, z + x * s - z * c)

    def low(self, pitch):
        """How high the ankle is over the ground when heel or toes touch it."""
        return self.leg * (SOLE * math.cos(pitch) + (TOE if pitch > 0 else HEEL) * math.sin(pitch))

    def stand(self, foot, yaw):
        """A foot is down with that heading: how it lies, and where its ankle will be as it stands flat."""
        self.yaw[foot] = yaw
        self.plate[foot] = plate = self.lying(self.middle(foot), yaw)
        way, up = footing.lies(plate, yaw)
        ahead, high = self.rolled(self.pitch[foot])
        stood = self.ankle[foot] - ahead * way
        z = plate[0] - self.leg * (MIDDLE * way.z - SOLE * up.z)
        self.stood[foot] = vec(stood.x, stood.y, z)

    def hand_over(self):
        """While both bear, the one in front comes down on its sole and the one behind rises on its toes."""
        x, swing = smooth(self.t / self.both), 1 - self.stance
        self.turn(self.stance, (1 - x) * self.struck)
        self.turn(swing, self.heaved + x * (self.size * self.push_off - self.heaved))

    def bears(self):
        """The one that bears alone stands flat, and rises on its toes at last."""
        stance = self.stance
        most = max(self.size * self.heave if self.size > 0.5 else 0, self.heave_step * self.stair / self.leg)
        heave = most * smooth((self.t - self.both - self.times[1]) / self.times[2])
        if heave > 0.002:
            if self.pitch[stance] == 0:
                self.stood[stance] = self.ankle[stance]
            self.turn(stance, heave)
        elif self.pitch[stance] != 0:
            self.pitch[stance] = 0
            skeleton.task(FEET[stance])

    def turn(self, foot, pitch):
        """A foot that bears rolls over its heel or its toes, which stay where they are."""
        rate = (pitch - self.pitch[foot]) / self.dt
        self.pitch[foot] = pitch
        ahead, high = self.rolled(pitch)
        yaw, plate = self.yaw[foot], self.plate[foot]
        way, up = footing.lies(plate, yaw)
        at = self.stood[foot] + ahead * way + high * up
        spin = rate * up.cross(way)
        edge = self.stood[foot] + (TOE if pitch > 0 else HEEL) * self.leg * way - SOLE * self.leg * up
        skeleton.task(FEET[foot], at, (yaw, pitch + plate[1], plate[2]), spin.cross(at - edge),
                      self.roll_weight, (0, 0, 0), self.quick, spin)
