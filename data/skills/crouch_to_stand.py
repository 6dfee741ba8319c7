"""Stands up from a crouch (VST 5.1, "crouch to stand": straightens legs and waist), and steps where it must.

Pre: on its feet, perhaps on its hands too, the capture point not far from the soles. Expected: no trunk on
the ground, not sunk low. Post: upright and still for half a second, so that "balance" or "protective step"
can go on. It is a protective step whose trunk comes up by `unroll` (rad/s) and whose pelvis by `raises`
(m/s), once the capture point is back within `ready` (m) of the middle of the soles; below `low` (m) it does
not step for less than `hold` (m). Its numbers are by
kip tune data/papers/vst/body_skill.py --param skill=8 --objective time --starts 20
    --only 'crouch_to_stand.*', twelve of them.
"""
import math
import feet
import protective_step
import rising


class CrouchToStand(protective_step.ProtectiveStep):
    priority = 7
    learned = "crouch_to_stand"
    unroll = 1.632  # tune 0.5..4
    raises = 0.5345  # tune 0.2..0.8
    ready = 0.05167  # tune -0.05..0.12
    low = 0.7  # tune 0.4..0.9
    hold = 0.15  # tune 0..0.3
    gain = 1.191  # tune 0.2..3
    single = 1.462  # tune 0.3..4
    swing = 0.2586  # tune 0.22..0.4
    apex = 0.08  # tune 0.04..0.2
    ahead = 0.45  # tune 0.2..1.2
    aside = 0.6  # tune 0.2..1.2
    more_ahead = 0.05  # tune -0.05..0.2
    more_aside = 0.075  # tune -0.05..0.2
    drop = 0.1  # tune 0..0.2
    apart = 0.15  # tune 0.13..0.25
    shift = 0.005743  # tune -0.03..0.05
    lean = 0.697  # tune -3..2
    sway = -0.75  # tune -3..2
    arm = -0.44  # tune -2..2
    turn = 220  # tune 200..2000
    turn_damping = 83  # tune 20..400
    lift = 12730.0  # tune 2000..20000
    lift_damping = 697  # tune 200..2000
    far = 0.4  # m

    def pre(self):
        if rising.on_ground(rising.BODY + rising.KNEES) or rising.up_force(rising.FEET) < 20:
            because("it is not on its feet and hands")
        elif skeleton.height() < 0.35 or skeleton.height() > 0.9:
            because("it does not crouch")
        elif rising.capture().length() > self.far:
            because("the capture point is far from its soles")
        else:
            return True
        return False

    def post(self):
        return self.state == "both" and self.up() and time() - self.restless > 0.5

    def up(self):
        return self.feet.pitch == 0 and self.height == self.top

    def expected(self):
        because("it sinks to the ground")
        return not rising.on_ground(rising.BODY) and skeleton.height() > 0.3

    def start(self):
        super().start()
        skeleton.setTargetPose("Stand")
        self.feet.look()
        trunk = getPosition("neck", (0, 0, 0)) - getPosition("trunk", (0, 0, 0))
        self.feet.pitch = math.atan2(trunk.dot(self.feet.ahead), trunk.z)
        self.top = protective_step.ProtectiveStep.height
        self.height = feet.clamp(getPosition("pelvis", (0, 0, 0)).z - self.ground, 0.4, self.top)
        self.going, self.begun_at, self.last = False, time(), time()

    def step(self):
        dt, self.last = time() - self.last, time()
        if self.going:
            self.feet.pitch = max(0, self.feet.pitch - self.unroll * dt)
            self.height = min(self.top, self.height + self.raises * dt)
        self.wide = self.feet.ankle[0].y - self.feet.ankle[1].y  # as far apart as they are
        self.trigger = protective_step.ProtectiveStep.trigger if skeleton.height() > self.low else self.hold
        super().step()
        between = 0.5 * (self.feet.sole[0] + self.feet.sole[1])
        self.going = self.going or self.feet.xi.x - between.x < self.ready or time() - self.begun_at > 1.5
