"""Catches what comes flying at its chest, a reflex: a hand is there before it, and holds what touches it.

Pre: it stands, its hands are free, and something slow enough will pass `ahead` before its chest, within
`wide`, soon. It is a balance whose arms have other work; so it is expected to keep its balance, too. The hand
on whose side it comes goes there. Post: it holds it, or nothing has come for `keep` seconds. Help: a hand has
no fingers; what touches its palm is attached to it. Numbers are ours.
"""
import balance


class CatchBall(balance.Balance):
    priority = 14  # less than guarding the head
    reflex = True
    learned = None
    ahead = 0.4  # m, before the chest
    chest = -0.25  # m, from the neck
    wide = 0.35  # m
    soon = 0.8  # s
    slow, fast = 2.0, 8.0  # m/s
    palm = (0, 0, -0.1)  # in the hand, m
    keep = 0.4  # s

    def __init__(self):
        super().__init__()
        self.thing, self.hand = "", None

    def holds(self):
        return self.hand is not None and skeleton.isLinkAttached(self.hand, self.thing)

    def pre(self):
        if self.holds() or not self.comes():
            because("nothing comes at its chest, or it holds something")
            return False
        self.feet.look()
        return skeleton.up().z > 0.9 and self.inside(self.lost)

    def post(self):
        because("it holds it" if self.holds() else "nothing comes any more")
        return self.holds() or time() - self.seen > self.keep

    def start(self):
        super().start()
        self.seen, self.hand = time(), None

    def comes(self):
        """What flies there soon; where it will be then is self.meet."""
        chest = getPosition("neck", (0, 0, self.chest))
        for thing in skeleton.others():
            v = getVelocity(thing)
            r = chest - getPosition(thing)
            way = vec(v.x, v.y, 0)
            if not self.slow < way.length() < self.fast:
                continue
            t = (r.dot(way.unit()) - self.ahead) / way.length()
            then = t * v - vec(0, 0, 0.5 * 9.81 * t * t) - r
            off = then - then.dot(way.unit()) * way.unit()
            if -0.05 < t < self.soon and off.length() < self.wide:
                self.thing, self.meet = thing, chest + then
                return True
        return False

    def step(self):
        super().step()
        if self.comes():
            self.seen = time()
            left = skeleton.up().cross(skeleton.facing())
            if not self.hand:
                self.hand = "hand_l" if left.dot(self.meet - skeleton.com()) > 0 else "hand_r"
            skeleton.setIKTarget(self.meet, self.hand, self.palm)
        if self.hand and not self.holds() and isColliding(self.hand, self.thing):
            skeleton.attachLink(self.hand, self.thing)
            event(f"catches {self.thing}")
