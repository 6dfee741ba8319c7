/* The machine that runs scripts: calls in and out of it, waiting, saving, limits, failures, memory. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "io/script/machine.h"
#include "io/script/machine_parts.h"
#include "study.h"

Suite *suite_machine(void);

/* -- a small host --------------------------------------------------------------------------------------- */

/* What scripts printed, and what natives were given. */
typedef struct Host {
    char printed[4096];
    size_t size;
    double number;
    int64_t integer, which;
    char text[64];
    KipVec3 vector;
    int given, asked;
} Host;

static void print(void *user, const char *text, size_t size)
{
    Host *host = user;
    if (host->size + size < sizeof host->printed) {
        memcpy(host->printed + host->size, text, size);
        host->size += size;
    }
    host->printed[host->size] = 0;
}

static bool take(KipCall *call)
{
    Host *host = call->user;
    host->number = call->read[0].number;
    host->vector = call->read[1].vector;
    host->integer = call->read[2].integer;
    snprintf(host->text, sizeof host->text, "%s", call->read[3].text);
    host->given = call->read[5].given + 2 * call->read[4].on;
    return kip_call_return_vector(call, (KipVec3){1, 2, 3});
}

static bool count(KipCall *call)
{
    call->result = kip_int(call->nargument);
    return true;
}

static bool wait_for(KipCall *call)
{
    return kip_call_wait(call);
}

/* From now on a collection after every instruction that may take memory. */
static void stress_heap(KipMachine *machine, bool stress)
{
    machine->stress = machine->attention = stress;
}

/* Units in use after a collection. */
static int64_t units_in_use(KipMachine *machine)
{
    kip_heap_collect(machine);
    return machine->state->lives;
}

/* Calls its argument, and gives what it gave; objects it makes before must live through the call. */
static bool call_back(KipCall *call)
{
    KipValue list, result;
    if (!kip_list_make(call->machine, 0, &list))
        return false;
    for (int i = 0; i < 3; i++)
        if (kip_machine_call(call->machine, call->argument[0], NULL, 0, &result, NULL) != KIP_OK ||
            !kip_list_append(call->machine, list, result))
            return false;
    call->result = list;
    return true;
}

/* Calls its argument; a failure is settled here. */
static bool attempt(KipCall *call)
{
    KipError error;
    KipValue result;
    if (kip_machine_call(call->machine, call->argument[0], NULL, 0, &result, &error) == KIP_OK)
        return kip_call_return_text(call, "well");
    return kip_call_return_text(call, error.message);
}

static bool refuse(KipCall *call)
{
    return kip_call_fail(call, "not %s", "today");
}

static bool mass(KipCall *call)
{
    ((Host *)call->user)->which = call->argument[0].integer;
    call->result = kip_float(2.5);
    return true;
}

static const KipNativeDef NATIVE[] = {
    {"take(x: number, v: vec, i: integer=3, text: text='none', flag: bool=False, extra=None)", take,
     "Takes one of each."},
    {"count(first, ..., scale=1)", count, "How many."},
    {"wait(seconds: number)", wait_for, "Lets the world go on."},
    {"callBack(f: function)", call_back, "Calls f three times."},
    {"attempt(f)", attempt, "Calls f."},
    {"refuse()", refuse, "Refuses."},
};
static const KipNativeDef METHOD[] = {{"mass(self, unit='kg')", mass, "Its mass."}};
static const KipHandleKind KIND[] = {{"link", METHOD, 1, NULL}};

static KipMachineDef definition(Host *host)
{
    KipMachineDef def = kip_machine_def();
    memset(host, 0, sizeof *host);
    def.native = NATIVE;
    def.nnative = sizeof NATIVE / sizeof *NATIVE;
    def.kind = KIND;
    def.nkind = 1;
    def.user = host;
    def.print = print;
    def.memory = (size_t)1 << 20;
    return def;
}

static KipProgram *compile(const char *file, const char *text)
{
    KipProgram *program;
    KipError error;
    ck_ok(kip_program_compile(text, strlen(text), file, NULL, &program, &error));
    return program;
}

/* One program in one machine. */
typedef struct Bench {
    Host host;
    KipMachine *machine;
    KipProgram *program;
    KipValue module;
} Bench;

static void begin_with(Bench *bench, const char *text, KipMachineDef def)
{
    KipError error;
    bench->program = compile("main.py", text);
    ck_ok(kip_machine_create(&def, &bench->machine, &error));
    ck_ok(kip_machine_add(bench->machine, bench->program, &error));
    ck_ok(kip_machine_module(bench->machine, bench->program, &bench->module, &error));
}

static void begin(Bench *bench, const char *text)
{
    begin_with(bench, text, definition(&bench->host));
}

static void finish(Bench *bench)
{
    kip_machine_destroy(bench->machine);
    kip_program_destroy(bench->program);
}

static void run(Bench *bench)
{
    KipError error;
    ck_ok(kip_machine_run(bench->machine, bench->module, &error));
}

static KipValue global(Bench *bench, const char *name)
{
    return kip_machine_global(bench->machine, bench->module, name);
}

/* Runs the text in a machine of its own: what it printed. */
static void expect(const char *text, const char *printed)
{
    Bench bench;
    begin(&bench, text);
    run(&bench);
    ck_assert_str_eq(bench.host.printed, printed);
    finish(&bench);
}

