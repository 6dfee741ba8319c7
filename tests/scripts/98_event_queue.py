# Events in the order of their times; equal times in the order they were asked for.
class Event:
    def __init__(self, time, order, action, name):
        self.time, self.order, self.action, self.name = time, order, action, name
        self.cancelled = False

class Queue:
    def __init__(self):
        self.now = 0.0
        self.events = []
        self.asked = 0
        self.log = []

    def after(self, delay, action, name='event'):
        e = Event(self.now + delay, self.asked, action, name)
        self.asked += 1
        i = len(self.events)
        while i > 0 and (self.events[i - 1].time, self.events[i - 1].order) > (e.time, e.order):
            i -= 1
        self.events.insert(i, e)
        return e

    def run(self, until=10.0):
        while self.events and self.events[0].time <= until:
            e = self.events.pop(0)
            if e.cancelled:
                continue
            self.now = e.time
            self.log.append((e.time, e.name))
            e.action()
        return len(self.events)

class Ball:
    def __init__(self, queue, name, speed):
        self.queue, self.name, self.speed, self.bounces = queue, name, speed, 0
        queue.after(speed, self.bounce, name)

    def bounce(self):
        self.bounces += 1
        self.speed *= 0.5
        if self.speed > 0.1:
            self.queue.after(self.speed, self.bounce, self.name)

q = Queue()
balls = [Ball(q, 'a', 1.0), Ball(q, 'b', 2.0), Ball(q, 'c', 0.5)]
never = q.after(1.25, lambda: print('never'), 'cancelled')
q.after(0.75, lambda: q.after(0.0, lambda: q.log.append('nested'), 'inner'), 'outer')
q.after(1.0, lambda: print('at one'), 'tie with a')
never.cancelled = True
print(q.run(until=1.0), q.now, len(q.log))
print(q.run(), q.now, [b.bounces for b in balls])
for entry in q.log:
    print(entry)
for t in [3, 1, 2, 1]:
    q.after(t, lambda t=t: print('timer', t), 'timer')
print(q.run(until=100), q.now, [name for time, name in q.log[-4:]], q.asked)
