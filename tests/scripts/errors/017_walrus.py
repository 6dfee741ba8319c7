if (n := 10) > 5:
    print(n)
