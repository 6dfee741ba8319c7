# A joint driven to its targets by a PD controller with limited torque, and a state machine of targets.
class Joint:
    inertia = 0.5
    damping = 0.1

    def __init__(self, angle=0.0):
        self.angle = angle
        self.rate = 0.0

    def step(self, torque, dt):
        self.rate += (torque - self.damping * self.rate) / self.inertia * dt
        self.angle += self.rate * dt

class PD:
    def __init__(self, kp, kd, limit=None):
        self.kp, self.kd, self.limit = kp, kd, limit
        self.clipped = 0

    def torque(self, joint, target):
        t = self.kp * (target - joint.angle) - self.kd * joint.rate
        if self.limit is not None and not -self.limit <= t <= self.limit:
            self.clipped += 1
            t = self.limit if t > 0 else -self.limit
        return t

def run(controller, targets, dt=0.005):
    joint = Joint()
    time, peak, log = 0.0, 0.0, []
    for until, target in targets:
        while time < until - 1e-9:
            joint.step(controller.torque(joint, target), dt)
            time += dt
            peak = max(peak, abs(joint.rate))
        log.append((round(time, 3), f'{joint.angle:.9f}', f'{joint.rate:.9f}'))
    return log, peak

targets = [(0.5, 1.0), (1.0, -0.5), (2.0, 0.25)]
for gains in [(40, 6, None), (40, 6, 5.0), (200, 20, 30), (5, 0.5, None)]:
    kp, kd, limit = gains
    controller = PD(kp, kd, limit=limit)
    log, peak = run(controller, targets)
    print(gains, f'{peak:.9f}', controller.clipped)
    for entry in log:
        print('  ', entry)
settled, peak = run(PD(100, 14), [(5.0, 0.7)])
print(settled[-1], abs(float(settled[-1][1]) - 0.7) < 1e-6)
