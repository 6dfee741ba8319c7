# Waits, events, a skill with attributes and chance, a push and a throw under way.
import random
class Wave:
    priority = 2
    def pre(self): return time() > 0.05
    def start(self): self.seen, self.begun = [], time()
    def step(self):
        self.seen.append(random.random())
        robot.setTarget('elbow_flex_l', 1 + 0.3 * self.seen[-1])
        if len(self.seen) % 20 == 0: print('wave', len(self.seen), sum(self.seen))
robot = addCharacter('skeleton37', 'robot')
robot.addSkill(Wave)
ball = addObject('ball', 'Ball', present=False)
def hit():
    push('robot/head', (40, 0, 0), 0.2)
    bend()
    robot.setTargetPose('Bent')
    print('hit at', time())
def bend():  # a pose that is added late is saved too; adding it again has no effect
    robot.addPose('Bent', {'waist_flex': 0.2}, base='Stand')
at(0.56, bend)
def throw_it():
    throw(ball, (1.5, 0, 1.3), (-4, 0, 1))
    mark('thrown')
at(0.3, hit)
at(0.55, lambda: print('late', time(), robot.activeSkill()))
at(0.2, throw_it)
when(lambda: isColliding('Ball', 'robot'), lambda: print('struck', time(), timeSince('thrown')), again=True)
when(lambda: time() > 0.6, lambda: print('past', time()))
robot.setTargetPose('Ready', 0.4)
robot.setTargetPose('Stand', 0.3)
total = 0
for round in range(3):
    print('round', round, run(0.25, until=lambda: time() > 10), getPosition('Ball'))
    total += random.randint(1, 100)
print('end', total, time(), robot.com())
