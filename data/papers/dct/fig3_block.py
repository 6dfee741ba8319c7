"""DCT figure 3: a thrown ball is blocked; without help it throws the character over, with the hip's forces off it stands.

The character raises its hands by a pose alone: there is no balance controller. (a) A ball of 4 kg at 7 m/s knocks it
down. (b) From the moment the ball touches it, the pelvis has no acceleration for 0.3 s, whatever force that takes: the
arms and the trunk give way as before, the pelvis does not, and what is left after 0.3 s a stiff stance carries. The
stance matters: Block stands with soft knees on two flat feet, its joints held stiffly, the ball comes from straight
ahead. `kip run fig3_block.py --html block.html` shows (b), with `--param helped=0` the fall.
"""
speed = 7  # m/s
mass = 4  # kg
helped = 1
ball_height = 1.3  # m: the forearms
distance = 2.4  # m

upper_body = ["waist_flex", "shoulder_flex_l", "shoulder_flex_r", "elbow_flex_l", "elbow_flex_r"]

skeleton = addCharacter("skeleton37", key="stand")
addShape("Ball", "sphere", 0.12, mass=mass, at=(distance, 0, 5), color=(0.85, 0.45, 0.15), present=False)
setCamera((1.2, -4.2, 1.5), (0.3, 0, 0.8))


class Run:
    def __init__(self):
        self.hit = None
        self.head = False
        self.angles = []


def block(off, velocity=None, ball=True):
    """A run from the start to 2 s after the impact; the hip's forces are off for so many seconds from the impact on."""
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
    if ball:
        at(1, lambda: throw("Ball", (distance, 0, ball_height), (-speed, 0, 9.81 * fly / 2)))
        when(lambda: skeleton.isColliding("Ball"), impact)
    run(3.5, until=over)
    result.up = skeleton.up().z
    result.height = getPosition("pelvis").z
    return result


def excursion(result, calm):
    """The most that the impact bends the upper body within 0.3 s (rad): against the same instants without a ball."""
    first = round(result.hit / 0.005)
    return max([abs(a - b) for i in range(first, first + 60) for a, b in zip(result.angles[i], calm.angles[i])])


def shortest():
    """The shortest time without acceleration from which on all longer ones, up to 0.3 s, keep it upright."""
    off = 0.3
    while off > 0.011 and block(round(off - 0.01, 2)).up > 0.95:
        off = round(off - 0.01, 2)
    return off


calm = block(0, ball=False)
measure("upright 2.5 s after raising the hands, without a ball", calm.up, "", "> 0.95")
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
measure("shortest time off that keeps it upright", needed, "s", "<= 0.3")
measure("velocity 0 instead of no acceleration: upright", still.up, "", "> 0.95")
