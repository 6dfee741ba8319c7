/* Hot functions are compiled twice, for any processor and for one with AVX2, and the loader takes the copy that suits: a
 * standing step takes 7 % less time, a lying one 5 %, one in flight 7 %. Without fused multiply-adds, so that both give the
 * same bits. Internal.
 *
 * Where the loader cannot choose (no glibc, another compiler, nothing optimized), or a sanitizer is in its way, there is one.
 */
#ifndef KIP_DYNAMICS_TWICE_H
#define KIP_DYNAMICS_TWICE_H

#include <stdlib.h> /* tells whether there is glibc */

#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && defined __GLIBC__ &&                     \
    defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define KIP_TWICE __attribute__((target_clones("default", "avx2")))
#else
#define KIP_TWICE
#endif

/* A function that becomes a part of every copy that calls it: left to itself the compiler may make one of its own, for any
 * processor. */
#ifdef __GNUC__
#define KIP_WITHIN static inline __attribute__((always_inline))
#else
#define KIP_WITHIN static inline
#endif

/* Before a loop whose passes do not meet in memory: the compiler need not ask whether the arrays are apart. */
#if defined __GNUC__ && !defined __clang__
#define KIP_LANES _Pragma("GCC ivdep")
#else
#define KIP_LANES
#endif

#endif
