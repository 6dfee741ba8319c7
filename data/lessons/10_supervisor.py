"""Lesson 10: who acts: the supervisor, and conditions that are learned

A character has several skills, and each says where it may begin (pre), when it is done (post) and whether it goes as it
should (expected); it bids with a priority. The supervisor lets the highest bidder act, and asks again when that is done
or fails (kip eq VST.2):

    "winner" = argmax "priority of those whose pre() holds"

Here a person has three: balance, which stands without stepping; protective_step, which steps so as not to fall; and
fall. Nobody tells them what to do: pushes decide. --explain prints every decision with all bids and its reason.

A condition can be written by a person, as here, or learned from trials. The second picture has 200 of them: a pendulum
on a foot from -0.05 to 0.17 m, pressed where that helps most, begins at x with the speed v; does it come to rest? One
may say that by the capture point of lesson 9, or by asking for the trial most like the new one, and taking its result.
On 100 new starts both are nearly always right. kip learn does the second for skills of whole bodies, by a support vector
machine instead of the nearest trial (kip eq VST.7, kip help learn; data/skills/learn has the scripts).

Exercise: which is the smallest push (N, for 0.1 s, from behind at the trunk) at which it steps instead of only
balancing? Within 15 %. Search: --param force=300.
"""
import exercise
import math
import random

force = 250.0  # N
answer = 0  # N

skeleton = addCharacter("skeleton37", "skeleton", key="stand")
setCamera((2, -4, 1.3), (0.2, 0, 0.9))
for skill in ["balance", "protective_step", "fall"]:
    skeleton.addSkill(skill)


def pushed(newtons):
    """Which skills acted after a push, and when each began."""
    restart()
    run(1)
    push("trunk", (newtons, 0, 0), 0.1)
    acted = []

    def look():
        if not acted or acted[-1][1] != skeleton.activeSkill():
            acted.append((time() - 1, skeleton.activeSkill()))

    run(2, until=look)
    return acted


def steps(newtons):
    return "protective_step" in [skill for t, skill in pushed(newtons)]


def smallest():
    """By halving: it balances below, it steps above."""
    low, high = 50, 800
    while high - low > 0.02 * high:
        middle = (low + high) / 2
        low, high = (low, middle) if steps(middle) else (middle, high)
    return (low + high) / 2


rows = []
for newtons in [100, 200, 300, 400, 500, 600]:
    names = [skill for t, skill in pushed(newtons)]
    rows.append((newtons, math.nan))
    rows.append((newtons, 1 + max([["balance", "protective_step", "fall"].index(name) for name in names if name != "default"] + [-1])))
    print(f"{newtons} N: {', '.join(names)}")
rows.append((600, math.nan))
plot("who.svg", "Who acts after a push", "force (N, for 0.1 s)", {"1 balance, 2 protective step, 3 fall": {"": rows}})
acted = pushed(force)
record("push.html")
print(f"{force:g} N: " + ", ".join([f"{skill} at {t:.2f} s" for t, skill in acted]))
measure("a light push is balanced", 1 if not steps(60) else 0, "", "= 1")

omega = math.sqrt(9.81 / 0.95)


def rests(x, v):
    """The pendulum, in steps of 5 ms: the foot presses beyond the capture point, as far as it reaches."""
    for k in range(600):
        capture = x + v / omega
        press = max(-0.05, min(0.17, capture + 2 * (capture - 0.06)))
        v += 0.005 * omega * omega * (x - press)
        x += 0.005 * v
        if abs(x) > 1:
            return False
    return abs(x - 0.06) < 0.02 and abs(v) < 0.02


def trials(n):
    """Starts (x, v), each with its result."""
    done = []
    for k in range(n):
        x, v = random.uniform(-0.2, 0.3), random.uniform(-1, 1)
        done.append((x, v, rests(x, v)))
    return done


def nearest(x, v):
    """The result of the trial most like this start; 0.5 m counts as 2 m/s."""
    return min([((x - a) ** 2 + ((v - b) / 4) ** 2, result) for a, b, result in known])[1]


known, new = trials(200), trials(100)
by_rule = len([1 for x, v, result in new if (-0.05 < x + v / omega < 0.17) == result])
by_trials = len([1 for x, v, result in new if nearest(x, v) == result])
measure("of 100 new starts, told right by the capture point", by_rule, "", "> 90")
measure("by the nearest of 200 trials", by_trials, "", "> 85")
dots = {"comes to rest": [], "falls": []}
for x, v, result in sorted(known):
    dots["comes to rest" if result else "falls"] += [(x, v), (x, math.nan)]
plot("trials.svg", "200 trials of a pendulum on a foot", "x (m)", {"v (m/s)": dots})
right = smallest() if answer else 0
exercise.ask("which is the smallest push at which it steps?", answer, "N", exercise.near(answer, right, 0.15),
             "Halve: between a push that it balances and one at which it steps, try the middle.")
