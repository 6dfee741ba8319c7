/* kip bench, cases: times of steps of characters that stand, lie, fall, are pushed and walk, single and several, and of
 * making worlds. Times are of this thread's processor, the least of many short blocks, to exclude the load of other
 * processes. */
#ifndef KIP_IO_CLI_BENCH_CASES_H
#define KIP_IO_CLI_BENCH_CASES_H

#include "../../dynamics/base.h"

/* A pass, which must do the same each time. */
typedef void KipBenchPass(void *user);

/* Processor time of a pass in s, the least of the blocks. */
double kip_bench_least(KipBenchPass *pass, void *user);

typedef struct KipCaseFigure {
    const char *name, *what;
    double us;    /* of a step or a call */
    double x;     /* simulated seconds a second; NAN where nothing is simulated */
    size_t bytes; /* of memory of the world; 0 for what has none of its own */
} KipCaseFigure;

enum { KIP_CASES = 17 };

/* KIP_IO where a model or a scene of data is missing. */
KipStatus kip_bench_cases(KipCaseFigure figure[KIP_CASES], KipError *error);

#endif
