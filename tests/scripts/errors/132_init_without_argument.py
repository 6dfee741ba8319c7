class Body:
    def __init__(self, mass):
        self.mass = mass

Body()
