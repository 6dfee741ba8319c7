"""One step of a length ahead, or to a side; then the other foot comes beside it (VST 5.1, "step").

It begins by the user's command: do("step"). `length` (m) is ahead, 0.1 to 0.4; `side` (m) is to the left,
-0.3 to 0.3 where length is 0, -0.15 to 0.2 beside 0.3. Backwards it comes short. Pre: still, on both feet.
Expected: the capture point stays over the soles. Post: still, feet side by side. Weight goes from foot to
foot as in "double stance to crouch". Numbers are ours.
"""
import double_stance_to_crouch


class Step(double_stance_to_crouch.DoubleStanceToCrouch):
    priority = 0  # it begins by command
    length = 0.3  # m
    side = 0  # m
    patience = 6

    def pre(self):
        self.feet.look()
        return self.ready()

    def start(self):
        super().start()
        self.first = True
        self.shift_to(1 if self.side >= 0 else 0)

    def choose(self, now):
        if self.first:
            self.first = False
            self.shift_to(self.foot)
        else:
            super().choose(now)

    def off(self):
        off = super().off()
        return off + vec(self.length, self.side, 0) if self.first else off
