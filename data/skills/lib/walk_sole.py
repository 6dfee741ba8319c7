"""Soles of walk_to that bear: they roll over heels when they are set down, over toes before they leave."""
import math
import footing
import walk_body
import walk_frail

clamp, smooth = walk_body.clamp, walk_body.smooth
FEET, THIGHS = walk_body.FEET, walk_body.THIGHS
HEEL, TOE, MIDDLE = footing.HEEL, footing.TOE, footing.MIDDLE
SOLE = 0.0794  # legs: an ankle over its sole


class Soles(walk_body.Body):
    def middle(self, foot):
        """Of the sole as if it stood flat: where steps are counted from."""
        on_toes = self.rolled(self.pitch[foot])[0] if self.down and self.pitch[foot] > 0 else 0
        p = self.ankle[foot] + (MIDDLE * self.leg - on_toes) * self.ahead
        return vec(p.x, p.y, 0)

    def lying(self, middle, yaw):
        lies, off = footing.plate(middle, yaw, self.leg, self.eye)
        return lies if off < footing.EVEN * self.leg else footing.rests(middle, yaw, self.leg, self.eye)

    def rolled(self, pitch):
        """How the ankle moves by a roll over heel or toe: (ahead, up)."""
        x, z = (TOE if pitch > 0 else HEEL) * self.leg, -SOLE * self.leg
        c, s = math.cos(pitch), math.sin(pitch)
        return (x - x * c - z * s, z + x * s - z * c)

    def ankles(self):
        """How far ahead under a sole an ankle can push that bears alone, and how far the heel rises then."""
        most = min([-skeleton.getStrength(joint)[0] for joint in ["ankle_flex_l", "ankle_flex_r"]])
        far = most / (9.81 * skeleton.mass() * self.leg)  # legs ahead of the ankle
        self.ahead_most = clamp(far / self.spare - MIDDLE, 0.5 * self.front, self.front) * self.leg
        self.strong = clamp((far / TOE - 1) / 0.25, 0, 1)
        if not hasattr(self, "frail"):
            walk_frail.adapt(self, far / TOE)
        self.heave_most = self.heave * self.strong

    def bent(self, foot, ankle):
        """How far the ankle of a level foot would be bent there."""
        hip = getPosition(THIGHS[foot], (0, 0, 0))
        off = hip - ankle
        x, z = off.dot(self.ahead), max(0.1 * self.leg, off.z)
        thigh, shank = self.bones
        far = clamp(math.hypot(x, z), 0.3 * self.leg, 0.999 * (thigh + shank))
        bend = math.acos(clamp((shank * shank + far * far - thigh * thigh) / (2 * shank * far), -1, 1))
        return math.atan2(x, z) + bend

    def heeled(self, foot, pitch):
        """Its pitch: so far, and so far that its ankle can bend as the body sinks."""
        need = self.bent(foot, self.ankle[foot]) - self.bends_down - self.plate[foot][1]
        return max(pitch, min(need, self.pitch[foot] + self.heel_rate * self.dt))

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
        self.turn(self.stance, self.comes_down())
        heave = self.heaved + x * (self.size * self.push_off - self.heaved)
        if self.above(self.behind, self.plate[swing]) > self.drop_least * self.leg:
            heave = self.heeled(swing, heave)
        self.turn(swing, heave)

    def comes_down(self):
        """How far a foot still points that was set down on its heel, or on its toes, which takes longer."""
        lasts = self.both + (self.yields * self.single if self.on_toes else 0)
        return (1 - smooth(self.t / lasts)) * self.struck

    def bears(self):
        """The one that bears alone stands flat, and rises on its toes at last."""
        stance = self.stance
        most = self.size * self.heave_most if self.size > 0.5 else 0
        most = max(most, self.heave_step * self.stair / self.leg)
        heave = most * smooth((self.t - self.both - self.times[1]) / self.times[2])
        if self.on_toes:
            heave = max(heave, self.comes_down())
        if self.drop > 0 or self.rough:
            heave = self.heeled(stance, heave)
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
        if foot == self.stance and self.on_toes:
            at -= self.pressed * self.leg * up
        spin = rate * up.cross(way)
        edge = self.stood[foot] + (TOE if pitch > 0 else HEEL) * self.leg * way - SOLE * self.leg * up
        quick = self.eases if self.even and self.strong > 0.5 else self.quick
        skeleton.task(FEET[foot], at, (yaw, pitch + plate[1], plate[2]), spin.cross(at - edge),
                      self.roll_weight, (0, 0, 0), quick, spin)
