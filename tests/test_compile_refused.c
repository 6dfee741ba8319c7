/* What the compiler refuses, where and in which words. */
#include <check.h>
#include <string.h>

#include "io/script/program.h"

Suite *suite_compile_refused(void);

/* -- sentences ------------------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    int line, column;
    const char *word; /* in the sentence */
} refused[] = {
    /* statements of Python */
    {"try:\n    pass\nexcept E:\n    pass\n", 1, 1, "try is not"},
    {"def f():\n    raise E()\n", 2, 5, "assert False"},
    {"with a as b:\n    pass\n", 1, 1, "with is not"},
    {"def f():\n    yield 1\n", 2, 5, "return it"},
    {"def f():\n    x = yield\n", 2, 9, "yield"},
    {"async def f():\n    pass\n", 1, 1, "async"},
    {"def f():\n    return await g()\n", 2, 12, "await"},
    {"@wrap\ndef f(): pass\n", 1, 1, "decorat"},
    {"def f():\n    nonlocal x\n", 2, 5, "nonlocal"},
    {"from math import sin\n", 1, 1, "write import name"},
    {"import math as m\n", 1, 13, "import ... as"},
    {"import a.b\n", 1, 9, "packages"},
    {"match x:\n    case 1: pass\n", 1, 1, "if and elif"},
    {"match (x):\n    case 1: pass\n", 1, 1, "if and elif"},
    {"for x in y:\n    pass\nelse:\n    pass\n", 3, 1, "behind a loop"},
    {"while x:\n    pass\nelse:\n    pass\n", 3, 1, "behind a loop"},
    {"class A(B, C):\n    pass\n", 1, 12, "multiple inheritance"},
    {"class A(B, metaclass=M):\n    pass\n", 1, 12, "metaclass"},
    {"class A(metaclass=M):\n    pass\n", 1, 9, "metaclass"},
    {"class A:\n    def __add__(self, b): pass\n", 2, 9, "__add__"},
    {"class A:\n    def __getitem__(self, b): pass\n", 2, 9, "__init__"},
    {"class A:\n    x = 1\n    del x\n", 3, 9, "class bodies"},
    {"x: int = 3\n", 1, 2, "annotation"},
    {"def f(a: int): pass\n", 1, 8, "annotation"},
    {"def f(a) -> int: pass\n", 1, 10, "annotation"},
    /* values of Python */
    {"s = sum(x for x in y)\n", 1, 9, "generator"},
    {"s = (x for x in y)\n", 1, 5, "[ ]"},
    {"s = {1, 2}\n", 1, 5, "sets"},
    {"s = {x for x in y}\n", 1, 5, "set comprehension"},
    {"s = {x: 1 for x in y}\n", 1, 5, "dict comprehension"},
    {"f(*a)\n", 1, 3, "* and **"},
    {"f(1, **a)\n", 1, 6, "* and **"},
    {"a, *b = c\n", 1, 4, "* and **"},
    {"x = [*a]\n", 1, 6, "* and **"},
    {"def f(*a): pass\n", 1, 7, "**"},
    {"def f(a, **b): pass\n", 1, 10, "**"},
    {"def f(a, *, b): pass\n", 1, 10, "keyword-only"},
    {"def f(a, /, b): pass\n", 1, 10, "positional-only"},
    {"if (n := 3): pass\n", 1, 7, ":="},
    {"x = 3j\n", 1, 5, "complex"},
    {"x = b'a'\n", 1, 5, "bytes"},
    {"x = u'a'\n", 1, 5, "Unicode"},
    {"x = ...\n", 1, 5, "pass"},
    {"x = a @ b\n", 1, 7, "multiply"},
    {"a[1:2] = b\n", 1, 1, "slice"},
    {"del a[1:2]\n", 1, 5, "slice"},
    {"x = a[1:2, 3]\n", 1, 6, "not both"},
    {"x = f'{y=}'\n", 1, 9, "{x=}"},
    {"x = f'{y!a}'\n", 1, 9, "repr"},
    {"x = f'{}'\n", 1, 8, "missing"},
    {"x = f'a}'\n", 1, 8, "}}"},
    {"x = f'{a'\n", 1, 7, "no }"},
    {"x = f'{a:{b:{c}}}'\n", 1, 13, "format of a format"},
    {"x = f'''\n{\na +}'''\n", 3, 4, "value"},
    {"x = f'\xc3\xa4{a b}'\n", 1, 11, "}"},
    {"x = f'{a;b}'\n", 1, 9, ";"},
    {"x = '\\N{DASH}'\n", 1, 6, "\\u"},
    {"x = '\\q'\n", 1, 6, "two backslashes"},
    {"x = 'a\\x1'\n", 1, 7, "2 hexadecimal"},
    {"x = '\\ud800'\n", 1, 6, "no character"},
    {"x = '\\U00110000'\n", 1, 6, "no character"},
    /* other languages, and old Python */
    {"print 'x'\n", 1, 1, "print(...)"},
    {"print x\n", 1, 1, "function"},
    {"print >> f, x\n", 1, 1, "print(...)"},
    {"if a <> b: pass\n", 1, 6, "!="},
    {"x++\n", 1, 2, "+= 1"},
    {"++x\n", 1, 1, "+= 1"},
    {"x--\n", 1, 2, "-= 1"},
    {"if a && b: pass\n", 1, 6, "write and"},
    {"if a || b: pass\n", 1, 6, "write or"},
    {"if !a: pass\n", 1, 4, "write not"},
    {"x = a ? b : c\n", 1, 7, "if condition else"},
    {"if a:\n    pass\nelse if b:\n    pass\n", 3, 1, "elif"},
    {"if a:\n    pass\nelsif b:\n    pass\n", 3, 1, "elif"},
    {"// text\n", 1, 1, "#"},
    {"var x = 3\n", 1, 1, "declaration"},
    {"function f(x):\n    pass\n", 1, 1, "def"},
    {"x = \xe2\x80\x9c"
     "a\xe2\x80\x9d\n",
     1, 5, "quote"},
    {"x = \xc3\xa4\n", 1, 5, "letters"},
    /* mistakes */
    {"if x = 3: pass\n", 1, 6, "=="},
    {"while f(x) = 3: pass\n", 1, 12, "=="},
    {"x = (y = 3)\n", 1, 8, "=="},
    {"if x\n    pass\n", 1, 5, ": is missing"},
    {"def f()\n    pass\n", 1, 8, ": is missing"},
    {"def f:\n    pass\n", 1, 6, "("},
    {"x = (1 +\ny = 3\n", 1, 5, "never closed"},
    {"f([1, 2\ndef g():\n    pass\n", 1, 3, "never closed"},
    {"x = (1]\n", 1, 7, "does not close"},
    {"x = 1)\n", 1, 6, "no ("},
    {"x = 'abc\n", 1, 5, "not closed"},
    {"x = 1\ny = '''abc\n\n", 2, 5, "never closed"},
    {"if x:\n        a\n    b\n", 3, 5, "no block"},
    {"a\n    b\n", 2, 5, "indented"},
    {"if x:\na\n", 2, 1, "indented block"},
    {"if x:\n\ta\n        b\n", 3, 9, "tabs"},
    {"else:\n    pass\n", 1, 1, "no if"},
    {"elif x:\n    pass\n", 1, 1, "no if"},
    {"return 1\n", 1, 1, "function"},
    {"class A:\n    return 1\n", 2, 5, "function"},
    {"break\n", 1, 1, "loop"},
    {"for x in y:\n    def f():\n        continue\n", 3, 9, "loop"},
    {"f() = 3\n", 1, 1, "call"},
    {"3 = x\n", 1, 1, "number"},
    {"a + b = c\n", 1, 1, "operator"},
    {"(a, f()) = c\n", 1, 5, "call"},
    {"None = 1\n", 1, 1, "None"},
    {"a.b, 'x' = 1\n", 1, 6, "string"},
    {"f() += 1\n", 1, 1, "call"},
    {"a, b += 1\n", 1, 1, "one line for each"},
    {"for f() in x: pass\n", 1, 5, "call"},
    {"del f()\n", 1, 5, "deleted"},
    {"x = [a for 3 in b]\n", 1, 12, "number"},
    {"class = 3\n", 1, 1, "word of the language"},
    {"lambda = 3\n", 1, 1, "word of the language"},
    {"x.class = 3\n", 1, 3, "word of the language"},
    {"f(from=3)\n", 1, 3, "word of the language"},
    {"for if in x: pass\n", 1, 5, "word of the language"},
    {"def f(a, a): pass\n", 1, 10, "two parameters"},
    {"def f(a=1, b): pass\n", 1, 12, "default"},
    {"f(a=1, 2)\n", 1, 8, "keyword argument"},
    {"f(a=1, a=2)\n", 1, 8, "twice"},
    {"f(a.b=1)\n", 1, 6, "plain name"},
    {"f(1 2)\n", 1, 5, "comma"},
    {"x = 1 +\n", 1, 8, "line ends"},
    {"x = 1 if a\n", 1, 11, "else"},
    {"x = 1 + not a\n", 1, 9, "brackets"},
    {"def f():\n    x = 1\n    global x\n", 3, 12, "beginning"},
    {"def f(x):\n    global x\n", 2, 12, "parameter"},
    {"def f():\n    super().g()\n", 2, 5, "method"},
    {"class A:\n    def f(self):\n        super(A, self).f()\n", 3, 9, "super().f"},
    {"class A:\n    def f(self):\n        return super()\n", 3, 16, "super().name"},
    {"class A:\n    def f(self):\n        return [super().f() for x in y]\n", 3, 17, "directly"},
    {"class A:\n    def f():\n        super().f()\n", 3, 9, "self"},
    /* numbers */
    {"x = 9223372036854775808\n", 1, 5, "64 bits"},
    {"x = -9223372036854775809\n", 1, 6, "64 bits"},
    {"x = 0x10000000000000000\n", 1, 5, "64 bits"},
    {"x = 012\n", 1, 5, "0o"},
    {"x = 1__0\n", 1, 5, "underscore"},
    {"x = 0b12\n", 1, 5, "base"},
    {"x = 0x\n", 1, 5, "missing"},
    {"x = 3abc\n", 1, 5, "together"},
    {"x = 1 # tune 3..2\n", 1, 7, "lo less than hi"},
    {"x = 1 # tune 3-4\n", 1, 7, "lo..hi"},
    {"x = y # tune 1..2\n", 1, 7, "assigned once"},
    {"x = 1 # tune 1..2\nx = 2\n", 1, 7, "assigned once"},
    {"f(x) # tune 1..2\n", 1, 6, "only a number"},
    /* characters */
    {"x = 1\ny = \xff\n", 2, 5, "UTF-8"},
    {"x = '\xed\xa0\x80'\n", 1, 6, "UTF-8"},
    {"x = \x01\n", 1, 5, "invisible"},
    {"x = 1 \\ + 2\n", 1, 7, "last on its line"},
};