/* Runs the text: it fails at this line and column with a sentence that has these words. */
static void expect_failure(const char *text, int line, int column, const char *words)
{
    Bench bench;
    KipError error;
    begin(&bench, text);
    ck_assert_int_eq(kip_machine_run(bench.machine, bench.module, &error), KIP_BAD_INPUT);
    ck_assert_msg(strstr(error.message, words) != NULL, "'%s' is not in: %s", words, error.message);
    ck_assert_str_eq(error.file, "main.py");
    ck_assert_msg(error.line == line && error.column == column, "%d:%d: %s", error.line, error.column,
                  error.message);
    finish(&bench);
}

/* -- calls ---------------------------------------------------------------------------------------------- */

START_TEST(arguments_of_natives)
{
    Bench bench;
    begin(&bench, "print(take(1.5, (1, 2, 3)))\n");
    run(&bench);
    ck_assert(bench.host.number == 1.5 && bench.host.vector.z == 3 && bench.host.integer == 3);
    ck_assert_str_eq(bench.host.text, "none");
    ck_assert_int_eq(bench.host.given, 0);
    finish(&bench);
    begin(&bench, "take(2, v=[4, 5, 6], extra=0, text='knee', flag=True)\n");
    run(&bench);
    ck_assert(bench.host.number == 2 && bench.host.vector.x == 4 && bench.host.integer == 3);
    ck_assert_str_eq(bench.host.text, "knee");
    ck_assert_int_eq(bench.host.given, 3);
    finish(&bench);
    expect("print(count(1), count(1, 2, 3), count(1, 2, scale=5), count(scale=2, first=0))\n", "2 4 3 2\n");
}
END_TEST

START_TEST(wrong_arguments_of_natives)
{
    expect_failure("take('a', (1, 2, 3))\n", 1, 1, "take(): 'x' must be a number, not a value of type str");
    expect_failure("x = take(1, (1, 2))\n", 1, 5, "take(): 'v' must be 3 numbers");
    expect_failure("take(1)\n", 1, 1, "take(): missing argument 'v'");
    expect_failure("take(1, 2, 3, 4, 5, 6, 7)\n", 1, 1, "take() takes 2 to 6 arguments but 7 were given");
    expect_failure("take(1, (1, 2, 3), txt='a')\n", 1, 1, "unexpected keyword 'txt'; did you mean 'text'?");
    expect_failure("take(1, (1, 2, 3), x=2)\n", 1, 1, "two values for the argument 'x'");
    expect_failure("refuse()\n", 1, 1, "refuse(): not today");
    expect_failure("take(1e999, (1, 2, 3))\n", 1, 1, "'x' must be finite");
}
END_TEST

START_TEST(arguments_of_functions)
{
    const char *f = "def f(a, b=2, c=3):\n    print(a, b, c)\n";
    char text[256];
    expect("def f(a, b=2, c=3):\n    print(a, b, c)\nf(1)\nf(1, c=5)\nf(c=1, a=2)\nf(1, 2, 4)\n",
           "1 2 3\n1 2 5\n2 2 1\n1 2 4\n");
    snprintf(text, sizeof text, "%sf(1, 2, 3, 4)\n", f);
    expect_failure(text, 3, 1, "f() takes 1 to 3 arguments but 4 were given");
    snprintf(text, sizeof text, "%sf(b=1)\n", f);
    expect_failure(text, 3, 1, "f(): missing argument 'a'");
    snprintf(text, sizeof text, "%sf(1, bb=1)\n", f);
    expect_failure(text, 3, 1, "f(): unexpected keyword 'bb'; did you mean 'b'?");
    snprintf(text, sizeof text, "%sf(1, a=1)\n", f);
    expect_failure(text, 3, 1, "f(): two values for the argument 'a'");
    expect_failure("class A:\n    def go():\n        pass\nA().go()\n", 4, 5,
                   "its first parameter must be self");
}
END_TEST

START_TEST(host_objects)
{
    Bench bench;
    KipError error;
    begin(&bench, "print(foot.mass(), foot.mass(unit='g'))\nm = foot.mass\nprint(m())\n");
    kip_machine_set_global(bench.machine, bench.module, "foot", kip_handle(0, 77));
    run(&bench);
    ck_assert_str_eq(bench.host.printed, "2.5 2.5\n2.5\n");
    ck_assert_int_eq(bench.host.which, 77);
    finish(&bench);
    begin(&bench, "foot.mess()\n");
    kip_machine_set_global(bench.machine, bench.module, "foot", kip_handle(0, 77));
    ck_assert_int_eq(kip_machine_run(bench.machine, bench.module, &error), KIP_BAD_INPUT);
    ck_assert_str_eq(error.message, "a value of type link has no attribute 'mess'; did you mean 'mass'?");
    finish(&bench);
}
END_TEST

static const char SKILL[] = "class Skill:\n"
                            "    def __init__(self, gain):\n"
                            "        self.gain = gain\n"
                            "        self.n = 0\n"
                            "    def step(self, x):\n"
                            "        self.n += 1\n"
                            "        return self.gain * x + self.n\n"
                            "skill = Skill(2.0)\n";

