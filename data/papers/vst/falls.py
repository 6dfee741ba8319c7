"""VST 5.1, "fall": what hits the ground, and how hard, against a body that goes limp instead.

Pushed from all sides, somewhere along the trunk, and nothing else helps it: "fall" alone. The limp body lets
go at the moment at which the other begins to fall, so that both meet the ground as fast. Peaks are normal
forces of the ground on head and on pelvis.
"""
import math
import random

human = 0  # 1: human37, a person's strengths
each = 2  # falls of each direction
directions = 8
least, most = 0.6, 1.0  # friction

friction = random.uniform(least, most)
skeleton = addCharacter("human37" if human else "skeleton37", name="skeleton", key="stand", friction=friction)
addGround(friction)
PARTS = ["hands", "knees", "hips", "head"]


class Collapse:
    """By command alone: no joint does anything."""
    priority = 0

    def pre(self):
        return skeleton.activeSkill() == "fall"

    def start(self):
        skeleton.relax()


class Fallen:
    """What became of one push: peak forces (N) and what met the ground first."""

    def __init__(self, limp, push_it):
        self.head, self.pelvis, self.first, self.limp = 0, 0, "nothing", limp
        restart()
        skeleton.disturb(0.02, 0.1)
        push_it()
        run(2.5, until=self.look)

    def look(self):
        if self.limp and skeleton.activeSkill() == "fall":
            skeleton.do("collapse")
        self.head = max(self.head, contactForce("head").z)
        self.pelvis = max(self.pelvis, contactForce("pelvis").z)
        for part in PARTS:
            if self.first == "nothing" and skeleton.touching(part):
                self.first = part
        return False


def mean(falls, part):
    return sum([getattr(fallen, part) for fallen in falls]) / len(falls)


skeleton.addSkill("fall")
skeleton.addSkill(Collapse, name="collapse")
all, limp, curves = [], [], {"protected": [], "limp": []}
for i in range(directions):
    mine, its = [], []
    for k in range(each):
        angle = 2 * math.pi / directions * (i + random.uniform(-0.5, 0.5))
        force, height = random.uniform(700, 1800), random.uniform(0, 0.35)

        def shove():
            push("trunk", (force * math.cos(angle), force * math.sin(angle), 0), 0.1, (0, 0, height))

        mine.append(Fallen(False, shove))
        its.append(Fallen(True, shove))
    side = 360 / directions * i
    curves["protected"].append((side, mean(mine, "head")))
    curves["limp"].append((side, mean(its, "head")))
    print(f"towards {side:.0f} degrees: first " + ", ".join([fallen.first for fallen in mine]) + f"; head "
          f"{mean(mine, 'head'):.0f} N, limp {mean(its, 'head'):.0f} N; pelvis {mean(mine, 'pelvis'):.0f} N, "
          f"limp {mean(its, 'pelvis'):.0f} N")
    all += mine
    limp += its
measure("head, peak force", mean(all, "head"), "N")
measure("the same, limp", mean(limp, "head"), "N")
measure("head, protected to limp", mean(all, "head") / mean(limp, "head"), "", "<= 0.5")
measure("pelvis, peak force", mean(all, "pelvis"), "N")
measure("pelvis, limp", mean(limp, "pelvis"), "N")
measure("hands or knees first", sum([fallen.first in ("hands", "knees") for fallen in all]) / len(all), "", "> 0.5")
plot("falls.svg", "What the head meets in a fall", "direction (degrees; 0 forward, 90 left)", {"peak force (N)": curves})
