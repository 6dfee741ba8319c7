"""What joints are to be told so that they are with a clip, as whole-body control moves them: as critically damped springs."""

LEAD = 0.2  # s: 2 by the springs' rate
NEAR = 0.05  # s: rates of the clip are found over twice this
MOST = 1.2  # rad: no joint is told more beyond its angle


def told(character, clip, t, parts):
    """Of the joints that begin with one of these words, at a time of the clip: what the spring needs to be there with
    that rate and acceleration. After the clip's end nothing."""
    now = character.clipPose(clip, t) or {}
    before, after = character.clipPose(clip, t - NEAR) or now, character.clipPose(clip, t + NEAR) or now
    angles = {}
    for joint, angle in now.items():
        if joint.split("_")[0] in parts:
            rate = (after[joint] - before[joint]) / (2 * NEAR)
            bend = (after[joint] - 2 * angle + before[joint]) / NEAR ** 2
            more = LEAD * rate + 0.25 * LEAD ** 2 * bend
            angles[joint] = angle + max(-MOST, min(MOST, more))
    return angles
