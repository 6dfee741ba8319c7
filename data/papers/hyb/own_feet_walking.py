"""A clip on feet that walk: it waves as it walks, is pushed, and waves and walks on.

No joint is moved by hand, no force comes from outside: whole-body control walks, arms and head follow the clip.
"""
# HYB.5: kip eq HYB.5
import math

model = 0  # 0: skeleton37, 1: a person's strengths (human37)
push_ = 20  # N s at its trunk
side = 90  # degrees, where it is pushed to: 0 ahead, 90 its left
late = 0  # s

person = addCharacter(["skeleton37", "human37"][model], "person", key="stand")
person.addSkill("walk_gesture")
setCamera((4, -4, 1.6), (2, 0, 0.9))
joints = [joint for joint in person.joints() if joint.split("_")[0] in ["shoulder", "elbow", "neck"]]
errors, names = [], []


def look():
    pose = person.clipPose("wave", person.timeInSkill())
    if person.activeSkill() == "walk_gesture" and person.timeInSkill() > 0.5 and pose:
        errors.append(sum([abs(pose[joint] - person.getAngle(joint)) for joint in joints]) / len(joints))
    return person.activeSkill() != "walk_gesture"


run(0.5)
person.do("walk_gesture", clip="wave", speed=1.0)
way = vec(math.cos(math.radians(side)), math.sin(math.radians(side)), 0)
at(2.5 + late, lambda: push("trunk", push_ / 0.1 * way, 0.1))
run(0.1)
over = run(12, until=look)
goes = person.com().x
off = math.degrees(sum(errors) / len(errors))
measure("it walks and waves until the clip is over, and stops", time() if over else 0, "s", "> 5")
measure("how far", goes, "m", "> 2")
measure("arms and neck are off the clip, in the mean", off, "degrees")
measure("it stands", person.com().z, "m", "> 0.9")
record("own_feet_walking.html")
