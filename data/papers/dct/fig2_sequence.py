"""DCT figure 2: a pose sequence whose transitions are a timer, a contact, a sensor and a script

The figure waits with soft knees (timer), lifts its arms until a dropped ball lands (contact), crouches until its
centre of mass is low enough (sensor), and stays down until it is calm (a function of this script); then it stands up.
The sequence is data in fig2_sequence.pose. A second run, from the same start, does the same in script.
Help: a spring that only turns holds the pelvis as upright as it begins; nothing holds its place.
"""
# DCT.5: kip eq DCT.5
DROP = 2.5  # m, the height of the ball's centre
RADIUS = 0.12
HEIGHT = 0.75  # m, of the centre of mass
CALM = 0.03  # m/s
PERIOD = 0.005

skeleton = addCharacter("skeleton37", name="skeleton", key="ready")
skeleton.loadPoses("fig2_sequence")
ball = addShape("Ball", "sphere", RADIUS, mass=0.6, at=(1, 0, DROP), color=(0.9, 0.5, 0.2))
setCamera((2.2, -3.4, 1.6), (0.4, 0, 1))


def isCalm():
    v = skeleton.comVelocity()
    return v.x * v.x + v.y * v.y + v.z * v.z < CALM * CALM


class InScript:
    """The same five poses; what ends them is asked here."""
    def start(self):
        self.poses = ["Ready", "ArmsUp", "Crouch", "HopDown", "Stand"]
        self.began = time()
        skeleton.setTargetPose(self.poses[0])

    def step(self):
        left = len(self.poses)
        if (left == 5 and time() - self.began > 0.6 - 1e-9
                or left == 4 and isColliding("Ball", "ground")
                or left == 3 and skeleton.com().z < HEIGHT
                or left == 2 and isCalm()):
            self.poses.pop(0)
            skeleton.setTargetPose(self.poses[0])


skeleton.addSkill("Figure2")
skeleton.addSkill(InScript)
log = {}


def watch():
    """Once a control period, before skills act: what they changed, they changed at the moment seen last."""
    pose = skeleton.targetPose()
    if pose != log["pose"]:
        log["changes"].append(log["row"][0])
        log["pose"] = pose
    v = skeleton.comVelocity()
    log["row"] = [time(), skeleton.com().z, (v.x * v.x + v.y * v.y + v.z * v.z) ** 0.5]
    log["rows"].append(log["row"])
    return len(log["changes"]) == 5


def play(skill):
    log["pose"], log["changes"], log["rows"], log["row"] = "", [], [], None
    skeleton.setBalanceSpring(True, stiffness=0, damping=0, turnStiffness=2000, turnDamping=250)
    skeleton.do(skill)
    run(4, until=watch)
    run(1)
    return log["changes"]


def fell(column, bound, since):
    """When a number first fell below a bound, between the moments at which it was looked at."""
    before = None
    for row in log["rows"]:
        if row[0] > since and row[column] < bound:
            return row[0] if before[column] < bound else \
                before[0] + (row[0] - before[0]) * (before[column] - bound) / (before[column] - row[column])
        before = row


seen = play("Figure2")
landed = (2 * (DROP - RADIUS) / 9.81) ** 0.5
truth = [0.6, landed, fell(1, HEIGHT, seen[2]), fell(2, CALM, seen[3])]
for i in range(4):
    name = ["timer", "contact", "sensor", "script"][i]
    measure(f"{name}: the transition is later than the event by", (seen[i + 1] - truth[i]) / PERIOD, "control periods",
            "-0.001..1")
measure("upright at the end", skeleton.up().z, "", "> 0.9")
restart()
again = play("InScript")
measure("in script: the largest difference of a transition's time", max([abs(seen[i] - again[i]) for i in range(5)]),
        "s", "= 0")