START_TEST(a_refusal_says_what_and_where)
{
    const char *text = refused[_i].text;
    KipProgram *program = NULL;
    KipError error = {.line = 0};
    KipStatus status = kip_program_compile(text, strlen(text), "x.py", NULL, &program, &error);
    ck_assert_msg(status == KIP_BAD_INPUT, "compiles: %s", text);
    ck_assert_ptr_null(program);
    ck_assert_msg(error.line == refused[_i].line && error.column == refused[_i].column &&
                      strstr(error.message, refused[_i].word),
                  "%s-> %d:%d: %s", text, error.line, error.column, error.message);
    ck_assert_str_eq(error.file, "x.py");
}
END_TEST

START_TEST(a_zero_byte_is_no_text)
{
    KipProgram *program = NULL;
    KipError error;
    ck_assert_int_eq(kip_program_compile("x = 1\n\0y", 8, "x.py", NULL, &program, &error), KIP_BAD_INPUT);
    ck_assert_int_eq(error.line, 2);
    ck_assert_int_eq(error.column, 1);
}
END_TEST

Suite *suite_compile_refused(void)
{
    Suite *s = suite_create("compile: what is refused");
    TCase *t = tcase_create("compile refused");
    tcase_add_loop_test(t, a_refusal_says_what_and_where, 0, (int)(sizeof refused / sizeof refused[0]));
    tcase_add_test(t, a_zero_byte_is_no_text);
    suite_add_tcase(s, t);
    return s;
}