START_TEST(calls_from_the_host)
{
    Bench bench;
    KipError error;
    KipValue skill, step, argument = kip_float(3), result;
    begin(&bench, SKILL);
    run(&bench);
    skill = global(&bench, "skill");
    ck_assert(kip_machine_has_method(bench.machine, skill, "step"));
    ck_assert(!kip_machine_has_method(bench.machine, skill, "gain"));
    ck_assert(!kip_machine_has_method(bench.machine, skill, "stop"));
    ck_assert(kip_machine_attribute(bench.machine, skill, "stop").type == KIP_ABSENT);
    step = kip_machine_attribute(bench.machine, skill, "step");
    ck_assert_int_ge(kip_machine_keep(bench.machine, step), 0);
    for (int i = 1; i < 4; i++) {
        ck_ok(kip_machine_call(bench.machine, step, &argument, 1, &result, &error));
        ck_assert(result.type == KIP_FLOAT && result.number == 6 + i);
    }
    ck_assert_int_eq(kip_machine_call(bench.machine, step, NULL, 0, &result, &error), KIP_BAD_INPUT);
    ck_assert_str_eq(error.message, "step(): missing argument 'x'");
    finish(&bench);
}
END_TEST

START_TEST(natives_call_back)
{
    Bench bench;
    begin(&bench, "made = []\ndef f():\n    junk = [vec(1, 2, 3) for i in range(50)]\n    made.append(1)\n"
                  "    return 'n' + str(len(made))\nprint(callBack(f), callBack(f))\n");
    stress_heap(bench.machine, true);
    run(&bench);
    ck_assert_str_eq(bench.host.printed, "['n1', 'n2', 'n3'] ['n4', 'n5', 'n6']\n");
    finish(&bench);
    expect("def f():\n    return 1 / 0\nprint(attempt(f))\nprint(attempt(lambda: 1), attempt(print))\n",
           "division by zero\n\nwell well\n");
    expect_failure("def f():\n    return callBack(f)\nf()\n", 2, 12, "more than 16 deep");
}
END_TEST

/* -- waiting -------------------------------------------------------------------------------------------- */

static const char WAITING[] = "class Walker:\n"
                              "    def __init__(self):\n"
                              "        self.x = 0.0\n"
                              "        self.log = {}\n"
                              "    def step(self, i):\n"
                              "        self.x += random.uniform(0, 1)\n"
                              "        self.log[f'step {i}'] = [i, vec(i, self.x, 0)]\n"
                              "        return self.x\n"
                              "import random\n"
                              "walker = Walker()\n"
                              "def go(n):\n"
                              "    for i in range(n):\n"
                              "        x = wait(i) + walker.step(i)\n"
                              "        print(i, x, len(walker.log))\n"
                              "    return len(walker.log)\n"
                              "print('done', go(12), walker.log['step 7'])\n";

/* Resumes n times, with skill calls in between. */
static bool proceed(Bench *bench, int n)
{
    KipError error;
    bool waiting = true;
    for (int i = 0; i < n && waiting; i++) {
        KipValue argument = kip_int(100 + i), walker;
        ck_ok(kip_machine_resume(bench->machine, kip_int(10), &waiting, &error));
        walker = global(bench, "walker");
        ck_ok(kip_machine_call(bench->machine, kip_machine_attribute(bench->machine, walker, "step"),
                               &argument, 1, NULL, &error));
    }
    return waiting;
}

START_TEST(main_script_waits)
{
    Bench bench;
    KipError error;
    bool waiting;
    begin(&bench, "def f():\n    return wait(1) + wait(2)\nprint('a')\nx = f()\nprint(x)\n");
    kip_machine_start(bench.machine, bench.module);
    ck_ok(kip_machine_resume(bench.machine, kip_none(), &waiting, &error));
    ck_assert(waiting);
    ck_assert_str_eq(bench.host.printed, "a\n");
    ck_ok(kip_machine_resume(bench.machine, kip_int(3), &waiting, &error));
    ck_assert(waiting);
    ck_ok(kip_machine_resume(bench.machine, kip_int(4), &waiting, &error));
    ck_assert(!waiting);
    ck_assert_str_eq(bench.host.printed, "a\n7\n");
    ck_ok(kip_machine_resume(bench.machine, kip_none(), &waiting, &error));
    ck_assert(!waiting);
    finish(&bench);
}
END_TEST

START_TEST(only_the_main_script_waits)
{
    Bench bench;
    KipError error;
    bool waiting;
    begin(&bench, "def f():\n    wait(1)\nwait(1)\ncallBack(f)\n");
    kip_machine_start(bench.machine, bench.module);
    ck_ok(kip_machine_resume(bench.machine, kip_none(), &waiting, &error));
    ck_assert_int_eq(kip_machine_call(bench.machine, global(&bench, "f"), NULL, 0, NULL, &error),
                     KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "wait(): only the main script can wait"));
    ck_assert_int_eq(kip_machine_resume(bench.machine, kip_none(), &waiting, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "wait(): only the main script can wait"));
    ck_assert_int_eq(error.line, 2);
    ck_assert_str_eq(kip_machine_traceback(bench.machine),
                     "  main.py:4:1, in <module>\n      callBack(f)\n  main.py:2:5, in f\n");
    finish(&bench);
}
END_TEST

/* -- saving --------------------------------------------------------------------------------------------- */

