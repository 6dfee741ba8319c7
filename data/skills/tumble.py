"""It dives, rolls, and comes to its feet out of the roll, in three dimensions (VST 5.2, "tumble").

Begins and goes as "plunge" does. Tucked, it rolls until its trunk is up and its feet bear; from then on,
"up", by whole-body control. Post: on its feet, hips and hands off the ground, slow, the capture point over
the soles; then "bear_straighten" goes on. Numbers are by search (data/tune/tumble.py).
"""
import plunge


class Tumble(plunge.Plunge):
    crouch = 0.468353  # tune 0.4..1; s
    low = 0.143817  # tune 0.1..0.35
    bow = 0.22433  # tune 0.2..1.2; rad
    lean = 0.49593  # tune 0.2..0.9
    tip = 0.113981  # tune 0.03..0.13
    flight_hip = 0.58355  # tune 0..1.5
    flight_waist = 0.92988  # tune -0.2..1
    flight_shoulder = 1.81345  # tune 1..2.9
    roll_hip = 1.97037  # tune 1..2
    roll_knee = 2.3991  # tune 1..2.4
    roll_ankle = 0.19376  # tune -0.5..0.34
    roll_waist = 1.29564  # tune 0.3..1.3
    roll_shoulder = 1.79919  # tune 0..2.9
    roll_elbow = 1.63091  # tune 0..2.4
    arm_gain = 134.186  # tune 20..250
    raised = 0.60879  # tune -0.6..0.9; the trunk's up, as feet take over
    near = 0.229947  # tune 0..0.5; legs outside the soles: there the capture point is by then
    bent = 0.65303  # tune 0..1.2; rad
    drop = 0.315962  # tune 0.1..0.5

    def expected(self):
        because("it does not come to its feet")
        late = self.name == "roll" and time() - self.since > 1.5 or skeleton.timeInSkill() > 6
        return super().expected() and not late

    def post(self):
        return self.name == "up" and self.calm > 0.1

    def step(self):
        super().step()
        on = self.on
        if self.name == "roll" and time() - self.since > 0.3 and skeleton.up().z > self.raised:
            if sum(on.load) > 0.15 and on.lost() < self.near:
                self.enter("up")
                self.calm = 0
                skeleton.bear("feet")
                on.posture()
        elif self.name == "up":
            on.bear([0, 1], 0.5 * (on.sole[0] + on.sole[1]), self.bent, self.drop)
            off = not any([skeleton.touching(part) for part in ["hips", "hands", "head"]])
            self.calm = self.calm + 0.005 if on.lost() == 0 and on.speed < 0.3 and off else 0
