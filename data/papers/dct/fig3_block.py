"""DCT figure 3: blocking a ball, the character falls; with its hip's forces off for 0.3 s it stays upright.

The character raises its hands by a pose alone: there is no balance controller. (a) A ball of 4 kg at 7 m/s
knocks it down. (b) From the moment the ball touches it, the pelvis has no acceleration for 0.3 s, whatever
force that takes: the arms and the trunk give way as before, the pelvis does not, and what is left after 0.3 s
the stance carries. The stance matters: two flat feet, and legs held by springs of 2000 N m/rad and dampers of
200 N m s/rad, so that it hardly sways when the ball comes; for the velocity that the pelvis has then it
keeps. The ball comes from straight ahead. `kip run fig3_block.py --html block.html` shows (b), with `--param
helped=0` the fall.
"""
# DCT.7: kip eq DCT.7
speed = 7  # m/s
mass = 4  # kg
helped = 1  # 0: the page shows the fall
ball_height = 1.3  # m: the forearms
distance = 2.4  # m

period = 0.001  # s: the ball is noticed a step after it touches
# Those of Block, rad.
legs = {"hip_flex": 0.45, "hip_abd": 0.08, "knee_flex": 0.6, "ankle_flex": 0.24, "ankle_abd": -0.08}
upper_body = ["waist_flex", "shoulder_flex_l", "shoulder_flex_r", "elbow_flex_l", "elbow_flex_r"]

setPeriod(period)
skeleton = addCharacter("skeleton37", key="stand")
addShape("Ball", "sphere", 0.12, mass=mass, at=(distance, 0, 5), color=(0.85, 0.45, 0.15), present=False)
setCamera((1.2, -4.2, 1.5), (0.3, 0, 0.8))


class Run:
    def __init__(self):
        self.hit = None
        self.head = False
        self.angles = []


def plant():
    for joint, angle in legs.items():
        skeleton.setTarget(joint + "_l", angle, 2000, 200)
        skeleton.setTarget(joint + "_r", angle, 2000, 200)


def block(off, velocity=None, ball=True):
    """A run to 2 s after the impact, from which on the hip's forces are off for so many seconds."""
    restart()
    result = Run()
    fly = (distance - 0.45) / speed

    def impact():
        result.hit = time()
        event("the ball hits")
        if off:
            skeleton.lockAxes("pelvis", "x y z rx ry rz", velocity)
            at(time() + off, lambda: skeleton.unlockAxes("pelvis"))

    def over():
        result.angles.append([skeleton.getAngle(joint) for joint in upper_body])
        result.head = result.head or isColliding("head", "ground")
        return result.hit is not None and time() > result.hit + 2 - 0.001

    skeleton.setTargetPose("Block", 0.5)
    at(0.51, plant)
    if ball:
        at(1.5, lambda: throw("Ball", (distance, 0, ball_height), (-speed, 0, 9.81 * fly / 2)))
        when(lambda: skeleton.isColliding("Ball"), impact)
    run(4, until=over)
    result.up = skeleton.up().z
    result.height = getPosition("pelvis").z
    return result


def excursion(result, calm):
    """The most that the impact bends the upper body within 0.3 s (rad), against a run without a ball."""
    first, n = round(result.hit / period), round(0.3 / period)
    pairs = zip(result.angles[first:first + n], calm.angles[first:first + n])
    return max([abs(a - b) for with_ball, without in pairs for a, b in zip(with_ball, without)])


def shortest():
    """The shortest time without acceleration from which on all longer ones, up to 0.3 s, keep it upright."""
    off = 0.3
    while off > 0.011 and block(round(off - 0.01, 2)).up > 0.95:
        off = round(off - 0.01, 2)
    return off


calm = block(0, ball=False)
measure("upright 3 s after raising the hands, without a ball", calm.up, "", "> 0.95")
needed = shortest()
still = block(0.3, velocity=0)
if helped:
    fallen = block(0)
    stands = block(0.3)
else:
    stands = block(0.3)
    fallen = block(0)

measure("(a) without help: height of the pelvis after 2 s", fallen.height, "m", "< 0.6")
measure("(a) its head touched the ground", fallen.head)
measure("(b) hip's forces off for 0.3 s: upright after 2 s", stands.up, "", "> 0.95")
measure("(b) height of the pelvis after 2 s", stands.height, "m", "> 0.8")
measure("(b) the impact in the upper body", excursion(stands, calm), "rad", "> 0.02")
measure("(a) the impact in the upper body", excursion(fallen, calm), "rad")
measure("shortest time off that keeps it upright", needed, "s", "<= 0.3", "catalogue")
measure("velocity 0 instead of no acceleration: upright", still.up, "", "> 0.95")
