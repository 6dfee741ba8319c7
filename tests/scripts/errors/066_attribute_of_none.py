def find():
    pass

find().name = 'x'
