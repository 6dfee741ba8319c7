"""A skeleton that nobody moves falls beside a ball

The smallest scene: what there is, what happens, how long. Look at it:  kip run data/scenes/hello.py --html hello.html
"""
skeleton = addCharacter("skeleton37", at=(0, 0, 0.4), key="ready")
ball = addShape("Ball", "sphere", 0.12, mass=0.6, at=(0.6, -0.3, 2), color=(0.9, 0.5, 0.2))
setCamera((2.6, -3, 1.4), (0.2, 0, 0.7))

skeleton.relax()  # no joint does anything; without this line it holds its pose
when(lambda: isColliding(ball, "ground"), lambda: print(f"{time():.2f} s: the ball is down"))
when(lambda: isColliding("head", "ground"), lambda: print(f"{time():.2f} s: the head is down"))
run(3)

place = getPosition(ball)
print(f"After {time():.0f} s the ball lies at x = {place.x:.2f} m, y = {place.y:.2f} m,")
print(f"and the skeleton's centre of mass is {skeleton.com().z:.2f} m above the ground.")
