import random
class Wait:
    def pre(self):
        return True
    def step(self):
        r.hold()
    def features(self):
        return [random.random()]
    def post(self):
        return True
b = addObject("ball", at=(0, 0, 2))
r = addCharacter("robot16", at=(0, 2, 0))
r.addSkill(Wait)
r.attachLink("pelvis", b)
example(r, "Wait", 0.02)
run(0.02)
