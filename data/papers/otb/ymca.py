"""OTB figure 3: YMCA. Every joint is at its letter's angle at the letter's time.

The paper: Y at 0.7 s (its figure may say 0.1 s: then Y is the start), M at 1.1, C at 1.85, A at 2.35 s; the
gains change at every step. It prints no errors: how near is ours, skills/lib/keyframes.py. As printed, it
adds an acceleration to a torque: that flies apart. Damped by the next link's inertia alone, as the figure 8 has
it, it is shown by the time left, which is like with like, and by the whole interval. Figure 7 is by_hand.py.
Help: the pelvis is fixed to the world; on springs and standing free are measured beside it, on legs that hold
themselves by strong springs and are none of the beat's.
"""
# OTB.14: kip eq OTB.14
import keyframes

letters = [("Y", 0.7), ("M", 0.4), ("C", 0.75), ("A", 0.5)]
shoulders = {"left": "shoulder_abd_l", "right": "shoulder_abd_r"}

skeleton = addCharacter("beat39")
keyframes.prepare(skeleton, letters)
setCamera((4, 0, 1.5), (0, 0, 1.1))


class Gains(keyframes.Curves):
    """Also how many periods changed the right shoulder's gains, and the most torque that it was asked for."""

    def __init__(self):
        super().__init__(skeleton, shoulders.values())
        self.last, self.periods, self.changes, self.most = None, 0, 0, 0

    def look(self):
        super().look()
        now = skeleton.gains("shoulder_abd_r")
        self.periods += 1
        self.changes += now != self.last
        self.last = now
        self.most = max(self.most, abs(skeleton.wanted("shoulder_abd_r")))


def play(law, root="fixed", gravity=1):
    keyframes.begin(skeleton, law, root)
    setGravityScale(gravity)
    gains = Gains()
    score = keyframes.Score(skeleton, gains.look)
    score.gains = gains
    score.play(letters)
    return score


def tell(name, score, claim=">= 0.95"):
    measure(name + ": key-frames that hold", score.share(), "", claim)
    measure(name + ": the largest error", score.worst(), "degrees")


def draw(gains):
    """Figure 3; the letters stand at their times."""
    ks = dict([(side + " shoulder", gains.ks[joint]) for side, joint in shoulders.items()])
    kd = dict([(side + " shoulder", gains.kd[joint]) for side, joint in shoulders.items()])
    t = 0
    for name, seconds in letters:
        t += seconds
        ks[name], kd[name] = [(t, 0)], [(t, 0)]
    plot("fig3_gains.svg", "On the Beat, figure 3: gains of the shoulders' abduction in YMCA", "time (s)",
         {"log10 of ks (N m/rad)": ks, "log10 of kd (N m s/rad)": kd}, "Letters stand at their times.")


tell("pelvis on springs", play(skeleton.setBeat, "springs"))
tell("standing free", play(skeleton.setBeat, "free"))
tell("no gravity", play(skeleton.setBeat, gravity=0))

keyframes.begin(skeleton, skeleton.setBeat)
keyframes.Score(skeleton).play(letters[:1])
start = keyframes.Score(skeleton)
start.play([("M", 1.1)] + letters[2:])
tell("Y is the start, M 1.1 s after it", start)

others = [("f as printed: n = 9.5", lambda: skeleton.setBeat(constants="literal")),
          ("the whole interval, not the time left", lambda: skeleton.setBeat(time="fixed")),
          ("next link alone, by the time left", lambda: skeleton.setBeat(moment="link", compensation="none")),
          ("next link alone, by the whole interval",
           lambda: skeleton.setBeat(moment="link", compensation="none", time="fixed")),
          ("as printed", lambda: skeleton.setBeat(constants="literal", compensation="literal"))]
for name, law in others:
    score = play(law)
    tell(name, score, "")
    measure(name + ": most torque asked of the shoulder", score.gains.most, "N m")
    measure(name + ": the run goes on to", time(), "s")

ours = play(skeleton.setBeat)
tell("on the beat", ours)
for name, seconds in letters:
    measure("on the beat, " + name + ": the largest error", ours.worst(name), "degrees", "< 1")
measure("periods that change the shoulder's gains", ours.gains.changes / ours.gains.periods, "", ">= 0.99")
draw(ours.gains)
record("ymca.html")
