# In each mode the example ends in another way. Another skill always bids, and must not act.
pole = addCharacter('pole')
mode = 0
class Try:
    def features(self): return [round(time(), 3), mode, mode > 1]
    def pre(self): return mode % 2 == 1
    def start(self):
        self.n = 0
        print('start', mode)
        if mode == 5: nobody()
    def step(self):
        self.n += 1
        if mode == 3 and self.n == 3: nobody()
        if mode == 4: pole.do('Other')
    def expected(self): return not (mode == 1 and self.n == 10)
    def post(self): return (mode == 2 or mode == 4) and self.n == 20
    def end(self): print('end', mode, self.n)
class Other:
    priority = 99
    def pre(self): return True
    def step(self): print('other') if mode > 0 else 0
pole.addSkill(Try)
pole.addSkill(Other)
run(0.01)
print(pole.activeSkill())
for mode in [0, 1, 2, 3, 4, 5, 2]:
    done = example(pole, 'Try', 0.2)
    print(done, round(time(), 3), pole.activeSkill())