static unsigned char *save(Bench *bench, size_t *size)
{
    unsigned char *bytes;
    *size = kip_machine_save_size(bench->machine);
    bytes = malloc(*size);
    kip_machine_save(bench->machine, bytes);
    return bytes;
}

/* Saved in mid-script after n waits, loaded by a new machine and by the same one after it ran on: the same
 * bytes, and the same hashes and words from there on. */
static void save_after(int n, bool stress)
{
    Bench a, b;
    KipError error;
    size_t size, again;
    unsigned char *bytes, *copy;
    char rest[4096];
    uint64_t hash;
    begin(&a, WAITING);
    stress_heap(a.machine, stress);
    kip_machine_start(a.machine, a.module);
    proceed(&a, n);
    bytes = save(&a, &size);
    hash = kip_machine_hash(a.machine);
    a.host.size = 0;
    ck_assert(!proceed(&a, 100));
    snprintf(rest, sizeof rest, "%s", a.host.printed);

    begin(&b, WAITING);
    stress_heap(b.machine, stress);
    ck_ok(kip_machine_load(b.machine, bytes, size, &error));
    ck_assert_uint_eq(kip_machine_hash(b.machine), hash);
    copy = save(&b, &again);
    ck_assert_uint_eq(size, again);
    ck_assert_mem_eq(bytes, copy, size);
    ck_assert(!proceed(&b, 100));
    ck_assert_str_eq(b.host.printed, rest);
    ck_assert_uint_eq(kip_machine_hash(a.machine), kip_machine_hash(b.machine));

    ck_ok(kip_machine_load(a.machine, bytes, size, &error));
    a.host.size = 0;
    ck_assert(!proceed(&a, 100));
    ck_assert_str_eq(a.host.printed, rest);
    ck_assert_uint_eq(kip_machine_hash(a.machine), kip_machine_hash(b.machine));
    free(copy);
    free(bytes);
    finish(&a);
    finish(&b);
}

START_TEST(saved_in_mid_script)
{
    for (int n = 1; n < 12; n += 2) {
        save_after(n, false);
        save_after(n, true);
    }
}
END_TEST

/* Each question is asked at one place again and again, while what answers it changes. */
static const char ASKED[] =
    "class Base:\n"
    "    x = 1\n"
    "    def f(self):\n"
    "        return 10\n"
    "class Thing(Base):\n"
    "    y = 2\n"
    "def function(self=None):\n"
    "    return 20\n"
    "def x(t):\n"
    "    return t.x\n"
    "def f(t):\n"
    "    return t.f()\n"
    "t = Thing()\n"
    "print(x(t), f(t), x(Thing), x(t))\n"
    "Thing.x = 3\n"
    "print(x(t), x(Thing), x(Base))\n"
    "t.x = 4\n"
    "print(x(t), x(Thing), x(t))\n"
    "t.a = t.b = t.c = t.d = t.e = 0\n" /* its names move */
    "t.x = 5\n"
    "print(x(t))\n"
    "del t.x\n"
    "print(x(t))\n"
    "del Thing.x\n"
    "print(x(t), x(Thing))\n"
    "Base.f = function\n"
    "print(f(t))\n"
    "t.f = lambda: 30\n"
    "print(f(t))\n"
    "del t.f\n"
    "Base.f = int\n"
    "print(f(t))\n"
    "class Other:\n"
    "    x = 7\n"
    "print([x(c()) for c in [Base, Other] * 3])\n" /* one may stand where another stood */
    "def read():\n"
    "    print(x(t))\n"
    "t.x = 6\n"
    "def delete():\n"
    "    del t.x\n";

START_TEST(attributes_that_change)
{
    for (int stress = 0; stress < 2; stress++) {
        Bench bench;
        KipError error;
        size_t size;
        begin(&bench, ASKED);
        stress_heap(bench.machine, stress);
        run(&bench);
        ck_assert_str_eq(bench.host.printed,
                         "1 10 1 1\n3 3 1\n4 3 4\n5\n3\n1 1\n20\n30\n0\n[1, 7, 1, 7, 1, 7]\n");
        unsigned char *bytes = save(&bench, &size);
        bench.host.size = 0;
        ck_ok(kip_machine_call(bench.machine, global(&bench, "delete"), NULL, 0, NULL, &error));
        ck_ok(kip_machine_call(bench.machine, global(&bench, "read"), NULL, 0, NULL, &error));
        ck_ok(kip_machine_load(bench.machine, bytes, size, &error));
        ck_ok(kip_machine_call(bench.machine, global(&bench, "read"), NULL, 0, NULL, &error));
        ck_assert_str_eq(bench.host.printed, "1\n6\n");
        free(bytes);
        finish(&bench);
    }
}
END_TEST

START_TEST(damaged_bytes_are_refused)
{
    Bench a, b;
    KipError error;
    size_t size;
    unsigned char *bytes;
    uint64_t hash;
    begin(&a, WAITING);
    kip_machine_start(a.machine, a.module);
    proceed(&a, 3);
    bytes = save(&a, &size);
    hash = kip_machine_hash(a.machine);
    for (size_t i = 0; i < size; i += size / 97) {
        bytes[i] ^= 0x10;
        ck_assert_int_eq(kip_machine_load(a.machine, bytes, size, &error), KIP_BAD_INPUT);
        bytes[i] ^= 0x10;
    }
    for (size_t i = 0; i < size; i += size / 13)
        ck_assert_int_eq(kip_machine_load(a.machine, bytes, i, &error), KIP_BAD_INPUT);
    ck_assert_uint_eq(kip_machine_hash(a.machine), hash);
    begin(&b, "print(1)\n");
    ck_assert_int_eq(kip_machine_load(b.machine, bytes, size, &error), KIP_BAD_INPUT);
    ck_assert_ptr_nonnull(strstr(error.message, "belong to other programs"));
    ck_ok(kip_machine_load(a.machine, bytes, size, &error));
    free(bytes);
    finish(&a);
    finish(&b);
}
END_TEST

