"""Carries a clip on, on its own feet, after a touch took its character from it (HYB 2.5).

Where a clip that a character moved by was ended by a touch, this follows it as gesture does: a small hit is
absorbed, and lib/clips.py's Return goes back into the clip. Pre: something touches it, it is as in a frame
of the clip, and its capture point is over its feet, which need not press yet: a clip that moves it takes no
forces. Post: the clip is over. Expected: as balance has it; from there other skills step, fall and rise.
"""
import gesture


class CarryOn(gesture.Gesture):
    priority = 12  # before balance
    clip = "idle"
    alike = 0.15  # rad

    def pre(self):
        if not any([skeleton.isColliding(other) for other in skeleton.others()]):
            because("nothing touches it")
            return False
        off, self.found = skeleton.likeness(self.clip)
        if off > self.alike:
            because(f"{off:.2f} off {self.clip}")
            return False
        self.on.look()
        return self.inside(0)

    def start(self):
        super().start()
        self.begin = self.found
