"""What learned conditions are asked about (VST.7): a body's state as numbers, from where its hips face."""
import math

MIDDLE = (0.0665, 0, 0)  # of a sole, in its foot's frame


def features(character):
    """Where it is over its feet and how it moves, how feet and trunk lie, how legs and waist are bent."""
    left = character.up().cross(character.facing())
    heading = math.atan2(-left.x, left.y)
    ahead = vec(math.cos(heading), math.sin(heading), 0)
    left = vec(-ahead.y, ahead.x, 0)
    soles = [getPosition(foot, MIDDLE) for foot in ["foot_l", "foot_r"]]
    com, v, apart = character.com(), character.comVelocity(), soles[0] - soles[1]
    off, spin = com - 0.5 * (soles[0] + soles[1]), getSpin("trunk")
    trunk = (getPosition("neck", (0, 0, 0)) - getPosition("pelvis", (0, 0, 0))).unit()
    joints = ["hip_flex", "hip_abd", "knee_flex"]
    legs = [character.getAngle(joint + side) for side in ["_l", "_r"] for joint in joints]
    w = math.sqrt(max(character.height(), 0.2) / 9.81)
    xi = off + w * v
    return [off.dot(ahead), off.dot(left), off.z, v.dot(ahead), v.dot(left), v.z, xi.dot(ahead), xi.dot(left),
            apart.dot(ahead), apart.dot(left), apart.z, trunk.dot(ahead), trunk.dot(left),
            character.facing().z, spin.dot(ahead), spin.dot(left), character.getAngle("waist_flex"),
            character.getAngle("waist_abd"), contactForce("foot_l").z / 400,
            contactForce("foot_r").z / 400] + legs


def lying(character):
    """How it lies: which way it faces, where limbs are."""
    facing, up, v = character.facing(), character.up(), character.comVelocity()
    left = up.cross(facing)
    limbs = ["shoulder_flex", "shoulder_abd", "elbow_flex", "hip_flex", "hip_abd", "knee_flex"]
    angles = [character.getAngle(joint + side) for side in ["_l", "_r"] for joint in limbs]
    pelvis, places = getPosition("pelvis"), []
    for link in ["hand_l", "hand_r", "foot_l", "foot_r"]:
        r = getPosition(link) - pelvis
        places += [r.dot(left), r.z]
    waist = [character.getAngle(joint) for joint in ["waist_flex", "waist_abd", "waist_twist"]]
    return [facing.z, left.z, up.z, character.height(), v.length()] + angles + places + waist
