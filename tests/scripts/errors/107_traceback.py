class Robot:
    def __init__(self, legs):
        self.legs = legs

    def speed(self, distance):
        return distance / self.legs

def race(robots):
    return [r.speed(10) for r in robots]

print('before')
print(race([Robot(2), Robot(0)]))
