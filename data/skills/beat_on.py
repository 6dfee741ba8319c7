"""Carries a clip on by On the Beat, after a touch took its character from it (HYB 2.5, OTB 5.3).

As carry_on, but without feedback of balance: all joints track the clip by timed control, and are back on it
`tension` after the touch. Pre: something touches it, it is as in a frame of the clip, and its capture point
is over its feet. Post: the clip is over. Expected: the capture point stays there, and no key-frame is
reported to be missed (OTB 4.5, OTB.12): then other skills balance, step or fall.
"""
import carry_on


class BeatOn(carry_on.CarryOn):
    priority = 13  # before carry_on
    tension = 0.3  # s

    def start(self):
        super().start()
        skeleton.setBeat()
        skeleton.track(self.clip, tension=self.tension, start=self.found)

    def end(self):
        skeleton.setBeat(False)

    def step(self):
        self.on.look()

    def expected(self):
        misses = skeleton.misses()
        if misses:
            because(f"{misses[0][0]} will not be there in time")
            return False
        because("its capture point leaves its feet")
        return self.inside(0)
