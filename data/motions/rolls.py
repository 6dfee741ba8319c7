"""A roll forwards: dives onto its hands, rolls over its back, comes to its feet and stands. Recorded from skills.

    kip run data/motions/rolls.py --record roll.kip && kip convert roll.kip data/motions/roll.bvh

It is simulated: where hands and head meet the ground they press into it, by 3 cm for 0.05 s.
"""
skeleton = addCharacter("skeleton37", key="ready")
setCamera((1.5, -4, 1.5), (1.5, 0, 0.7))
for skill in ["bear_balance", "tumble", "bear_straighten"]:
    skeleton.addSkill(skill)
run(0.1)
skeleton.do("tumble")
run(1)
run(10, until=lambda: skeleton.activeSkill() == "bear_balance")
run(0.4)
