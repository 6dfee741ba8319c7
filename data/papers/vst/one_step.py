"""One step by the user's command (VST 5.1, "step"): the run ends when it has stood for a second again."""
import everyday

skeleton = addCharacter("skeleton37", name="skeleton", key="stand")
everyday.teach(skeleton, stiff=True)
skeleton.addSkill("step")
order = everyday.Order(skeleton)
skeleton.disturb(0.01, 0.05)
run(0.5)
order.look()
begun = getPosition("foot_l") + getPosition("foot_r")
skeleton.do("step")
stands = run(10, until=lambda: order.stands() and len(order.names) > 1)
went = 0.5 * (getPosition("foot_l") + getPosition("foot_r") - begun)
print(order.text())
measure("stands again", 1 if stands and order.names == ["balance", "step", "balance"] else 0, "", "= 1", "paper")
measure("after", time() - 0.5, "s")
measure("ahead", went.x, "m")
measure("to the left", went.y, "m")
