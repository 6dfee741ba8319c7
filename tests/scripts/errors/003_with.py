with open('a') as f:
    print(f)
