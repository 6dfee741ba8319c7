"""VST 6, the skeleton's other sequence: leg kick, forward dive, roll, and back to the pose that it began in.

In three dimensions. Kick and dive are commanded; getting up is the supervisor's. `tumble=1`: it dives and comes
to its feet out of the roll instead.
"""
import everyday

tumble = 0
angle = 30  # degrees, of the dive

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
everyday.teach(skeleton, stiff=True)
for skill in ["leg_kick", "plunge", "tumble", "bear_straighten"]:
    skeleton.addSkill(skill)
skeleton.disturb(0.02, 0.05)
setCamera((1.5, -6, 1.5), (1.2, 0, 0.7))
order, still, turned, most, foot = everyday.Order(skeleton), 0, 0, 0, 0


def look():
    """Once a control period; True: it has stood still for a second."""
    global still, turned, most, foot
    order.look()
    turned += 0.005 * getSpin("trunk").y
    most = max(most, turned)
    if skeleton.activeSkill() == "leg_kick":
        foot = max(foot, getPosition("foot_r").z)
    slow = skeleton.comVelocity().length() < 0.1 and skeleton.activeSkill() == "balance"
    still = still + 0.005 if slow else 0
    return still > 1


def waits(seconds):
    """What was commanded has begun; until it stands still again."""
    global still
    run(1, until=look)
    still = 0
    return run(seconds, until=look)


run(4, until=look)
skeleton.do("leg_kick")
waits(6)
skeleton.do("tumble" if tumble else "plunge", angle=angle)
stands = waits(25)
print(order.text())
wanted = ["balance", "leg_kick", "balance", "tumble" if tumble else "plunge", "crouch_to_stand", "balance"]
measure("skills in their order", order.met(wanted), "", f"= {len(wanted)}" if not tumble else "", "paper")
measure("the foot was so high", foot, "m", "> 0.3")
measure("rolls over", 1 if most > 3.5 else 0, "", "= 1", "paper")
measure("stands still again", 1 if stands else 0, "", "= 1", "paper")
measure("simulated", time(), "s")
