"""DCT figure 4: on ski-like feet the character survives larger pushes than on its own.

It stands by a pose alone: springs of 2000 N m/rad and dampers of 200 N m s/rad in the legs and the waist. A
push is a constant force for 0.1 s at the trunk's centre of mass, and it is survived when in 5 s nothing but
the feet touched the ground. The largest push is the last of a grid of 2 N s below which every one is
survived. The step is 4 ms; with 2 and 1 ms (--param step=0.001) all four are the same.
"""
step = 0.004  # s
ski = 0.7  # m long; the own feet are 0.266 m
grid = 2  # N s

setTimestep(step)
setPeriod(0.02)
skeleton = addCharacter("skeleton37", key="stand")
for foot in ["foot_l", "foot_r"]:
    skeleton.addLinkShape(foot, "box", [ski / 2, 0.046, 0.024], "feet/skis", at=(0.0665, 0, -0.04425),
                          color=(0.75, 0.3, 0.2))
setCamera((1.5, -4, 1.6), (0, 0, 0.8))

both = ["_l", "_r"]
legs = ["hip_flex", "hip_abd", "knee_flex", "ankle_flex", "ankle_abd"]
stiff = ["waist_flex", "waist_abd"] + [joint + side for joint in legs for side in both]
links = [link + side for link in ["upper_arm", "forearm", "hand", "thigh", "shank"] for side in both]
links.extend(["pelvis", "trunk", "neck", "head"])


def fallen():
    return any([isColliding(link, "ground") for link in links])


def survives(feet, impulse):
    restart()
    skeleton.chooseShapes(feet)
    skeleton.setTargetPose("Stand")
    for joint in stiff:
        skeleton.setTarget(joint, 0, 2000, 200)
    at(0.2, lambda: push("trunk", (impulse / 0.1, 0, 0), 0.1))
    return not run(5.2, until=fallen)


def largest(feet, direction):
    impulse = 0
    while survives(feet, direction * (impulse + grid)):
        impulse += grid
    return impulse


for name, direction in [("backward", -1), ("forward", 1)]:
    own = largest("feet/own", direction)
    skis = largest("feet/skis", direction)
    measure(f"largest push {name}, feet", own, "N s")
    measure(f"largest push {name}, skis", skis, "N s")
    measure(f"{name}: skis to feet", skis / own, "", ">= 1.5")
survives("feet/skis", skis)  # what the page shows
