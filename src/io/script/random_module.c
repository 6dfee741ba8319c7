/* import random: numbers from the machine's generator, whose state is saved with it. The sequence of a seed is kip's, not
 * CPython's. */
#include "objects.h"

static KipRandom *generator(KipCall *call)
{
    return kip_machine_random(call->machine);
}

/* Uniform in 0 .. n - 1: draws beyond the largest multiple of n are repeated. */
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
    const double lo = call->read[0].number, hi = call->read[1].number;
    call->result = kip_float(lo + (hi - lo) * kip_random_uniform(generator(call), 0, 1));
    return true;
}

static bool randint(KipCall *call)
{
    const int64_t lo = call->read[0].integer, hi = call->read[1].integer;
    const uint64_t n = (uint64_t)hi - (uint64_t)lo + 1; /* 0: the whole range */
    if (lo > hi)
        return kip_call_fail(call, "the range is empty: a must not exceed b");
    call->result =
        kip_int((int64_t)((uint64_t)lo + (n ? below(generator(call), n) : kip_random_bits(generator(call)))));
    return true;
}

static bool choice(KipCall *call)
{
    KipMachine *machine = call->machine;
    KipValue from = call->argument[0];
    size_t n;
    if (from.type == KIP_VECTOR || from.type == KIP_DICT || !kip_length(machine, from, &n))
        return kip_call_fail(call, "items must be a list, tuple, range or str, not %s",
                             kip_type_name(machine, from));
    if (n == 0)
        return kip_call_fail(call, "there is nothing to choose from");
    return kip_index(machine, from, kip_int((int64_t)below(generator(call), n)), &call->result);
}

/* Shuffles by Fisher and Yates. */
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
    call->result =
        kip_float(call->read[0].number + call->read[1].number * kip_random_normal(generator(call)));
    return true;
}

static const KipNativeDef functions[] = {
    {"random()", random_, "A float from 0 up to but not 1."},
    {"uniform(a: number, b: number)", uniform, "A float between a and b."},
    {"randint(a: integer, b: integer)", randint, "An int from a to b, both among them."},
    {"choice(items)", choice, "One item of a list, tuple, range or str."},
    {"shuffle(items)", shuffle, "Puts the items of a list into a random order."},
    {"gauss(mu: number=0.0, sigma: number=1.0)", gauss, "A normally distributed float."},
};
const KipNativeTable kip_random = KIP_NATIVE_TABLE(functions);

bool kip_random_fill(KipMachine *machine, KipValue dict)
{
    return kip_natives_fill(machine, dict.index, &kip_random);
}
