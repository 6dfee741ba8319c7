"""kip from Python, by ctypes alone: a skeleton is pushed and falls.

    python3 embed.py $(pkg-config --variable=libdir kip)/libkip.so $(pkg-config --variable=pkgdatadir kip)
"""
import sys
from ctypes import CDLL, POINTER, Structure, byref, c_char, c_double, c_int, c_void_p

class Vec3(Structure):
    _fields_ = [(axis, c_double) for axis in "xyz"]

class Error(Structure):
    _fields_ = [("status", c_int), ("file", c_char * 256), ("line", c_int), ("column", c_int), ("message", c_char * 512)]

kip = CDLL(sys.argv[1] if len(sys.argv) > 1 else "build/libkip.so")
kip.kip_sim_time.restype = c_double
kip.kip_sim_q.restype = POINTER(c_double)

def call(name, *arguments):
    error = Error()
    if getattr(kip, name)(*arguments, byref(error)) != 0:
        sys.exit(f"{error.file.decode()}:{error.line}: {error.message.decode()}")

model, sim, trunk = c_void_p(), c_void_p(), c_int()
data = sys.argv[2] if len(sys.argv) > 2 else "data"
call("kip_mjcf_load", byref(model), f"{data}/models/skeleton37.xml".encode(), None)
call("kip_sim_create", model, None, byref(sim))
call("kip_sim_set_key", sim, 0)
call("kip_model_get_body", model, b"trunk", byref(trunk))
for step in range(1000):
    kip.kip_sim_set_external(sim, trunk, Vec3(x=200 if step < 200 else 0), Vec3(), Vec3())
    call("kip_sim_step", sim)
    if step % 250 == 249:
        x, y, z = kip.kip_sim_q(sim)[:3]
        print(f"{kip.kip_sim_time(sim):.2f} s: pelvis {z:.3f} m high, {x:.3f} m ahead")
kip.kip_sim_destroy(sim)
kip.kip_model_destroy(model)
