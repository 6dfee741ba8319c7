"""A person walks about: ahead, round a corner, aside, back, and stops

kip run data/scenes/walk_about.py --html out/walk_about.html. What it is told is in `orders`: change it.
"""
model = 0  # 0: skeleton37, 1: human37, with a person's strengths
orders = [(7, {"speed": 1.0, "heading": 0.0}), (8, {"speed": 0.8, "heading": 1.57}),
          (5, {"speed": 0.0, "aside": 0.25}), (5, {"speed": -0.4, "aside": 0.0}),
          (8, {"speed": 0.0, "heading": 0.0}), (8, {"speed": 0.8, "steps": 6})]

person = addCharacter(["skeleton37", "human37"][model], "person", key="stand")
setCamera((3, -6, 2), (3, 2, 0.8))
person.addSkill("walk_to")
run(0.1)
for seconds, order in orders:
    person.do("walk_to", speed=order["speed"], heading=order.get("heading"), aside=order.get("aside", 0.0),
              steps=order.get("steps"))
    event(f"walk_to {order}")
    run(seconds)
measure("stands", person.com().z, "m", "> 0.85", whose="ours")
measure("at rest", person.comVelocity().length(), "m/s", "< 0.1", whose="ours")
