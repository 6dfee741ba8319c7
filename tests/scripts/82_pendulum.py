# A pendulum by Runge-Kutta, with its energy, against the small-angle formula.
import math

g = 9.81
length = 1.2

def rates(state):
    angle, speed = state
    return [speed, -g / length * math.sin(angle)]

def rk4(f, state, h):
    def moved(k, by):
        return [s + by * d for s, d in zip(state, k)]
    k1 = f(state)
    k2 = f(moved(k1, h / 2))
    k3 = f(moved(k2, h / 2))
    k4 = f(moved(k3, h))
    return [s + h / 6 * (a + 2 * b + 2 * c + d) for s, a, b, c, d in zip(state, k1, k2, k3, k4)]

def energy(state):
    return 0.5 * length ** 2 * state[1] ** 2 + g * length * (1 - math.cos(state[0]))

state = [0.8, 0.0]
h = 0.01
start = energy(state)
for n in range(301):
    if n % 50 == 0:
        print(f'{n * h:.2f} {state[0]:.12g} {state[1]:.12g} {energy(state):.12g}')
    state = rk4(rates, state, h)
print(abs(energy(state) - start) < 1e-6)

# The period grows with the amplitude.
def period(amplitude):
    s, t = [amplitude, 0.0], 0.0
    while s[0] > 0:
        before = s
        s = rk4(rates, s, h)
        t += h
    part = before[0] / (before[0] - s[0])
    return 4 * (t - h + part * h)

small = 2 * math.pi * math.sqrt(length / g)
for amplitude in [0.05, 0.5, 1.0, 2.0]:
    print(amplitude, f'{period(amplitude):.5f} {period(amplitude) / small:.5f}')
