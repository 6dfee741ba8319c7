"""What gameloop.c plays: a person who keeps its feet, and says when it could not."""
falls = 0  # read by the game
stiffness = 3  # rad of the ankles for each m that the centre of mass is off; the game may change it


class Balance:
    def step(self):
        feet = 0.5 * (getPosition("foot_l") + getPosition("foot_r"))
        off = skeleton.com().x - feet.x + 0.3 * skeleton.comVelocity().x
        for side in ["l", "r"]:
            skeleton.setTarget(f"ankle_flex_{side}", -stiffness * off)


class Bow(Balance):
    def start(self):
        skeleton.setTarget("waist_flex", 0.3)


def fell():
    global falls
    falls += 1
    event("it has fallen")


skeleton = addCharacter("skeleton37", key="stand")
skeleton.apply(Balance)
skeleton.addSkill(Bow)
when(lambda: skeleton.com().z < 0.6, fell)
