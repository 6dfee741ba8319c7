"""What walk_to tells whole-body control of the body: its centre of mass, turns of trunk, swing of arms."""
import math
import footing
import pendulum
import upright

clamp, smooth = pendulum.clamp, pendulum.smooth
FEET, THIGHS, SIDE = ["foot_l", "foot_r"], ["thigh_l", "thigh_r"], [1, -1]
ARMS = [("shoulder_flex_l", "elbow_flex_l", 1), ("shoulder_flex_r", "elbow_flex_r", -1)]
SOFT = 0.5  # of their weight with which trunk and pelvis keep upright down steps, of weak ankles
LIGHT = 0.8  # g: the most that a step takes off or adds, in mid-stance and where both bear


class Body:
    sway = 0.0  # rad: so far the trunk leans over the foot that bears alone

    def look(self):
        self.com, self.v = skeleton.laden(), skeleton.ladenVelocity()
        self.ankle = [getPosition(foot, (0, 0, 0)) for foot in FEET]
        self.omega = math.sqrt(9.81 / (self.high * self.leg - self.bend * self.stair))
        self.eye = self.com.z
        xi = self.com + self.v / self.omega
        self.xi = vec(xi.x, xi.y, 0)

    def axes(self):
        self.ahead = vec(math.cos(self.facing), math.sin(self.facing), 0)
        self.left = vec(-self.ahead.y, self.ahead.x, 0)

    def joints(self):
        for side in ["_l", "_r"]:
            for joint, angle in [("hip_flex", 0.2), ("knee_flex", 0.4), ("ankle_flex", 0.1),
                                 ("shoulder_abd", self.apart), ("elbow_flex", 0.35)]:
                skeleton.setTarget(joint + side, angle)
        self.arms(self.arm_weight)

    def arms(self, weight):
        """How firmly they and the neck keep their posture: arms are not to whirl, nor the head to loll."""
        for link in upright.FREE:
            skeleton.task(link, weight=weight)

    def above(self, p, plate):
        """By how much a foothold there stands higher than it would if soles lay on even ground as they do."""
        off, mine = p - self.anchor, self.plate[self.stance]
        rise = off.dot(self.left) * math.tan(0.5 * (plate[2] + mine[2]))
        rise -= off.dot(self.ahead) * math.tan(0.5 * (plate[1] + mine[1]))
        return plate[0] - mine[0] - rise

    def stepped(self):
        """By how much the three last footholds stand higher or lower than that."""
        behind = self.above(self.behind, self.plate[1 - self.stance])
        return max(abs(behind), abs(self.above(self.place, self.to)))

    def tiptoe(self, pitch):
        """How much higher the body stands on a foot that came down on its toes."""
        return self.rolled(pitch)[1] if self.down and pitch > 0 else 0

    def level(self):
        """The height of the ground under the centre of mass, by the three last footholds, and its slope."""
        holds = [vec(p.x, p.y, high) for p, high in [(self.behind, self.plate[1 - self.stance][0]),
                 (self.place, self.to[0] + self.tiptoe(self.lands)),
                 (self.anchor, self.plate[self.stance][0] + self.tiptoe(self.pitch[self.stance]))]]
        slope = footing.tilt(holds, self.leg)
        return holds[2].z + slope.dot(self.com - holds[2]), slope

    def rise(self):
        """The height over which the centre of mass is carried follows the ground, smoothly."""
        high, slope = self.level()
        w = self.follow
        self.step_high = self.stepped()
        self.stair += min(1, w * self.dt) * (self.step_high - self.stair)
        high += self.tall * self.leg if self.down else -self.bend * self.stair
        high += self.brisk_high * self.brisk * self.leg
        self.heaving = w * w * (high - self.ground) + 2 * w * (slope.dot(self.v) - self.climb)
        self.climb += self.dt * self.heaving
        self.ground += self.dt * self.climb

    def carry(self):
        """The centre of mass: over the ground, as high as legs are long."""
        k = 2 * math.pi / self.T
        x = k * clamp(self.t - 0.5 * self.both, 0, self.T)
        ways = [self.anchor - self.behind, self.place - self.anchor]
        last, next = [0.5 * self.bob * way.dot(way) / (8 * self.leg) for way in ways]
        low = max(0, 0.5 * (last + next) - LIGHT * 9.81 / (k * k))
        half = (last if x < math.pi else next) - low
        z = self.high * self.leg - 2 * low - half * (1 + math.cos(x))
        vz, az = half * k * math.sin(x), half * k * k * math.cos(x)
        self.press(self.cop, z, vz, az)

    def press(self, cop, z, vz, az):
        """The ground pushes at cop; the centre of mass is so high over it, and moves up so."""
        z += self.ground
        high = self.com.z - self.ground - self.bend * self.stair
        a = (9.81 + az) / high * (self.com - cop)
        skeleton.task("com", (self.com.x, self.com.y, z), velocity=(self.v.x, self.v.y, vz + self.climb),
                      acceleration=(a.x, a.y, az + self.heaving), rate=self.firm)

    def over_foot(self):
        """How far the trunk leans to the right: over the foot that bears, most in mid-stance."""
        if self.state != "both" and self.state != "swing":
            return 0
        x = clamp((self.t - 0.5 * self.both) / self.T, 0, 1)
        return -SIDE[self.stance] * self.sway * math.sin(math.pi * x)

    def posture(self):
        """Trunk and pelvis turn against each other and arms swing, as the legs go."""
        apart = clamp((self.ankle[1] - self.ankle[0]).dot(self.ahead) / self.leg, -1, 1)
        facing = self.faced + smooth(self.t / self.T) * (self.facing - self.faced)
        weight = self.trunk_weight * (SOFT if self.descends and self.strong < 0.5 else 1)
        skeleton.task("trunk", turn=(facing - self.twist * apart, self.lean, self.over_foot()), weight=weight,
                      rate=self.steady)
        skeleton.task("pelvis", turn=(facing + self.twist * apart, 0, 0), weight=weight,
                      rate=self.steady + self.sure_hips * self.sure)
        skeleton.task("head", turn=(facing, 0, 0), rate=self.steady)
        for shoulder, elbow, sign in ARMS:
            skeleton.setTarget(shoulder, sign * self.swing * apart)
            skeleton.setTarget(elbow, 0.35 + 0.3 * max(0, sign * apart))
