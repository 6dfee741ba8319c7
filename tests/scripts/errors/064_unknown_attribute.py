class Joint:
    def __init__(self):
        self.angle = 1

j = Joint()
print(j.angel)
