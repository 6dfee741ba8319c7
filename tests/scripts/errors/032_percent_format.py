form = '%d bodies'
print(form % 3)
