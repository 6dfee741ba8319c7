"""The angles of hip, knee and ankle over a stride of walk_to, beside those of normal gait.

Those of people are ours, in tens of a per cent of the stride from heel strike on, typed from general knowledge
of level walking at a free speed; no publication's table was copied. The stride's mean of eight seconds of a person's.
"""
import math

speed = 0.9
joints = ["hip_flex_l", "knee_flex_l", "ankle_flex_l"]
normal = {"hip_flex_l": [30, 26, 16, 4, -6, -11, -3, 15, 28, 32, 30],
          "knee_flex_l": [5, 16, 17, 10, 6, 10, 35, 60, 53, 20, 5],
          "ankle_flex_l": [0, -4, 3, 7, 10, 9, -12, -10, 0, 2, 0]}  # degrees
person = addCharacter("human37", "person", key="stand")
person.addSkill("walk_to")
run(0.05)
person.do("walk_to", speed=speed, heading=0)
run(5)
begun, from_ = time(), person.com().x
strikes, bears, samples, fastest = [], True, [], 0
while time() < begun + 8:
    run(0.01)
    on = contactForce("foot_l").z > 40
    if on and not bears and (not strikes or time() > strikes[-1] + 0.6):
        strikes.append(time())
    bears = on
    samples.append((time(), [math.degrees(person.getAngle(joint)) for joint in joints]))
    fastest = max(fastest, max([abs(person.getRate(joint)) for joint in joints]))
went = (person.com().x - from_) / (time() - begun)
stride = (strikes[-1] - strikes[0]) / (len(strikes) - 1)
measure("speed", went, "m/s", f"= {speed} +- 0.1", whose="ours")
measure("steps a second", 2 / stride, "1/s")
measure("length of a step", 0.5 * went * stride, "m")
measure("fastest of these joints", fastest, "rad/s", "< 12", whose="ours")
panels = {}
for i, joint in enumerate(joints):
    sums, counts = [0] * 50, [0] * 50
    for at, angles in samples:
        for a, b in zip(strikes[:-1], strikes[1:]):
            if a <= at < b:
                k = int((at - a) / (b - a) * 50)
                sums[k], counts[k] = sums[k] + angles[i], counts[k] + 1
    walked = [(2 * k + 1, sums[k] / counts[k]) for k in range(50) if counts[k] > 0]
    people = [(10 * k, angle) for k, angle in enumerate(normal[joint])]
    off = 0
    for x, angle in walked:
        k = min(9, int(x / 10))
        a, b = normal[joint][k], normal[joint][k + 1]
        off += (angle - a - (b - a) * (x / 10 - k)) ** 2
    measure(f"{joint[:-7]}: root mean square difference", math.sqrt(off / len(walked)), "degrees")
    panels[f"{joint[:-7]} (degrees)"] = {"walked": walked, "people": people}
plot("walk_angles.svg", "Joint angles over a stride", "stride (%)", panels)
