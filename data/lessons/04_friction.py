"""Lesson 4: contact, and what stops a thing that slides

A crate is thrown along the ground. The ground presses it up by its weight, and friction holds it back by mu times
that, whatever its speed and its area:

    f_n = m g, f_t = mu f_n, s = v_0^2/(2 mu g)

So it gets slower evenly and stops after s, heavy or light. In the simulation both forces are springs: the
crate sinks by 0.19 mm, and before it slides it gives by less (kip eq KIP.1, kip eq KIP.2). A ball does not stop: it rolls
at 5/7 of its speed.

Look at the curves: straight lines down to nought, and the ball's, which ends level. The motion is slide.html.

Exercise: which mu stops a crate of 3 m/s after 1 m? Within 2 %. Try it: --param answer=0.3 lets the crate slide
with that.
"""
import exercise

speed = 2.0  # m/s
answer = 0  # mu

setPeriod(0.005)
addGround(friction=0.1)
setCamera((0.5, -4, 1.5), (0.7, 0, 0))
frictions = [0.2, 0.4, 0.8]
crates = [addShape(f"crate {mu}", "box", [0.1, 0.1, 0.1], mass=5, at=(0, 0.5 * k, 0.1), friction=mu)
          for k, mu in enumerate(frictions)]
yours = addShape("yours", "box", [0.1, 0.1, 0.1], mass=5, at=(0, -1, 0.1), friction=max(0.1, answer))
ball = addShape("ball", "sphere", 0.1, mass=5, at=(0, -0.5, 0.1), friction=0.4)

run(0.5)
begins = time()
for k in range(len(crates)):
    throw(crates[k], (0, 0.5 * k, 0.0998), (speed, 0, 0))
throw(ball, (0, -0.5, 0.0998), (speed, 0, 0))
throw(yours, (0, -1, 0.0998), (3, 0, 0))
names = [f"crate, mu = {mu}" for mu in frictions] + ["ball, mu = 0.4"]
curves = {}
for name in names:
    curves[name] = []


def look():
    for k, thing in enumerate(crates + [ball]):
        curves[names[k]].append((time() - begins, getVelocity(thing).x))


run(3, until=look)
plot("speed.svg", f"Thrown along the ground at {speed:g} m/s", "time (s)", {"speed (m/s)": curves})
record("slide.html")
for k, mu in enumerate(frictions):
    way = speed * speed / (2 * mu * 9.81)
    measure(f"mu = {mu}: the crate stops after", getPosition(crates[k]).x, "m", f"= {way:.4f} +- {0.02 * way:.4f}")
measure("the ball rolls at, of its speed", getVelocity(ball).x / speed, "", "= 0.7143 +- 0.01")
exercise.ask("which mu stops a crate of 3 m/s after 1 m?", answer, "(a number)", abs(getPosition(yours).x - 1) < 0.02,
             f"With that it stops after {getPosition(yours).x:.3f} m. Solve s = v^2 / (2 mu g) for mu.")
