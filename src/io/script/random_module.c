/* import random: numbers from the machine's own generator, whose state is saved with it. The numbers of a
 * seed are kip's, not CPython's.
 */
#include "objects.h"

static KipRandom *generator(KipCall *call)
{
    return kip_machine_random(call->machine);
}

/* 0 .. n - 1, each as likely: what lies beyond the largest multiple of n is drawn again. */
static uint64_t below(KipRandom *random, uint64_t n)
{
    uint64_t most = UINT64_MAX - UINT64_MAX % n, bits;
    do
        bits = kip_random_bits(random);
    while (bits >= most);
    return bits % n;
}

static bool random_(KipCall *call)
{
    call->result = kip_float(kip_random_uniform(generator(call), 0, 1));
    return true;
}

static bool uniform(KipCall *call)
{
    double lo, hi;
    if (!kip_call_number(call, 0, &lo) || !kip_call_number(call, 1, &hi))
        return false;
    call->result = kip_float(lo + (hi - lo) * kip_random_uniform(generator(call), 0, 1));
    return true;
}

static bool randint(KipCall *call)
{
    int64_t lo, hi;
    uint64_t n;
    if (!kip_call_integer(call, 0, &lo) || !kip_call_integer(call, 1, &hi))
        return false;
    if (lo > hi)
        return kip_call_fail(call, "the range is empty: a must not exceed b");
    n = (uint64_t)hi - (uint64_t)lo + 1; /* 0: all of them */
    call->result =
        kip_int((int64_t)((uint64_t)lo + (n ? below(generator(call), n) : kip_random_bits(generator(call)))));
    return true;
}

static bool choice(KipCall *call)
{
    KipMachine *machine = call->machine;
    KipValue from = call->argument[0];
    size_t n = 0;

    if (from.type == KIP_STRING)
        n = kip_string_of(machine, from)->length;
    else if (from.type == KIP_RANGE)
        n = ((KipRange *)kip_heap_at(machine, from.index))->count;
    else if (from.type == KIP_LIST || from.type == KIP_TUPLE)
        kip_items(machine, from, &n);
    else
        return kip_call_fail(call, "items must be a list, tuple, range or str, not %s",
                             kip_type_name(machine, from));
    if (n == 0)
        return kip_call_fail(call, "there is nothing to choose from");
    return kip_index(machine, from, kip_int((int64_t)below(generator(call), n)), &call->result);
}

/* Fisher and Yates. */
static bool shuffle(KipCall *call)
{
    size_t n;
    KipValue *item;

    if (call->argument[0].type != KIP_LIST)
        return kip_call_fail(call, "items must be a list, not %s",
                             kip_type_name(call->machine, call->argument[0]));
    item = kip_items(call->machine, call->argument[0], &n);
    for (size_t i = n; i > 1; i--) {
        size_t j = below(generator(call), i);
        KipValue other = item[j];
        item[j] = item[i - 1];
        item[i - 1] = other;
    }
    return true;
}

static bool gauss(KipCall *call)
{
    double mean, deviation;
    if (!kip_call_number(call, 0, &mean) || !kip_call_number(call, 1, &deviation))
        return false;
    call->result = kip_float(mean + deviation * kip_random_normal(generator(call)));
    return true;
}

const KipNativeDef kip_random_def[] = {
    {"random()", random_, "A float from 0 up to but not 1."},
    {"uniform(a, b)", uniform, "A float between a and b."},
    {"randint(a, b)", randint, "An int from a to b, both among them."},
    {"choice(items)", choice, "One item of a list, tuple, range or str."},
    {"shuffle(items)", shuffle, "Puts the items of a list into a random order."},
    {"gauss(mu=0.0, sigma=1.0)", gauss, "A normally distributed float."},
};
const int kip_random_count = sizeof kip_random_def / sizeof kip_random_def[0];

bool kip_random_fill(KipMachine *machine, KipValue dict)
{
    return kip_natives_fill(machine, dict, kip_random_def, kip_random_count);
}