/* -- limits and failures -------------------------------------------------------------------------------- */

START_TEST(failures_have_places)
{
    expect_failure("x = 1\nspeed = 2\nprint(sped)\n", 3, 7, "'sped' is not defined; did you mean 'speed'?");
    expect_failure("def f():\n    y = z\n    z = 1\nf()\n", 2, 9, "'z' is used before it has a value");
    expect_failure("class A:\n    def step(self):\n        pass\nA().stepp()\n", 4, 5,
                   "no attribute 'stepp'; did you mean 'step'?");
    expect_failure("x = 5\nx()\n", 2, 1, "a value of type int cannot be called");
    expect_failure("class A:\n    def __init__(self):\n        return 1\nA()\n", 3, 9,
                   "__init__() must not return");
    expect_failure("assert 1 == 2, 'sums'\n", 1, 1, "the assertion does not hold: sums");
    expect_failure("a, b = [1, 2, 3]\n", 1, 1, "2 values are needed here, but there are 3");
    expect_failure("class B(5):\n    pass\n", 1, 7, "inherit");
}
END_TEST

START_TEST(tracebacks)
{
    Bench bench;
    KipError error;
    const char *trace;
    begin(&bench, "def inner(x):\n    return 1 / x\ndef outer(x):\n    return inner(x=x)\nouter(0)\n");
    ck_assert_int_eq(kip_machine_run(bench.machine, bench.module, &error), KIP_BAD_INPUT);
    ck_assert_str_eq(kip_machine_traceback(bench.machine),
                     "  main.py:5:1, in <module>\n      outer(0)\n"
                     "  main.py:4:12, in outer\n      return inner(x=x)\n  main.py:2:14, in inner\n");
    ck_assert_int_eq(error.line, 2);
    finish(&bench);
    begin(&bench, "def f(n):\n    return f(n + 1)\nf(0)\n");
    ck_assert_int_eq(kip_machine_run(bench.machine, bench.module, &error), KIP_BAD_INPUT);
    ck_assert_str_eq(error.message,
                     "more than 200 calls within each other; does 'f' call itself without end?");
    trace = kip_machine_traceback(bench.machine);
    ck_assert_ptr_nonnull(strstr(trace, "\n  ... 187 more calls\n"));
    finish(&bench);
}
END_TEST

START_TEST(limits)
{
    Bench bench;
    KipError error;
    KipMachineDef def = definition(&bench.host);
    KipValue result;
    def.instructions = 5000;
    begin_with(&bench,
               "def endless():\n    while True:\n        pass\n"
               "def deep(n):\n    return deep(n + 1)\n"
               "def grow():\n    a = []\n    while True:\n        a.append('x' * 3000)\n"
               "def fine():\n    return len([i for i in range(100)])\n",
               def);
    run(&bench);
    for (int i = 0; i < 3; i++) {
        ck_assert_int_eq(kip_machine_call(bench.machine, global(&bench, "endless"), NULL, 0, NULL, &error),
                         KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(error.message, "more than 5000 instructions"));
        ck_assert(error.line == 2 || error.line == 3);
        result = kip_int(0);
        ck_assert_int_eq(kip_machine_call(bench.machine, global(&bench, "deep"), &result, 1, NULL, &error),
                         KIP_BAD_INPUT);
        ck_assert_int_eq(error.line, 5);
        ck_assert_int_eq(kip_machine_call(bench.machine, global(&bench, "grow"), NULL, 0, NULL, &error),
                         KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(error.message, "the script's memory of 1 MB is full"));
        ck_assert_int_eq(error.line, 9);
        ck_ok(kip_machine_call(bench.machine, global(&bench, "fine"), NULL, 0, &result, &error));
        ck_assert(result.integer == 100);
    }
    finish(&bench);
}
END_TEST

/* A runaway function called by a native takes its own share, not all of its caller's. */
START_TEST(runaway_callback)
{
    Bench bench;
    KipError error;
    KipMachineDef def = definition(&bench.host);
    def.instructions = 5000;
    def.main_instructions = 100000;
    begin_with(&bench, "def f():\n    while True:\n        pass\nprint(attempt(f))\nprint('on')\n", def);
    ck_ok(kip_machine_run(bench.machine, bench.module, &error));
    ck_assert_ptr_nonnull(strstr(bench.host.printed, "more than 5000 instructions"));
    ck_assert_ptr_nonnull(strstr(bench.host.printed, "\non\n"));
    finish(&bench);
}
END_TEST

/* The host of def.user: asked for the fourth time, it wants an end. */
static bool is_fourth(void *user)
{
    Host *host = user;
    return ++host->asked == 4;
}

/* Loops of scripts and of natives end soon after the host wants it, whatever they may still take; asking costs them
 * nothing. */
