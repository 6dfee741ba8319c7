"""Cost of walk_to: how soon it falls, how far off its speed it is, how much it lacks."""
import math
import random

speed = 1.0
seconds = 10.0
person = addCharacter("human37", "person", key="stand")
person.addSkill("walk_to")
person.disturb(0.01, 0.05)
run(0.2)
person.do("walk_to")
run(0.01)
lack, n = 0, 0
while time() < seconds and person.com().z > 0.75:
    run(0.1)
    lack, n = lack + min(person.lack("com"), 5), n + 1
went = person.com().x
want = speed * (time() - 2)
fell = max(0, seconds - time())
measure("fell", fell, "s", "< 0.01")
measure("speed", went / max(0.1, time() - 2), "m/s")
measure("cost", 10 * fell / seconds + abs(went - want) / (0.2 * want) + lack / n)
