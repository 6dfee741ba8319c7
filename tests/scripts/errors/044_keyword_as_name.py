a = 1
class = 2