START_TEST(stops)
{
    static const char *const text[] = {"while True:\n    pass\n", "sum(range(10 ** 12))\n"};
    for (int i = 0; i < 2; i++) {
        Bench bench;
        KipError error;
        KipMachineDef def = definition(&bench.host);
        def.instructions = def.main_instructions = 1000000000000;
        def.stop = is_fourth;
        begin_with(&bench, text[i], def);
        bool waiting;
        kip_machine_start(bench.machine, bench.module);
        ck_assert_int_eq(kip_machine_resume(bench.machine, kip_none(), &waiting, &error), KIP_BAD_INPUT);
        ck_assert_str_eq(error.message, "it was stopped");
        ck_assert_int_eq(bench.host.asked, 4);
        finish(&bench);
    }
}
END_TEST

/* One operation on much is much work: a thousand of them on thousands of items or bytes are not a thousand instructions. */
START_TEST(work_is_charged_by_size)
{
    static const char *const operation[] = {"a == b",      "a < b",       "-1 in a",
                                            "a.count(-1)", "s == t",      "s < t",
                                            "'z' in s",    "s.find('z')", "s.rfind('x' * 5000)",
                                            "s.count('z')"};
    for (size_t i = 0; i < sizeof operation / sizeof *operation; i++) {
        Bench bench;
        KipError error;
        KipMachineDef def = definition(&bench.host);
        char text[300];
        def.instructions = 300000;
        snprintf(text, sizeof text,
                 "a = list(range(4000))\nb = list(a)\ns = 'x' * 10000\nt = 'x' * 5000 + 'x' * 5000\n"
                 "def f():\n    for i in range(1000):\n        %s\n",
                 operation[i]);
        begin_with(&bench, text, def);
        run(&bench);
        ck_assert_msg(kip_machine_call(bench.machine, global(&bench, "f"), NULL, 0, NULL, &error) ==
                          KIP_BAD_INPUT,
                      "%s", text);
        ck_assert_ptr_nonnull(strstr(error.message, "more than 300000 instructions in one go"));
        finish(&bench);
    }
}
END_TEST

/* The instructions that a call may take are as many with a host that is asked as without. */
START_TEST(asking_is_free)
{
    int64_t taken[2];
    for (int asks = 0; asks < 2; asks++) {
        Bench bench;
        KipError error;
        KipMachineDef def = definition(&bench.host);
        def.instructions = 300000;
        def.stop = asks ? is_fourth : NULL;
        begin_with(&bench, "def f():\n    while True:\n        pass\n", def);
        bench.host.asked = 10;
        run(&bench);
        ck_assert_int_eq(kip_machine_call(bench.machine, global(&bench, "f"), NULL, 0, NULL, &error),
                         KIP_BAD_INPUT);
        ck_assert_ptr_nonnull(strstr(error.message, "more than 300000 instructions in one go"));
        taken[asks] = bench.machine->state->instructions;
        finish(&bench);
    }
    ck_assert_int_eq(taken[0], taken[1]);
}
END_TEST

/* -- modules and parameters ----------------------------------------------------------------------------- */

START_TEST(imports)
{
    Host host;
    KipMachineDef def = definition(&host);
    KipMachine *machine;
    KipError error;
    KipValue one, two;
    KipProgram *base =
        compile("lib/base.py", "print('base for', who)\ncount = 0\ndef up():\n    global count\n"
                               "    count += 1\n    return count\n");
    KipProgram *mid = compile("lib/mid.py", "import base\ndef up():\n    return base.up()\n");
    KipProgram *top = compile("top.py", "import mid\nimport base\nimport math\n"
                                        "print(who, mid.up(), base.up(), base.count, math.floor(1.5))\n");
    ck_ok(kip_machine_create(&def, &machine, &error));
    ck_ok(kip_machine_add(machine, top, &error));
    ck_ok(kip_machine_add(machine, mid, &error));
    kip_machine_import(machine, top, 0, mid);
    ck_assert_int_eq(kip_machine_module(machine, top, &one, &error), KIP_BAD_INPUT);
    ck_assert_str_eq(error.message, "no script named 'base' beside top.py");
    ck_assert_int_eq(error.line, 2);
    ck_ok(kip_machine_add(machine, base, &error));
    kip_machine_import(machine, top, 1, base);
    kip_machine_import(machine, mid, 0, base);
    ck_ok(kip_machine_module(machine, top, &one, &error));
    ck_ok(kip_machine_module(machine, top, &two, &error));
    kip_machine_set_global(machine, one, "who", kip_int(1));
    kip_machine_set_global(machine, two, "who", kip_int(2));
    ck_ok(kip_machine_run(machine, one, &error));
    ck_ok(kip_machine_run(machine, two, &error));
    ck_ok(kip_machine_run(machine, two, &error));
    ck_assert_str_eq(host.printed, "base for 1\n1 1 2 2 1\nbase for 2\n2 1 2 2 1\n");
    kip_machine_destroy(machine);
    kip_program_destroy(top);
    kip_program_destroy(mid);
    kip_program_destroy(base);
}
END_TEST

