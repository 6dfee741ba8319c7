/* Random numbers from a seed, the same everywhere: splitmix64 (Steele, Lea and Flood 2014).
 *
 *     KipRandom random = {seed};
 *     double angle = kip_random_uniform(&random, -0.1, 0.1);
 */
#ifndef KIP_DYNAMICS_RANDOM_H
#define KIP_DYNAMICS_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The whole state of a generator; any value is a seed. */
typedef struct KipRandom {
    uint64_t state;
} KipRandom;

uint64_t kip_random_bits(KipRandom *random);
double kip_random_uniform(KipRandom *random, double lo, double hi); /* lo <= x < hi */
double kip_random_normal(KipRandom *random);                        /* mean 0, deviation 1 */

#ifdef __cplusplus
}
#endif
#endif
