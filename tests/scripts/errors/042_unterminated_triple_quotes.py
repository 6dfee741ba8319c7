a = 1
text = '''one
two