START_TEST(parameters)
{
    Bench bench;
    begin(&bench, "GAIN = 2.5\nclass A:\n    STEPS = 3\nprint(GAIN, A.STEPS)\n");
    ck_assert_int_eq(bench.program->nparameter, 2);
    for (int i = 0; i < 2; i++)
        kip_machine_set_parameter(bench.machine, bench.program, i, 7);
    run(&bench);
    ck_assert_str_eq(bench.host.printed, "7.0 7\n");
    finish(&bench);
}
END_TEST

/* -- memory --------------------------------------------------------------------------------------------- */

static const char CHURN[] = "class P:\n    def __init__(self, x):\n        self.x = x\n"
                            "keep = []\n"
                            "def churn(n):\n"
                            "    d = {}\n"
                            "    for i in range(n):\n"
                            "        d[str(i % 7)] = [P(i), (i, vec(i, 1, 2)), lambda: i]\n"
                            "        keep.append('k' * (i % 50))\n"
                            "        if len(keep) > 20:\n"
                            "            keep.pop(0)\n"
                            "    return sum([len(k) for k in keep]) + d['3'][2]() + d['5'][0].x\n";

START_TEST(memory_stays_flat)
{
    Bench bench;
    KipError error;
    KipValue n = kip_int(20), result, churn;
    int64_t early = 0;
    begin(&bench, CHURN);
    run(&bench);
    churn = global(&bench, "churn");
    for (int i = 0; i < STUDY(20000, 1000000); i++) {
        ck_ok(kip_machine_call(bench.machine, churn, &n, 1, &result, &error));
        if (i == 100)
            early = units_in_use(bench.machine);
    }
    ck_assert_int_le(units_in_use(bench.machine), early + 4);
    ck_assert_uint_lt(kip_machine_save_size(bench.machine), (size_t)900000);
    finish(&bench);
}
END_TEST

/* Collecting after every instruction changes nothing that can be seen. */
START_TEST(collected_at_every_instruction)
{
    KipValue n = kip_int(60), result[2];
    for (int stress = 0; stress < 2; stress++) {
        Bench bench;
        KipError error;
        begin(&bench, CHURN);
        stress_heap(bench.machine, stress);
        run(&bench);
        ck_ok(kip_machine_call(bench.machine, global(&bench, "churn"), &n, 1, &result[stress], &error));
        finish(&bench);
    }
    ck_assert(result[0].type == KIP_INT && result[0].integer == result[1].integer);
}
END_TEST

/* More objects in one list than the stack of the marking holds, and a chain longer than any recursion
 * would bear. */
START_TEST(wide_and_deep_objects)
{
    Bench bench;
    KipMachineDef def = definition(&bench.host);
    def.memory = (size_t)16 << 20;
    begin_with(&bench,
               "wide = [[[i]] for i in range(20000)]\nchain = None\nfor i in range(60000):\n    chain = "
               "[chain]\n"
               "junk = [[i] for i in range(20000)]\ndel junk\nn = 0\n",
               def);
    run(&bench);
    kip_heap_collect(bench.machine);
    kip_heap_collect(bench.machine);
    {
        KipValue chain = global(&bench, "chain"), wide = global(&bench, "wide");
        size_t items, n = 0;
        for (; chain.type == KIP_LIST; n++)
            chain = kip_items(bench.machine, chain, &items)[0];
        ck_assert_uint_eq(n, 60000);
        for (int i = 0; i < 20000; i++) {
            KipValue inner = kip_items(bench.machine, kip_items(bench.machine, wide, &items)[i], &n)[0];
            ck_assert_int_eq(kip_items(bench.machine, inner, &n)[0].integer, i);
        }
    }
    finish(&bench);
}
END_TEST

START_TEST(kept_values)
{
    Bench bench;
    KipError error;
    KipValue list, argument = kip_int(30);
    int kept;
    begin(&bench, CHURN);
    run(&bench);
    stress_heap(bench.machine, true);
    ck_assert(kip_list_make(bench.machine, 0, &list) && kip_list_append(bench.machine, list, kip_int(42)));
    kept = kip_machine_keep(bench.machine, list);
    ck_assert_int_eq(kip_machine_keep(bench.machine, kip_int(1)), kept + 1);
    ck_ok(kip_machine_call(bench.machine, global(&bench, "churn"), &argument, 1, NULL, &error));
    list = kip_machine_kept(bench.machine, kept);
    ck_assert_int_eq(kip_list_of(bench.machine, list)->count, 1);
    kip_machine_drop(bench.machine, kept);
    ck_assert(kip_machine_kept(bench.machine, kept).type == KIP_ABSENT);
    ck_assert_int_eq(kip_machine_keep(bench.machine, kip_none()), kept);
    finish(&bench);
}
END_TEST

START_TEST(dicts_of_many)
{
    expect("d = {}\nfor i in range(1000):\n    d[i] = i * i\n    d['s' + str(i)] = i\n"
           "for i in range(0, 1000, 2):\n    del d[i]\n"
           "print(len(d), d[501], 's998' in d, 500 in d, d['s3'])\n"
           "for i in range(1000):\n    d[-i - 1] = 0\n    del d[-i - 1]\n"
           "print(len(d), sum([d[k] for k in d if type(k) is int and k < 10]))\n",
           "1500 251001 True False 3\n1500 165\n");
}
END_TEST

/* An allocator that fails at the n-th request. */
typedef struct Failing {
    int left, open;
} Failing;

