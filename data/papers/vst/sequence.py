"""VST 6, the skeleton's sequence: balance, a push, fall, default, roll over, rise, crouch to stand, balance.

Nobody says what to do: after the push (at the trunk, at 1 s, towards `side`) the supervisor alone chooses.
The paper's order is without our protective steps, which are tried before the fall. It may come to lie on its
belly, and need not roll over: 3 of 33, sides of 165 to 195 degrees, 190 to 210 N s.
"""
# VST.8: kip eq VST.8
import math
import everyday

impulse = 210  # N s
side = 180  # degrees: where it is pushed to; 0 is forward, 90 to its left
seconds = 20  # after the push

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
everyday.teach(skeleton, stiff=True)
skeleton.disturb(0.01, 0.05)
setCamera((3.5, -3.5, 1.6), (-1, 0, 0.6))
order = everyday.Order(skeleton)

force, direction = impulse / 0.1, math.radians(side)
run(1, until=order.look)
push("trunk", (force * math.cos(direction), force * math.sin(direction), 0), 0.1)
stands = run(seconds, until=lambda: order.stands() and "fall" in order.names)
print(order.text())
wanted = ["balance", "fall", "limp", "roll_over", "rise_prone", "kneel_to_crouch", "crouch_to_stand", "balance"]
measure("skills of the paper's sequence, in its order", order.met(wanted), "", "= 8" if side == 180 else "", "paper")
measure("stands still at the end, for a second", 1 if stands else 0, "", "= 1")
measure("after the push", time() - 1, "s", f"< {seconds}")
measure("most starts of one skill in half a second", order.busiest(0.5), "", "<= 2", "catalogue")
record("sequence.html")
