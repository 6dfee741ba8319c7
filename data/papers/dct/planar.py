"""DCT 4.1: a character that moves in a plane cannot be pushed sideways; released, it can, and nothing jumps.

The root is kept in the vertical plane in which the character faces, and turns about the plane's normal alone.
The first push, sideways at the pelvis, moves nothing sideways. A push at the trunk bends the waist, the
pelvis stays. After the release the first push throws the character over.
"""
import math

force = 300  # N, sideways, for 0.1 s

setTimestep(0.002)
setPeriod(0.01)
skeleton = addCharacter("skeleton37", key="stand")
setCamera((3.5, -2.5, 1.6), (0, 0, 0.8))
both = ["_l", "_r"]
links = ["pelvis", "trunk", "neck", "head"]
limbs = ["upper_arm", "forearm", "hand", "thigh", "shank", "foot"]
links.extend([link + side for link in limbs for side in both])


class Sideways:
    """How far anything, and the pelvis, got sideways since it was made (m)."""

    def __init__(self):
        self.start = [getPosition(link).y for link in links]
        self.most = 0
        self.pelvis = 0

    def look(self):
        away = [abs(getPosition(link).y - y) for link, y in zip(links, self.start)]
        self.most = max(self.most, max(away))
        self.pelvis = max(self.pelvis, away[0])


def sideways(seconds):
    seen = Sideways()
    run(seconds, until=seen.look)
    return seen


def momentum():
    return skeleton.mass() * skeleton.comVelocity()


skeleton.setPlanar()
sideways(0.5)
push("pelvis", (0, force, 0), 0.1)
measure("planar, pushed at the pelvis: anything sideways", sideways(1).most, "m", "< 1e-9")
push("trunk", (0, force, 0), 0.1)
bent = sideways(1)
measure("planar, pushed at the trunk: the pelvis sideways", bent.pelvis, "m", "< 1e-9")
measure("planar, pushed at the trunk: the rest sideways", bent.most, "m", "> 0.01")

before = momentum()
skeleton.setPlanar(False)
jump = momentum() - before
measure("momentum's jump at the release", math.sqrt(jump.dot(jump)), "N s", "= 0")
push("pelvis", (0, force, 0), 0.1)
measure("released, pushed at the pelvis: it sideways", sideways(2).pelvis, "m", "> 0.3")
