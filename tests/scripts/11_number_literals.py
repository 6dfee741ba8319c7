# How numbers may be written.
print(0, 7, 1_000_000, 00, 0x1F, 0XfF, 0b1011, 0B1, 0o755, 0x_ff, 1_2.5_0)
print(1., .5, 0.5, 1e3, 1E3, 1e+3, 1e-3, 1.5e2, .5e1, 5.e0, 0e0, 1_0e1_0)
print(0x7fffffffffffffff, 0b111111, 0o777, 0xDeadBeef)
print(type(1e3).__name__, type(10).__name__, type(1.).__name__)
print(-5, +5, --5, -+-5, - 5, -(5), ~-5, -1e-3)
print(1 if True else 2, [1,2,3,], (1,), (1, 2,), {1:2,})
print(0.1e1, 1e0, 1e1, 10e-1, 100e-2, 0.00001e5)
print(1e308, 1e309, -1e309, 1e-323, 1e-324, 4.9e-324)
print(123456789012345678, 1234567890.12345678901234567890, 0.1000000000000000055511151231257827)
print(9007199254740993.0, 9007199254740992.5, 9007199254740993, 179769313486231570000000000000000000000.0)

speed = 3
e1 = 7
print(speed, e1, 1 + e1, 2*speed+1, speed-1, speed -1, speed - -1)
x = 1; y = 2
print(x+y*x-y/x, x<y, x<<y, x<=y, x!=y, x==y, not x==y)
print(0xe+1, 0xe +1, 1e1+1, 0x1e1 + 1, 1_1+1_1)
