"""The walk of Velocity Based Controllers: joints by velocity control, the foot that stands is welded.

States (its figure 2; the paper's poses and times are lost, these are ours); legs change parts at each strike:
  toe off        both feet bear: the one behind turns about its toes, which are welded; then they are let go
  swing up       the foot that was behind is lifted
  swing forward  it goes to its place and down, until it strikes the ground and is welded
Where it strikes is planned, or by the balance rule while it is pushed. The hip's place at the strike is the
triangle's; it goes there by parts, and the legs' angles follow from the places of hip and ankles. They are
between neighbours: that the pelvis leans is felt only after a push, by the leg that swings.

The rule needs an exit, or it runs on with steps as long as the push made them. So what it adds to the plan
counts in full for two steps and by a part less in each that follows, until one goes without it; and it
hurries in the first few only. It walks the way it faces, on a floor at 0 m.
"""
import math
import gait_pose
import triangle

SIDES = ["_l", "_r"]
clamp = triangle.clamp


class Walk:
    length = 0.5  # m: of each step,
    plan = []  # m: of the first ones, if they are to have others
    mode = "remaining"  # joints are there as the state ends; "fixed": the paper's constant optimal time
    balance = True  # by the balance rule when pushed
    reaction = 0.02  # s: in which muscles get strong
    floor, fastest = 0.02, 12  # s, rad/s: the least time left, the highest rate wanted
    times = {"toe off": 0.1, "swing up": 0.18, "swing forward": 0.16}  # s; the last: then the foot sinks
    parts = {"toe off": 0.25, "swing up": 0.6, "swing forward": 1}  # of the hip's way from strike to strike
    lean, flexed = 0.65, 0.12  # at the strike: the calf that stands, rad/m of step; the other knee, rad
    heel_up = 0.45  # rad: the foot behind, in "toe off"
    tall = 0.955  # m: the hip is no higher
    clear, arch, sink = 0.02, 0.18, 0.6  # the foot over its place, m; more by its distance; it sinks, m/s
    ahead, usual = 0.3, 0.85  # s, m/s: the rule looks ahead, by what is more than a usual speed
    pushed, hurries = 0.4, 3  # m: so far off its foot it hurries, in so many steps
    forget = 0.6  # the part of what the rule adds that is left from step to step
    furthest, back = 0.9, 0.6  # m: steps ahead and back, at most
    upright = 0.5  # the part of the pelvis's lean that the leg that swings makes good
    aside, drift = 0.8, 0.2  # rad/m, rad s/m: that leg goes out after the centre of mass, and its speed

    def __init__(self, character, scope=""):
        """scope: "name/" of a character that is not the only one."""
        self.character, self.scope, self.struck = character, scope, []

    # -- begin, end ---------------------------------------------------------------------------------------

    def start(self):
        c = self.character
        self.front = vec(c.facing().x, c.facing().y, 0).unit()
        self.left = vec(0, 0, 1).cross(self.front)
        half = 0.5 * math.atan2(self.front.y, self.front.x)
        self.heading = (math.cos(half), 0, 0, math.sin(half))
        bones = self.place("thigh_l") - self.place("shank_l")
        self.poses = gait_pose.Poses(bones.length() / gait_pose.THIGH)
        c.setVelocity(True, time=self.mode, reaction=self.reaction, floor=self.floor, fastest=self.fastest)
        self.struck, self.behind, self.caught, self.catches = [], 0, 0, False
        self.swing, self.stance, self.to = "_l", "_r", self.planned()
        self.plant("foot_r", gait_pose.ANKLE)
        self.enter("swing up")

    def end(self):
        for side in SIDES:
            self.character.unplant("foot" + side)
            self.character.unplant("toe" + side)
        self.character.setVelocity(False)

    def plant(self, link, height):
        """Welds a link where it is, flat on the ground."""
        p = self.place(link)
        self.character.plant(link, at=(p.x, p.y, height * self.poses.size), orientation=self.heading)

    def enter(self, state):
        self.state, self.since, self.spent = state, time(), 0

    # -- each control period ------------------------------------------------------------------------------

    def step(self):
        self.look()
        self.choose()
        self.go_on()
        self.move()

    def place(self, link):
        return getPosition(self.scope + link, (0, 0, 0))

    def touches(self, link):
        return isColliding(self.scope + link, "ground")

    def stride(self):
        """How far the foot that swings is ahead of the other."""
        return (self.place("foot" + self.swing) - self.place("foot" + self.stance)).dot(self.front)

    def look(self):
        com, velocity = self.character.com(), self.character.comVelocity()
        off = com - self.place("foot" + self.stance)
        self.spent = time() - self.since + 1e-9
        self.x, self.speed = off.dot(self.front), velocity.dot(self.front)
        self.y, self.slip = off.dot(self.left), velocity.dot(self.left)
        up = self.character.up()
        self.pitch = self.upright * math.atan2(up.dot(self.front), up.z)

    def planned(self):
        n = len(self.struck)
        return self.plan[n] if n < len(self.plan) else self.length

    def choose(self):
        """The step's length: as planned, or as the balance rule has it."""
        n, plan = self.poses.size, self.planned()
        foot, heel = n * (gait_pose.HEEL + gait_pose.BALL + gait_pose.TOE), -n * gait_pose.HEEL
        off, to = self.x + self.ahead * (self.speed - self.usual), plan
        rules = self.balance and self.struck  # not yet as it starts from rest
        if rules and off > heel + 0.75 * foot:
            to = max(plan, triangle.forward(off, heel, foot))
        elif rules and off < heel + 0.25 * foot and self.speed < 0.2:
            to = min(plan, triangle.backward(off, heel, foot))
        self.hurry = rules and self.caught < self.hurries and abs(off - 0.05 * n) > self.pushed * n
        if self.state != "toe off":
            self.catches = self.catches or to != plan
            to = plan + (to - plan) * self.forget ** max(0, self.caught - 1)
            self.to = clamp(to, -self.back * n, self.furthest * n)

    def go_on(self):
        """To the next state, when its time has come, or the foot strikes."""
        length = self.times[self.state]
        if self.state == "toe off" and (self.spent > length or self.hurry and self.spent > 0.4 * length):
            self.character.unplant("toe" + self.swing)
            self.enter("swing up")
        elif self.state == "swing up" and self.spent > length * (0.5 if self.hurry else 1):
            self.enter("swing forward")
        elif self.state == "swing forward" and self.spent > length * (0.1 if self.hurry else 0.3):
            if self.touches("foot" + self.swing) or self.touches("toe" + self.swing):
                self.strike()

    def strike(self):
        self.behind = self.stride()
        self.struck.append((time(), self.planned(), self.to, self.behind))
        self.plant("foot" + self.swing, gait_pose.ANKLE)
        self.character.unplant("foot" + self.stance)
        self.plant("toe" + self.stance, gait_pose.HINGE)
        self.swing, self.stance = self.stance, self.swing
        self.caught, self.catches = self.caught + 1 if self.catches else 0, False
        self.to = self.planned()
        self.look()
        self.enter("toe off")

    def move(self):
        """The pose of the state, to be there when it ends."""
        poses, n = self.poses, self.poses.size
        begun, goal = -0.5 * self.behind, poses.strike(self.to, self.calf(), self.flexed)
        x = begun + self.parts[self.state] * (goal[0] - begun)
        hip = goal if self.state == "swing forward" else (x, poses.height(x, self.tall))
        angles = poses.reach(hip, (0, n * gait_pose.ANKLE)).joints(self.stance)
        angles.update(self.swinging(hip))
        angles.update({"waist_flex": 0, "waist_abd": 0})
        left = self.times[self.state] - (self.spent if self.mode == "remaining" else 0)
        self.drive(angles, max(self.floor, left) * (0.6 if self.hurry else 1))

    def drive(self, angles, seconds):
        self.character.reach(angles, seconds)

    def calf(self):
        return clamp(self.lean * self.to / self.poses.size, -0.1, 0.34)

    def swinging(self, hip):
        """Of the other leg."""
        poses, n, side = self.poses, self.poses.size, self.swing
        if self.state == "toe off":
            ankle = poses.tipped(-self.behind, self.heel_up)
            return poses.reach(hip, ankle, self.heel_up, self.heel_up).joints(side)
        if self.state == "swing up":
            leg = gait_pose.Leg(0.35 + 0.5 * clamp(self.to / n, -0.3, 0.7), 1.05)
        else:
            high = self.clear + self.arch * max(0, self.to - self.stride())
            low = self.sink * max(0, self.spent - self.times[self.state])
            leg = poses.reach(hip, (self.to, n * (gait_pose.ANKLE + high - low)))
        if self.catches or self.caught:
            leg.flexion += self.pitch
        return leg.joints(side, self.out(), self.level())

    def out(self):
        """How far to the side: after the centre of mass."""
        sign = gait_pose.OUT[self.swing]
        off = self.aside * (sign * self.y - gait_pose.WIDTH * self.poses.size) + self.drift * sign * self.slip
        return clamp(off, -0.1, 0.2)

    def level(self):
        """The ankle's abduction that keeps the sole level, as the shank leans to a side."""
        calf = self.place("foot" + self.swing) - self.place("shank" + self.swing)
        return clamp(-gait_pose.OUT[self.swing] * math.atan2(calf.dot(self.left), -calf.z), -0.34, 0.34)
