best = None
if best < 3:
    print(best)
