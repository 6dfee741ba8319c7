price = 5$
