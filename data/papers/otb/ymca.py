"""OTB figures 3 and 7: YMCA. Every joint is at its letter's angle at the letter's time.

The paper: Y at 0.7 s (its figure may say 0.1 s: then Y is the start), M at 1.1, C at 1.85, A at 2.35 s; the gains
change at every step; a PD control tuned by hand until Y is on time misses the others. It prints no errors: how near is
ours, skills/lib/keyframes.py. Help: the pelvis is fixed to the world; on springs and standing free are measured beside
it, on legs that hold themselves by strong springs and are none of the beat's. As printed, the paper adds an
acceleration to a torque: that flies apart. Constant gains, without gravity: soft ones, for which Y is 10 % off by
design, miss every letter; stiff ones are there early, and only Y, the widest way, is not in time. Figure 3:
kip run ymca.py --record y.kip; kip plot y.kip --y beat39/shoulder_abd_r.stiffness --svg y.svg
"""
import keyframes

letters = [("Y", 0.7), ("M", 0.4), ("C", 0.75), ("A", 0.5)]

setTimestep(0.0005)
setPeriod(0.0005)
skeleton = addCharacter("beat39")
keyframes.prepare(skeleton)
setCamera((4, 0, 1.5), (0, 0, 1.1))


class Gains:
    """How many steps changed the right shoulder's gains, and the most torque that it was asked for."""

    def __init__(self):
        self.last, self.steps, self.changes, self.most = None, 0, 0, 0

    def look(self):
        now = skeleton.gains("shoulder_abd_r")
        self.steps += 1
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


def by_hand(n):
    """Constant gains, each joint's by its inertia at Y, with no gravity to carry."""
    keyframes.begin(skeleton, lambda: skeleton.setBeat(time="fixed"))
    keyframes.Score(skeleton).play(letters[:1])
    gains = dict([(joint, skeleton.gains(joint)) for joint in keyframes.angles("Y")])
    keyframes.begin(skeleton, skeleton.hold)
    setGravityScale(0)
    score = keyframes.Score(skeleton)
    for name, seconds in letters:
        for joint, angle in keyframes.angles(name).items():
            skeleton.setTarget(joint, angle, gains[joint][0] * n * n, gains[joint][1] * n)
        score.part(name, seconds)
    return score


ours = play(skeleton.setBeat)
tell("on the beat", ours)
for name, seconds in letters:
    measure("on the beat, " + name + ": the largest error", ours.worst(name), "degrees", "< 1")
measure("steps that change the shoulder's gains", ours.gains.changes / ours.gains.steps, "", ">= 0.99")
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
          ("next link alone", lambda: skeleton.setBeat(moment="link", compensation="none", time="fixed")),
          ("as printed", lambda: skeleton.setBeat(constants="literal", compensation="literal"))]
for name, law in others:
    score = play(law)
    tell(name, score, "")
    measure(name + ": most torque asked of the shoulder", score.gains.most, "N m")
    measure(name + ": the run goes on to", time(), "s")
for n in [1, 6]:
    hand = by_hand(n)
    for letter, seconds in letters:
        measure(f"constant gains, {n} times n, {letter}: key-frames that hold", hand.share(letter))
        measure(f"constant gains, {n} times n, {letter}: the largest error", hand.worst(letter), "degrees")
play(skeleton.setBeat)
