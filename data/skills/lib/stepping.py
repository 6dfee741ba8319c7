"""Where a foot is to land, and its way there; by the numbers of a skill (protective_step.py)."""
import feet
import math


def place(on, skill, foot, left):
    """Where its ankle lands in `left` seconds, and the capture point then, as the other foot pushes."""
    stays, side = on.ankle[1 - foot], 1 - 2 * foot
    c, p = on.sole[1 - foot], on.press(1 - foot, skill.single)
    u = p + math.exp(on.omega * left) * (on.xi - p) - c
    x = skill.ahead * u.x + skill.more_ahead * feet.clamp(u.x / 0.1, -1, 1)
    to = vec(x, side * max(side * skill.aside * u.y + skill.more_aside, skill.apart), 0)
    return stays + to * min(1, 0.85 / to.length()), c + u


def place_slowly(on, foot, left, off):
    """So far off the other foot; if the capture point would not be between them, there."""
    side = 1 - 2 * foot
    u = math.exp(on.omega * left) * (on.xi - on.sole[1 - foot])
    near = min(0, off.x) - feet.length < u.x < max(0, off.x) + feet.length
    to = vec(off.x if near else u.x, off.y + side * max(0, side * (u.y - off.y) + 0.06), 0)
    return on.ankle[1 - foot] + to


def lands(on, skill, foot, off):
    """If it lifted that foot now, to go there: would the capture point be over the feet at touch-down?"""
    c, p = on.sole[1 - foot], on.press(1 - foot, skill.single)
    xi = p + math.exp(1.2 * on.omega * skill.swing) * (on.xi - p)
    return on.outside(xi, c, c + off) == 0


def cost(on, skill, foot):
    """What remains to be caught after a step with this foot; one that bears does not like to leave."""
    to, xi = place(on, skill, foot, skill.swing)
    far = on.outside(xi, on.sole[1 - foot], to + vec(feet.middle[0], 0, 0))
    return far + 0.02 * (to - on.ankle[foot]).length() + 0.03 * on.load[foot] / (on.load[0] + on.load[1] + 1)


def choose(on, skill):
    """The foot that is better to step with."""
    return 0 if cost(on, skill, 0) < cost(on, skill, 1) else 1


def way(on, skill, foot, begun, to, now, all):
    """Over the ground and not through the other leg, from `begun`: the ankle after `now` of `all` seconds."""
    stays, side = on.ankle[1 - foot], 1 - 2 * foot
    k = feet.clamp((now / all - skill.linger) / (0.9 - skill.linger), 0, 1)
    p = begun + k * k * k * (10 - 15 * k + 6 * k * k) * (to - begun)
    need = 0.13 * feet.clamp((0.34 - abs(p.x - stays.x)) / 0.1, 0, 1)
    was = side * (begun.y - stays.y)
    need = min(need, max(was, was + (need - was) * now / (0.35 * all)))
    z = skill.apex * math.sin(math.pi * min(1, now / all) ** 0.7) - feet.clamp(0.6 * (now - all), 0, 0.08)
    return on.world(vec(p.x, stays.y + side * max(need, side * (p.y - stays.y)), 0), skill.ground + z)
