"""VBC: how often the foot that is welded gives what no foot could

A foot can push the ground, not pull it; the centre of pressure is within its sole; friction, here 0.9, holds
the rest. The weld knows no such bounds. While one foot alone bears, this is how often each of them is broken,
in a steady walk and in one that is pushed by 300 N for half a second. What the hips and the ankle, with 500
and 300 N m, ask of the ground is most of it: 300 N m under the body's weight is 0.37 m off the ankle.
"""
import math
import trials

number = 20  # steps
friction = 0.9
heel, toes, half = -0.05, 0.201, 0.046  # m: the sole, from the ankle
height = 0.0702  # m: the ankle's

skeleton = addCharacter("gait22", name="skeleton", key="stand")
setCamera((1.5, -4, 1.2), (1.5, 0, 0.8))
trials.prepare(skeleton)


class Weld:
    """What the weld gives, as a sole would have to."""

    def __init__(self, planar):
        self.planar, self.n, self.ahead, self.aside, self.off = planar, 0, 0, 0, []
        self.pulls, self.slips, self.cannot = 0, 0, 0

    def look(self, walk):
        if walk.state == "toe off" or not walk.struck:
            return
        force, torque = skeleton.plantForce("foot" + walk.stance)
        self.n += 1
        if force.z <= 0:
            self.pulls, self.cannot = self.pulls + 1, self.cannot + 1
            return
        x, y = -(torque.y + height * force.x) / force.z, (torque.x - height * force.y) / force.z
        ahead, aside = max(heel - x, x - toes), 0 if self.planar else abs(y) - half
        slips = math.hypot(force.x, 0 if self.planar else force.y) > friction * force.z
        self.ahead, self.aside = self.ahead + (ahead > 0), self.aside + (aside > 0)
        self.slips += slips
        self.cannot += ahead > 0 or aside > 0 or slips
        self.off.append(max(0, ahead, aside))

    def tell(self, what):
        counts = {"it pulls the ground": self.pulls, "pressure ahead or behind": self.ahead,
                  "pressure beside the sole": self.aside, "it would slip": self.slips,
                  "any of these": self.cannot}
        for name, value in counts.items():
            measure(f"{what}: {name}", 100 * value / self.n, "%")
        measure("the pressure's median distance from the sole", sorted(self.off)[len(self.off) // 2], "m")


for planar in [True, False]:
    where, weld = "planar" if planar else "3-D", Weld(planar)
    trials.begin(planar, [weld.look])
    measure(f"{where}: steps", number if trials.go(number) else 0, "", f"= {number}")
    weld.tell(where)
    weld = Weld(planar)
    push = trials.Push("trunk", 300, 0.3, planar, [weld.look])
    weld.tell(f"{where}, pushed")
record("weld.html")
