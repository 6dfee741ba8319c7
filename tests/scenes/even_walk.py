"""gait22 walks by a control whose period is whole steps of 2, 1 and 0.5 ms: tests/test_integrate.c"""
import strides

setPeriod(0.002)
skeleton = addCharacter("gait22", name="skeleton", key="ready")
strides.teach(skeleton)
strides.begin(0.95)
run(0.9)
