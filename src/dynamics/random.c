#include "random.h"

#include <math.h>

#include "scalar.h"

uint64_t kip_random_bits(KipRandom *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double kip_random_uniform(KipRandom *random, double lo, double hi)
{
    return lo + (hi - lo) * ((double)(kip_random_bits(random) >> 11) * 0x1p-53);
}

/* Box and Muller's transform; its second number is not kept, so that the state is one word. */
double kip_random_normal(KipRandom *random)
{
    const double two_pi = 6.283185307179586;
    double radius = sqrt(-2 * kip_log(1 - kip_random_uniform(random, 0, 1)));
    return radius * kip_cos(two_pi * kip_random_uniform(random, 0, 1));
}
