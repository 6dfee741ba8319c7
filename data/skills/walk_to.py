"""Walks where it is told, on whole-body control, whoever it is: skeleton37, human37, and their like.

    person.do("walk_to", speed=1.2)                        m/s, the way it faces
    person.do("walk_to", speed=0.8, heading=1.57)          turns left while it walks (rad, of the world)
    person.do("walk_to", speed=0, aside=0.25)              aside, to the left; speed=-0.4 is back
    person.do("walk_to", speed=0, heading=3.1)             turns on the spot
    person.do("walk_to", speed=0.8, steps=6)               so many steps, then it stops; steps=0 stops now

Speeds of -0.5 to 1.6 m/s, aside to 0.3 m/s. It begins by command, standing; while it acts another do()
changes what it is told; steps=None lets it go on. Post: it stands. Expected: it does not fall; to 1 m/s on
slopes of 8 degrees and at half strength, to 0.8 m/s on stairs of 12 x 30 cm and what is 4 cm high, 20 long.

A step has two parts, as in lib/walking.py: "both" feet bear while the push of the ground goes from one to
the other, then one is in "swing". Where that one is set down follows from where the capture point will be
then, and from where the ground pushes in the step after it (lib/pendulum.py); where that place is out of
reach the time changes; the push within the sole does the rest. Pushed out over a foot just set down, it
steps again with that one; one whose ankles are weak catches itself as bear_step does, and walks on. It sees
the ground (lib/footing.py): soles are set down even; down steps it is slower, taller, toes first. How it
pushes, holds its hips, raises its heel follows from strength (lib/walk_frail.py) and speed.
"""
import walker


class WalkTo(walker.Walker):
    priority = 0  # it begins by command
    wide = 0.16  # tune 0.1..0.25
    ratio = 0.367  # tune 0.3..0.6
    slowest = 0.56  # tune 0.5..0.8
    part = 0.152  # tune 0.1..0.35
    high = 1.145  # tune 1.1..1.18
    bob = 0.82  # tune 0..1.2
    back = 0.09  # tune 0..0.12
    front = 0.14  # tune 0..0.155
    spare = 1.53  # tune 1..2
    gain = 0.95  # tune 0.2..2
    turning = 0.34  # tune 0.1..0.6
    twist = 0.138  # tune 0..0.3
    swing = 0.3  # tune 0..1
    lean = 0.03  # tune -0.1..0.2
    strike = 0.235  # tune 0..0.4
    reach = 0.47  # tune 0.35..0.6
    flat = 0.65  # tune 0.2..0.8
    hasty = 6  # tune 0.5..10
    haste = 60  # tune 20..120
    near = 0.1  # tune 0.03..0.2
    side = 0.045  # tune 0.02..0.053
    soonest = 0.25  # tune 0.15..0.4
    shift = 0.06  # tune 0.03..0.1
    cross = 0.15  # tune 0..0.5
    least = 0.1  # tune 0.08..0.14
    wider = 0.75  # tune 0.3..0.9
    heave = 0.39  # tune 0..0.6
    push_off = 0.52  # tune 0.2..1.1
    clear_edge = 0.03  # tune 0..0.1
    look_far = 0.5  # tune 0..1
    held_gain = 1.3  # tune 0.5..1.5
    land_high = 0.05  # tune 0..1
    down_early = 0.15  # tune 0..0.3
    bends = 0.4  # tune 0.2..0.6
    bend = 0.1  # tune 0..0.3
    heave_step = 0.86  # tune 0..5
    apex = 0.078  # tune 0.02..0.1
    brisk_up = 1.0  # tune 0..2
    brisk_down = 0.5  # tune 0..2
    strike_up = 1.5  # tune 0..3
    follow = 15  # tune 5..30
    foot_weight = 20000  # tune 1000..100000
    roll_weight = 2000  # tune 100..20000
    learn = 0.1  # tune 0..0.5
    fall = 0.57  # tune 0..0.8
    clear = 0.02  # tune 0..0.03
    early = 0.02  # tune 0..0.08
    yields_to = 15  # tune 0..40
    quick = 26  # tune 8..40
    eases = 8  # tune 4..40
    firm = 12  # tune 4..25
    steady = 8  # tune 3..20
    arm_weight = 40  # tune 1..50
    apart = 0.2  # tune 0.1..0.4
    foresight = 0.07  # tune 0..0.2
    keep = 0.7  # tune 0..2
    soar = 2.5  # tune 0.5..3
    waits = 0.7  # tune 0..1
    edge = 0.02  # tune 0..0.05
    drop_least = 0.05  # tune 0.02..0.1
    toes_first = 1.6  # tune 0..4
    tall = 0.012  # tune 0..0.04
    bends_down = 0.5  # tune 0.3..0.6
    heel_down = 0.04  # tune -0.1..0.1
    pressed = 0.02  # tune 0..0.03
    yields = 0.5  # tune 0..1
    careful = 0.4  # tune 0.3..0.8
    foresees = 1.5  # tune 1..2
    heel_rate = 5.0  # tune 1..10
    thrown_out = 0.06  # tune 0..0.2
    thrown_far = 0.77  # tune 0.5..1
    thrown_load = 0.2  # tune 0..1
    again = 0.3  # tune 0.15..0.4
    late = 1.2  # tune 1..1.6
    sure_hips = 12  # tune 0..22
    brisk_high = 0.019  # tune 0..0.04
    late_flat = 0.11  # tune 0..0.2
    sure_yields = 7  # tune 0..15
    levels = 0.63  # tune 0.4..1
    trunk_weight = 300  # tune 20..3000

    def __init__(self):
        self.speed, self.aside = 1.0, 0.0  # m/s: ahead, to the left
        self.heading = None  # rad, of the world: where it is to face; None: where it does
        self.steps = None  # until it stops; None: it goes on

    def expected(self):
        because("it falls")
        return skeleton.com().z - self.ground > 0.8 * self.leg and skeleton.up().z > 0.5

    def post(self):
        return self.still

    def goal(self):
        return 0 if self.stops() else walker.clamp(self.speed, -0.5, 1.6)
