"""The first text of a file, of a class and of a function says what it is for
and does nothing.
"""
# A comment, then an empty line.


class Thing:
    """A thing."""
    count = 1

    'a lone text'

    def method(self):
        """Does it.

        Over several lines, with 'quotes' and a # that is no comment.
        """
        return 'method'   # a comment after code

    def only_text(self):
        '''Nothing else stands here.'''

    # a comment at the end of the class


def f():
    r"""Raw \d text."""
    # a comment
    return 'f'
        # a comment that is indented oddly
  # and another


def g(): 'one line'; return 'g'


def h():

    # comments and empty lines before the first statement


    return 'h'

t = Thing()
print(t.method(), t.only_text(), f(), g(), h(), t.count)
'text between statements'
1 + 1
if t:
    # only a comment before the statement
    print('in if')
    # and after
print('''# not
# a comment''')
for i in range(2):  # a comment after a colon
    """text in a loop"""
    print(i)

#
#!
print('end')	# a comment after a tab
