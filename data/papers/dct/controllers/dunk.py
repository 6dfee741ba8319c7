class DunkController:
    def start(self):
        skeleton.setTargetPose("PrepareDunk")
        skeleton.attachLink("RightArm", "Ball")

    def step(self):
        # As long as we have the ball,
        # continue to attempt the basket.
        if skeleton.isLinkAttached("RightArm", "Ball"):
            rimPos = getPosition("Rim")
            skeleton.setIKTarget(rimPos)
        # When the ball or the arm touches the rim,
        # the dunk attempt is finished,
        # so release ball and try to land.
        if isColliding("Ball", "Rim") \
                or isColliding(skeleton, "Rim"):
            skeleton.detachLink("RightArm", "Ball")
            skeleton.setTargetPose("Landing")
