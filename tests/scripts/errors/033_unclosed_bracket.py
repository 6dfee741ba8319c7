a = 1
b = (a + 2
c = 3
