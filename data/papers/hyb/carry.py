"""HYB 2.5: a light ball hits a character that plays a clip.

Physics takes over, a tracking controller carries the clip on
from the frame it was in, and the clip itself goes on. The controller is whole-body
control (beat=0), or On the Beat, whose report of a failure hands over to balance.
"""
# HYB.5, HYB.7: kip eq HYB.5
import math
import random
import clips

beat = 0  # 1: carried on by On the Beat
speed = 5  # m/s, in the mean
mass = 2  # kg
side = 0  # degrees, where the ball comes from, less what the seed draws: 0 ahead, 90 its left

side_, speed_ = math.radians(side + random.uniform(0, 360)), speed + random.uniform(-2, 2)
person = addCharacter("skeleton37", key="ready")
addShape("Ball", "sphere", 0.12, mass=mass, color=(0.9, 0.4, 0.1), present=False)
person.addClip("idle", loop=True)
carrier = "beat_on" if beat else "carry_on"
for skill in [carrier, "bear_balance", "bear_step"]:
    person.addSkill(skill)
clips.Return(person, "idle", standing=[carrier, "bear_balance"])
setCamera((3.2, -2.6, 1.5), (0, 0, 0.8))
joints = [joint for joint in person.joints() if joint.split("_")[0] in ["shoulder", "elbow", "waist", "neck"]]
names, errors = [""], []


def throw_ball():
    chest = getPosition("trunk") + vec(0, 0, 0.1)
    towards = vec(math.cos(side_), math.sin(side_), 0)
    throw("Ball", chest + 0.6 * towards, -speed_ * towards + vec(0, 0, 0.5 * 9.81 * 0.6 / speed_))


def look():
    global found, left
    if names[-1] != person.activeSkill():
        names.append(person.activeSkill())
    if names == ["", "idle"]:
        found, left = person.clipTime(), time()
    elif names[-1] == carrier and time() - left < 0.3:  # it may be hit again as it goes back into the clip
        pose = person.clipPose("idle", found + time() - left)
        if pose:
            errors.append(sum([abs(pose[joint] - person.getAngle(joint)) for joint in joints]) / len(joints))
    return False


at(2, throw_ball)
run(4, until=lambda: look() or isColliding("Ball", "skeleton37"))
run(0.02, until=look)
carried = names[2:3] == [carrier]
back = run(8, until=lambda: look() or names[3:] and names[-1] == "idle")
gone = time() - left
run(2, until=look)
print(", ".join(names[1:]))
measure("a tracking controller carries the clip on within 20 ms", 1 if carried else 0, "", "= 1", "paper")
measure("its upper body is off the clip, in the mean", math.degrees(sum(errors) / max(1, len(errors))), "degrees", "< 5")
measure("the clip plays again", 1 if back else 0, "", "= 1", "paper")
measure("after", gone, "s", "< 5")
still = "bear_step" not in names and "rest" not in names
measure("without a step or a fall", 1 if still else 0, "", "= 1")
record("carry.html")
