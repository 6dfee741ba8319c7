"""Lesson 10: who acts: the supervisor, and conditions that are learned

A character has several skills, and each says where it may begin (pre), when it is done (post) and whether it goes as it
should (expected); it bids with a priority. The supervisor lets the highest bidder act, and asks again when that is done
or fails (kip eq VST.2):

    "winner" = argmax "priority of those whose pre() holds"

Here a person has three: balance, which stands without stepping; protective_step, which steps so as not to fall; and
fall. Nobody tells them what to do: pushes decide. --explain prints every decision with all bids and its reason.

A condition can be written by a person, as here, or learned: kip learn runs a skill from many starts and finds by a
support vector machine from which of them it succeeds (kip eq VST.7; data/skills/learn has the scripts, and kip help learn
says how). What is learned is a function of numbers f(x), and the skill may begin where f(x) is above a margin.

Exercise: which is the smallest push (N, for 0.1 s, from behind at the trunk) at which it steps instead of only
balancing? Within 15 %. Search: --param force=300.
"""
import exercise

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
    rows.append((newtons, 1 + max([["balance", "protective_step", "fall"].index(name) for name in names if name != "default"] + [-1])))
    print(f"{newtons} N: {', '.join(names)}")
plot("who.svg", "Who acts after a push", "force (N, for 0.1 s)", {"1 balance, 2 protective step, 3 fall": {"": rows}})
acted = pushed(force)
record("push.html")
print(f"{force:g} N: " + ", ".join([f"{skill} at {t:.2f} s" for t, skill in acted]))
measure("a light push is balanced", 1 if not steps(60) else 0, "", "= 1")
right = smallest() if answer else 0
exercise.ask("which is the smallest push at which it steps?", answer, "N", exercise.near(answer, right, 0.15),
             "Halve: between a push that it balances and one at which it steps, try the middle.")
