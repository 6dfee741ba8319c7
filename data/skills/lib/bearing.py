"""A body carries itself from phase to phase: which links bear, where its weight is over them, how it leans.

A phase is a dict; what it does not say is as before:
    bear     the links that bear from now on (words of bear())
    free     links that hand over what they bear, once the phase is over
    over     {link: share}: its centre of mass comes over the mean of their bases
    ahead    so much further ahead, in legs
    high     the centre of mass over there, in legs
    lean     the trunk forward, rad
    joints   {joint: angle}: the posture; of both sides where the name is without _l, _r
    seconds  in which it gets there
    settle   it waits until its centre of mass is as near as this, in legs, and what is to bear touches; 2 s at most
Heights and places are the body's own, so that phases suit one of any size.
"""
import math
import perlin
import random


class Bearing:
    priority = 0  # it begins by command
    phases = []
    sway = 0  # in legs: how far it sways to and fro, standing quietly

    def expected(self):
        if skeleton.lack("com") < 4:
            self.calm = time()
        because(f"its centre of mass gives way, it lacks {skeleton.lack('com'):.0f} m/s2")
        return time() - self.calm < 0.5

    def post(self):
        return self.at == len(self.phases) and self.sway == 0

    def start(self):
        left = skeleton.up().cross(skeleton.facing())
        self.heading = math.atan2(-left.x, left.y)
        self.way = vec(math.cos(self.heading), math.sin(self.heading), 0)
        self.leg = skeleton.limb("foot_l")
        self.angle = {}
        for joint in skeleton.joints():
            self.angle[joint] = skeleton.getAngle(joint)
        self.seed = random.uniform(0, 1000)
        self.now = {"over": {"feet": 1}, "ahead": 0, "lean": 0, "seconds": 1, "settle": 1}
        self.at, self.lean, self.calm = 0, 0, time()
        self.enter()

    def enter(self):
        phase = self.phases[self.at]
        self.now["joints"], self.now["free"], self.now["bear"] = {}, [], []
        self.now.update(phase)
        for link in phase.get("bear", []):
            skeleton.bear(link)
        self.since, self.begun, self.leant = time(), skeleton.com(), self.lean
        if "high" not in self.now:
            self.now["high"] = (self.begun.z - self.base().z) / self.leg
        self.from_, self.to = dict(self.angle), {}
        for joint, angle in self.now["joints"].items():
            for name in [joint] if joint in self.angle else [joint + "_l", joint + "_r"]:
                self.to[name] = angle

    def base(self):
        """The point that its weight is to be over."""
        sum, all = vec(0, 0, 0), 0
        for link, share in self.now["over"].items():
            sum, all = sum + share * skeleton.base(link), all + share
        return sum / all + self.now["ahead"] * self.leg * self.way

    def goal(self):
        goal = self.base() + vec(0, 0, self.now["high"] * self.leg)
        if self.sway:
            side = vec(-self.way.y, self.way.x, 0)
            t = 0.4 * time() + self.seed
            goal += self.sway * self.leg * (perlin.noise(t) * self.way + perlin.noise(t + 500) * side)
        return goal

    def step(self):
        x = min(1, (time() - self.since) / self.now["seconds"])
        part = x * x * x * (10 + x * (6 * x - 15))
        speed = 30 * x * x * (1 - x) * (1 - x) / self.now["seconds"]
        way = self.goal() - self.begun
        skeleton.task("com", self.begun + part * way, velocity=speed * way)
        self.lean = self.leant + part * (self.now["lean"] - self.leant)
        skeleton.task("trunk", turn=(self.heading, self.lean, 0))
        for joint, angle in self.to.items():
            self.angle[joint] = self.from_[joint] + part * (angle - self.from_[joint])
        for joint, angle in self.angle.items():
            skeleton.setTarget(joint, angle)
        if x == 1 and self.at < len(self.phases):
            self.leave()

    def leave(self):
        late = time() - self.since - self.now["seconds"]
        near = (self.goal() - skeleton.com()).length() < self.now["settle"] * self.leg
        for link in self.now["bear"]:
            near = near and len(skeleton.touching(link)) > 0
        if near or late > 2:
            for link in self.now["free"]:
                skeleton.release(link)
            self.at += 1
            if self.at < len(self.phases):
                self.enter()
