# global, and which names a function owns.
count = 0

def bump():
    global count
    count += 1
    return count

def local():
    count = 100
    count += 1
    return count

print(bump(), bump(), local(), count)
def create():
    global made, also
    made = 'made inside'
    also = [made]

create()
print(made, also)

def nested():
    count = 'enclosing'
    def inner():
        global count
        count = count + 10
        return count
    return inner(), count

print(nested(), count)

def define():
    global helper
    def helper():
        return 'helper of the module'

define()
print(helper())

x = 1

def read_then_call():
    before = x
    change()
    return before, x

def change():
    global x
    x = x * 10 + 1

print(read_then_call(), read_then_call())

def unpack():
    global x, y
    x, y = 'p', 'q'

unpack()
print(x, y, len([x for x in range(3)]), x)
