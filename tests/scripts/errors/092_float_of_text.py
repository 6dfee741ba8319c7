print(float('one'))
