a = 1
b = a + "a"