static void *failing_resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    Failing *failing = user;
    if (new_size == 0) {
        failing->open -= memory != NULL;
        free(memory);
        return NULL;
    }
    (void)old_size;
    if (failing->left-- == 0)
        return NULL;
    failing->open += memory == NULL;
    return realloc(memory, new_size);
}

START_TEST(no_memory_at_any_request)
{
    KipProgram *program = compile("main.py", "import math\nprint(math.floor(2.5))\n");
    bool done = false;
    for (int n = 0; !done; n++) {
        Host host;
        KipMachineDef def = definition(&host);
        Failing failing = {n, 0};
        KipAllocator allocator = {failing_resize, &failing};
        KipMachine *machine = NULL;
        KipValue module;
        KipError error;
        KipStatus status;
        def.allocator = &allocator;
        status = kip_machine_create(&def, &machine, &error);
        if (status == KIP_OK)
            status = kip_machine_add(machine, program, &error);
        done = status == KIP_OK;
        if (!done) {
            ck_assert_int_eq(status, KIP_NO_MEMORY);
        } else {
            ck_ok(kip_machine_module(machine, program, &module, &error));
            ck_ok(kip_machine_run(machine, module, &error));
            ck_assert_str_eq(host.printed, "2\n");
            ck_assert_int_ge(n, 5);
        }
        kip_machine_destroy(machine);
        ck_assert_int_eq(failing.open, 0);
    }
    kip_program_destroy(program);
}
END_TEST

/* Heaps of any size: too little to begin, or a sentence, or it runs. */
START_TEST(small_heaps)
{
    int ran = 0, failed = 0;
    for (size_t memory = 0; memory < 200000; memory += 4000) {
        Bench bench;
        KipMachineDef def = definition(&bench.host);
        KipProgram *program = compile("main.py", CHURN);
        KipError error = {0};
        KipValue module, n = kip_int(50), result;
        def.memory = memory;
        def.depth = 20;
        if (kip_machine_create(&def, &bench.machine, &error) != KIP_OK) {
            ck_assert_str_ne(error.message, "");
            failed++;
        } else {
            KipStatus status = kip_machine_add(bench.machine, program, &error);
            if (status == KIP_OK)
                status = kip_machine_module(bench.machine, program, &module, &error);
            if (status == KIP_OK)
                status = kip_machine_run(bench.machine, module, &error);
            if (status == KIP_OK)
                status = kip_machine_call(bench.machine, kip_machine_global(bench.machine, module, "churn"),
                                          &n, 1, &result, &error);
            ran += status == KIP_OK;
            if (status != KIP_OK)
                ck_assert_ptr_nonnull(strstr(error.message, "is full"));
            kip_machine_destroy(bench.machine);
        }
        kip_program_destroy(program);
    }
    ck_assert_int_gt(ran, 10);
    ck_assert_int_gt(failed, 3);
}
END_TEST

START_TEST(bad_definitions)
{
    static const char *const signature[] = {"push",           "push(",      "push(a",    "push(a,)",
                                            "push(a=)",       "push(a=b)",  "push(a) x", "(a)",
                                            "push(..., ...)", "push(a='x)", "push(a b)", "push(a:)",
                                            "push(a: mass)"};
    for (size_t i = 0; i < sizeof signature / sizeof *signature; i++) {
        KipNativeDef native = {signature[i], count, ""};
        KipMachineDef def = kip_machine_def();
        KipMachine *machine;
        KipError error;
        def.native = &native;
        def.nnative = 1;
        ck_assert_msg(kip_machine_create(&def, &machine, &error) == KIP_BAD_USE, "%s", signature[i]);
        ck_assert_ptr_nonnull(strstr(error.message, signature[i]));
    }
}
END_TEST

Suite *suite_machine(void)
{
    Suite *suite = suite_create("machine");
    TCase *tests = tcase_create("machine");
    tcase_add_test(tests, arguments_of_natives);
    tcase_add_test(tests, wrong_arguments_of_natives);
    tcase_add_test(tests, arguments_of_functions);
    tcase_add_test(tests, host_objects);
    tcase_add_test(tests, calls_from_the_host);
    tcase_add_test(tests, natives_call_back);
    tcase_add_test(tests, main_script_waits);
    tcase_add_test(tests, only_the_main_script_waits);
    tcase_add_test(tests, saved_in_mid_script);
    tcase_add_test(tests, damaged_bytes_are_refused);
    tcase_add_test(tests, failures_have_places);
    tcase_add_test(tests, tracebacks);
    tcase_add_test(tests, limits);
    tcase_add_test(tests, runaway_callback);
    tcase_add_test(tests, imports);
    tcase_add_test(tests, parameters);
    tcase_add_test(tests, memory_stays_flat);
    tcase_add_test(tests, collected_at_every_instruction);
    tcase_add_test(tests, wide_and_deep_objects);
    tcase_add_test(tests, kept_values);
    tcase_add_test(tests, dicts_of_many);
    tcase_add_test(tests, stops);
    tcase_add_test(tests, work_is_charged_by_size);
    tcase_add_test(tests, asking_is_free);
    tcase_add_test(tests, no_memory_at_any_request);
    tcase_add_test(tests, small_heaps);
    tcase_add_test(tests, attributes_that_change);
    tcase_add_test(tests, bad_definitions);
    suite_add_tcase(suite, tests);
    return suite;
}
