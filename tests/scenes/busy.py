# A ball that is hit, asked for, begun anew: all that a script can have between two of its waits.
import random
robot = addCharacter('robot16', 'robot')
addObject('ball', 'Ball', at=(2, 0, 1))
count = 0
speed = 1.5
name = 'Ball'
asked = 0
def low():
    global asked
    asked += 1
    return getPosition('Ball').z < 0.5
at(0.123, lambda: push('robot', (20, 0, 0), 0.05))
for i in range(2):
    print('hit', run(0.5, until=low), time())
    push('Ball', (random.uniform(-9, 9), 0, 30), 0.1)
    run(0)
    print('after', run(0.1), time(), getPosition('Ball'))
    count += 1
    if i == 0:
        restart()
run(0.4)
print('end', asked, time())
