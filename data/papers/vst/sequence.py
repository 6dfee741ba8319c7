"""VST 6, the skeleton's sequence: balance, a push, fall, default, roll over, rise, crouch to stand, balance.

Nobody says what to do: after the push (at the trunk, at 1 s, towards `side`) the
supervisor alone chooses among seven skills. The paper's order is without our protective steps: one is tried
before the fall, and some put the feet side by side at the end. From some sides it takes longer than 20 s yet.
"""
import math

impulse = 200  # N s
side = 180  # degrees: where it is pushed to; 0 is forward, 90 to its left
seconds = 20  # after the push

setTimestep(0.002)
setPeriod(0.004)
skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
for skill in ["limp", "balance", "protective_step", "fall", "roll_over", "rise_prone", "crouch_to_stand"]:
    skeleton.addSkill(skill)
skeleton.disturb(0.01, 0.05)
setCamera((3.5, -3.5, 1.6), (-1, 0, 0.6))
order, stood = [], 0


def look():
    global stood
    if not order or order[-1] != skeleton.activeSkill():
        order.append(skeleton.activeSkill())
    still = skeleton.activeSkill() == "balance" and skeleton.comVelocity().length() < 0.1
    stood = stood + 1 if still else 0
    return stood > 250 and "fall" in order


force, direction = impulse / 0.1, math.radians(side)
at(1, lambda: push("trunk", (force * math.cos(direction), force * math.sin(direction), 0), 0.1))
stands = run(1 + seconds, until=look)
print(", ".join(order))
wanted = ["balance", "fall", "limp", "roll_over", "rise_prone", "crouch_to_stand", "balance"]
met = 0
for skill in order:
    if met < len(wanted) and skill == wanted[met]:
        met += 1
measure("skills of the paper's sequence, in its order", met, "", "= 7")
measure("stands still at the end, for a second", 1 if stands else 0, "", "= 1")
measure("after the push", time() - 1, "s", f"< {seconds}")
record("sequence.html")
