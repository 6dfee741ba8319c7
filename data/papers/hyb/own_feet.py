"""A clip on its own feet: it waves, is pushed, and waves on.

The clip is a posture for whole-body control, which keeps the
balance: no joint is moved by hand, no force comes from outside.
"""
# HYB.5: kip eq HYB.5
import math

model = 0  # 0: a person's strengths (human37), 1: skeleton37
push_ = 20  # N s at its trunk
side = 90  # degrees, where it is pushed to: 0 ahead, 90 its left

person = addCharacter(["human37", "skeleton37"][model], "person", key="stand")
for skill in ["bear_balance", "bear_step", "gesture"]:
    person.addSkill(skill)
setCamera((2.6, -2.6, 1.4), (0, 0, 0.9))
joints = [joint for joint in person.joints() if joint.split("_")[0] in ["shoulder", "elbow", "waist", "neck"]]
errors = []


def look():
    pose = person.clipPose("wave", person.timeInSkill())
    if person.activeSkill() == "gesture" and person.timeInSkill() > 0.5 and pose:
        errors.append(sum([abs(pose[joint] - person.getAngle(joint)) for joint in joints]) / len(joints))
    return person.activeSkill() != "gesture"


run(1)
person.do("gesture", clip="wave")
way = vec(math.cos(math.radians(side)), math.sin(math.radians(side)), 0)
at(2, lambda: push("trunk", push_ / 0.1 * way, 0.1))
run(0.1)
over = run(5, until=look)
run(2)
off = math.degrees(sum(errors) / len(errors))
measure("it waves until the clip is over", time() if over else 0, "s", "> 5.5")
measure("its upper body is off the clip, in the mean", off, "degrees", "< 5")
measure("it stands", person.com().z, "m", "> 0.9")
record("own_feet.html")
