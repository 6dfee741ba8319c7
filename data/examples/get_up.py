"""Animation, rag doll, and back: it idles by a clip, goes limp, gets up, and goes over into the clip"""
import clips

skeleton = addCharacter("skeleton37", key="ready")
clips.get_up(skeleton, "idle")  # the one call
at(1, lambda: skeleton.setAutonomous(False))
at(1, lambda: skeleton.relax())  # a rag doll
at(3, lambda: skeleton.setAutonomous(True))  # alive again
run(4)
run(30, until=lambda: skeleton.activeSkill() == "idle")
print(f"it idles again after {time():.1f} s")
