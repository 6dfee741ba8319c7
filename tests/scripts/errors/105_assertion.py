mass = -1
assert mass > 0, 'mass must be positive, not ' + str(mass)
