"""Guards the head, a reflex (HYB 2.6): hands go up before the face while something comes flying at it.

Pre: it stands, and something that moves will pass within `near` of the head before `soon`. It is a balance
whose arms have other work; so it is expected to keep its balance, too. Post: nothing has come for `keep`
seconds. Numbers are ours.
"""
import balance


class GuardHead(balance.Balance):
    priority = 15
    reflex = True
    learned = None
    near = 0.35  # m
    soon = 0.6  # s
    fast = 2.0  # m/s, at least
    keep = 0.4  # s
    before = 0.35  # m: hands are so far before the head, towards what comes
    apart = 0.01  # m

    def pre(self):
        if not self.comes():
            because("nothing comes at its head")
            return False
        self.feet.look()
        return skeleton.up().z > 0.9 and self.inside(self.lost)

    def post(self):
        return time() - self.seen > self.keep

    def start(self):
        super().start()
        self.seen = time()

    def comes(self):
        """Will anything be near the head soon, if it goes on as it flies?"""
        head, drift = getPosition("head"), getVelocity("head")
        for thing in skeleton.others():
            r, v = getPosition(thing) - head, getVelocity(thing) - drift
            t = -r.dot(v) / max(v.dot(v), 1e-9)
            then = r + t * v - vec(0, 0, 0.5 * 9.81 * t * t)
            if v.length() > self.fast and 0 < t < self.soon and then.length() < self.near:
                self.way = vec(-v.x, -v.y, 0).unit()
                return True
        return False

    def step(self):
        super().step()
        if self.comes():
            self.seen = time()
        side = vec(0, 0, 1).cross(self.way).unit()
        middle = getPosition("head") + self.before * self.way
        for hand, sign in [("_l", 1), ("_r", -1)]:
            skeleton.setIKTarget(middle + sign * self.apart * side, "hand" + hand)
