/* Hot functions are compiled twice, for any processor and for one with AVX2, and the loader selects a copy: a
 * standing step takes 7 % less time, a lying one 5 %, one in flight 7 %. There are no fused multiply-adds, so that both give
 * the same bits. Where the loader cannot select (no glibc, another compiler, no optimization), or under a sanitizer, there
 * is one copy. Internal. */
#ifndef KIP_DYNAMICS_TWICE_H
#define KIP_DYNAMICS_TWICE_H

#include <stdlib.h> /* defines __GLIBC__ where it is glibc */

#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && defined __GLIBC__ &&                     \
    defined __OPTIMIZE__ && !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
#define KIP_TWICE __attribute__((target_clones("default", "avx2")))
#else
#define KIP_TWICE
#endif

/* A function that is inlined into every copy that calls it; otherwise the compiler might call a single copy for any
 * processor. */
#ifdef __GNUC__
#define KIP_WITHIN static inline __attribute__((always_inline))
#else
#define KIP_WITHIN static inline
#endif

/* Before a loop whose iterations are independent, so that the compiler need not check for overlapping arrays. */
#if defined __GNUC__ && !defined __clang__
#define KIP_LANES _Pragma("GCC ivdep")
#else
#define KIP_LANES
#endif

#endif
