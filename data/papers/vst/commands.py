"""Who knows the whole repertoire (VST 5), before a chair, and does what the command line says by --do.

kip run data/papers/vst/commands.py --do "2 stand_to_sit" --do "5 sit_to_crouch" --do "10 walk steps=6"
`person=1`: skeleton37 in three dimensions instead of the robot; `lies=1`: it begins on its back.
"""
import everyday
import planar

person = 0
lies = 0
chair = 0.45  # m; 0: none
seconds = 20

who = addCharacter("skeleton37" if person else "robot16", name="actor", key="supine" if lies else "stand")
if not lies and chair:
    addShape("seat", "box", [0.21, 0.21, 0.5 * chair], at=(-0.31, 0, 0.5 * chair), color=(0.76, 0.6, 0.38))
if person:
    everyday.teach(who)
    for skill in ["stand_to_sit", "sit_to_crouch", "kip", "plunge", "jump", "tumble", "leg_kick", "kneel",
                  "walk_to"]:
        who.addSkill(skill)
else:
    planar.teach(who)
setCamera((2, -6, 1.5), (0.5, 0, 0.7))
order = everyday.Order(who)
run(seconds, until=order.look)
print(order.text())
measure("slow at the end", who.comVelocity().length(), "m/s", "< 0.2")
