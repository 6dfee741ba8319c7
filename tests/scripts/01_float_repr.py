# The shortest decimal that reads back as the same float, in CPython's choice of plain or scientific form.
values = [
    0.0, 1.0, 0.1, 0.5, 100.0, 123456789.0, 1e15, 1e16, 1e17, 1e21, 1e22, 1e23, 9999999999999998.0,
    123456789012345680.0, 0.001, 0.0001, 0.00001, 1.5e-5, 0.00012345, 5e-324, 2.2250738585072014e-308,
    1.7976931348623157e308, 1e-7, 1e100, 1.1e-100, 3.141592653589793, 2.718281828459045,
    0.3, 0.7, 1.005, 2.675, 1e5, 12345.678, 4.35, 0.1234567890123456789, 4503599627370497.5,
    9007199254740993.0, 5.684341886080802e-14, 1e-5, 1.0e-4, 299792458.0, 6.02214076e23, 6.62607015e-34,
]
for v in values:
    print(v, -v, repr(v) == str(v), float(repr(v)) == v)

print(1 / 2 ** 44)
print(1 / 3, 2 / 3, 10 / 3, 1e16 / 3, 1e22 / 7)
print(2.0 ** 52, 2.0 ** 53, 2.0 ** 54, 2.0 ** 60)

# Powers of two and of ten on both sides of the switch to exponents.
x = 1.0
for i in range(20):
    x = x * 10
    print(x, 1 / x)
x = 1.0
for i in range(70):
    x = x / 2
    if i % 7 == 0:
        print(x)
