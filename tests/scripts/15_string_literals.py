# Quotes of every kind, escapes, raw strings, and literals side by side.
print('single', "double", '''triple single''', """triple double""")
print("it's", 'say "no"', '''both ' and "''', "\"", '\'', "a\\b")
print('tab\there', 'line\nbreak', 'back\\slash', 'bell' + '\x41\x7a', '\101\60', '\u00e9\u4e2d', '\U0001f600')
print(len('\n'), len('\\n'), len(r'\n'), len('\x00'), len('a\0b'), len('\''), len('\u00e9'))
print(r'raw \t \n \x41', r"C:\path\name", R'\'', len(r'\''))
print('unknown \\d kept', 'one' 'two' "three", 'a' r'\b' 'c')
print('continued \
on the next line')
text = '''first
  second "quoted" and 'quoted'
third \
joined
'''
print(text, end='|\n')
print(len(text), text.count('\n'), text.splitlines())
empty = ''''''
print(repr(empty), repr(""), repr(""""""), '' == "", not '')
print('''a
b'''   "c"
      'd')
words = ('alpha '
         'beta '
         "gamma")
print(words, words.split())
print('# not a comment')  # a comment
print("a" "b" * 2, 'x' + 'y' 'z', ('p' 'q').upper())
print('\r' in 'a\rb', '\t' == chr(9), '\v' == chr(11), '\f' == chr(12), '\a' == chr(7), '\b' == chr(8))
print('""" inside', "''' inside", '"' '"', "'" "'", 'ends in a quote"', """a "quoted" word""", "\
")
