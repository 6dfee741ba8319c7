/* Names of Python that scripts lack (foreign.h). */
#include "foreign.h"

#include <stddef.h>
#include <string.h>

typedef struct Foreign {
    const char *name, *instead;
} Foreign;

static const char no_arrays[] =
    "write lists, vec(x, y, z) and import math; sum(), min(), max() and sorted() take lists";
static const char no_plots[] = "plot(file, title, x, panels) draws curves, and kip plot those of a recording";
static const char no_clock[] = "time() is the world's time, run(seconds) lets it pass; no import is needed";
static const char no_files[] =
    "a script reads and writes no files but by plot() and record(); numbers come in by kip run --param, "
    "results go out by print(), measure() and kip run --csv";
static const char no_tables[] = "kip run --csv and kip sweep write tables, print() writes text";
static const char no_types[] = "there are no annotations, so leave it out; a class needs no decorator";

static const Foreign modules[] = {
    {"numpy", no_arrays},
    {"scipy", no_arrays},
    {"torch", no_arrays},
    {"jax", no_arrays},
    {"statistics", no_arrays},
    {"matplotlib", no_plots},
    {"pylab", no_plots},
    {"seaborn", no_plots},
    {"plotly", no_plots},
    {"pandas", no_tables},
    {"csv", no_tables},
    {"json", no_tables},
    {"time", no_clock},
    {"datetime", no_clock},
    {"os", no_files},
    {"sys", no_files},
    {"io", no_files},
    {"pathlib", no_files},
    {"subprocess", no_files},
    {"shutil", no_files},
    {"argparse", no_files},
    {"pickle", no_files},
    {"typing", no_types},
    {"dataclasses", no_types},
    {"enum", "write names for numbers, as STANDING = 0"},
    {"copy", "list(x) and dict(x) are copies"},
    {"collections", "lists and dicts are there; d.get(key, 0) gives a value where there is none"},
    {"itertools", "enumerate(), zip() and loops within loops are there"},
    {"functools", "write a function, or a lambda"},
    {"mujoco", "addCharacter(file) and addObject(file) read MuJoCo's model files, and run(seconds) steps"},
    {"pybullet", "addCharacter(file) reads a model file, and run(seconds) steps"},
    {"gym", "a scene is its own environment; kip tune and kip sweep run it many times"},
    {"gymnasium", "a scene is its own environment; kip tune and kip sweep run it many times"},
    {"kip", "what scripts say is there without an import: kip help toolkit"},
    {"string", "strings have their methods, as 'a b'.split()"},
    {"re", "strings have find(), split(), startswith(), replace()"},
    {"threading", "at(time, function) and when(condition, function) do things meanwhile"},
    {"asyncio", "at(time, function) and when(condition, function) do things meanwhile"},
};

static const Foreign names[] = {
    {"open", no_files},
    {"input", "a script runs without questions; kip run --param NAME=VALUE sets a number of its top level"},
    {"np", no_arrays},
    {"numpy", no_arrays},
    {"plt", no_plots},
    {"sleep", no_clock},
    {"wait", no_clock},
    {"step", "run(seconds) lets time pass"},
    {"exit", "a script ends behind its last line; if and return leave lines out"},
    {"quit", "a script ends behind its last line; if and return leave lines out"},
    {"set", "write a list, or a dict with the items as keys"},
    {"frozenset", "write a tuple"},
    {"map", "write [f(x) for x in items]"},
    {"filter", "write [x for x in items if f(x)]"},
    {"iter", "write for x in items:"},
    {"next", "write for x in items:, or items[0]"},
    {"eval", "write what it should do"},
    {"exec", "write what it should do"},
    {"compile", "write what it should do"},
    {"format", "write f\"{x:.3f}\", or \"{:.3f}\".format(x)"},
    {"complex", "numbers are int and float; vec(x, y, z) is a vector"},
    {"bytes", "texts are str"},
    {"object", "write class Name: alone"},
    {"property", "write a method, and call it with ()"},
    {"staticmethod", "write a function outside of the class"},
    {"classmethod", "write a function outside of the class"},
    {"setattr", "write x.name = value"},
    {"delattr", "write del x.name"},
    {"vars", "write the attributes by their names"},
    {"globals", "write the names themselves"},
    {"locals", "write the names themselves"},
    {"dir", "kip help toolkit lists what there is"},
    {"help", "kip help toolkit lists what there is"},
    {"issubclass", "isinstance(x, Name) is there"},
    {"super", "super().name(...) calls the method of the class above"},
    {"hash", "dicts are there for what is found by a key"},
    {"id", "x is y is there"},
    {"sin", "write import math, and math.sin(x)"},
    {"cos", "write import math, and math.cos(x)"},
    {"tan", "write import math, and math.tan(x)"},
    {"atan2", "write import math, and math.atan2(y, x)"},
    {"sqrt", "write import math, and math.sqrt(x), or x ** 0.5"},
    {"exp", "write import math, and math.exp(x)"},
    {"log", "write import math, and math.log(x)"},
    {"pi", "write import math, and math.pi"},
    {"radians", "write import math, and math.radians(x)"},
    {"degrees", "write import math, and math.degrees(x)"},
    {"math", "write import math above"},
    {"random", "write import random above, and random.random(); kip run --seed sets the seed"},
    {"randint", "write import random, and random.randint(a, b)"},
    {"uniform", "write import random, and random.uniform(a, b)"},
    {"null", "write None"},
    {"nil", "write None"},
    {"none", "write None"},
    {"NULL", "write None"},
    {"true", "write True"},
    {"false", "write False"},
    {"this", "write self"},
    {"__name__",
     "a script runs from its first line to its last, so write what stands below this if without it"},
    {"__file__", no_files},
};

static const Foreign of_random[] = {
    {"seed", "kip run --seed N sets the seed, and kip sweep runs many; the same seed gives the same numbers"},
    {"Random", "random is the one generator; kip run --seed N sets its seed"},
    {"sample", "shuffle a list and take its first items, as items[:n]"},
    {"choices", "write [random.choice(items) for i in range(n)]"},
    {"randrange", "write random.randint(a, b), which may give b, too"},
    {"normal", "write random.gauss(mean, deviation)"},
    {"normalvariate", "write random.gauss(mean, deviation)"},
    {"rand", "write random.random()"},
};

static const char *find(const Foreign *table, size_t n, const char *name)
{
    for (size_t i = 0; i < n; i++)
        if (strcmp(table[i].name, name) == 0)
            return table[i].instead;
    return NULL;
}

const char *kip_foreign_name(const char *name)
{
    return find(names, sizeof names / sizeof *names, name);
}

const char *kip_foreign_module(const char *name)
{
    return find(modules, sizeof modules / sizeof *modules, name);
}

const char *kip_foreign_attribute(const char *module, const char *name)
{
    return strcmp(module, "random") == 0 ? find(of_random, sizeof of_random / sizeof *of_random, name) : NULL;
}
