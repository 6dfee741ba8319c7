/* kip bench, cases: steps of characters that stand, lie, fall, are pushed and walk, alone and in company; what worlds cost
 * besides.
 *
 * Times are the processor's for this thread, the least of many short blocks: what else the machine does is not in them, or
 * only adds to some.
 */
#ifndef KIP_IO_CLI_BENCH_CASES_H
#define KIP_IO_CLI_BENCH_CASES_H

#include "../../dynamics/base.h"

/* Does the same each time. */
typedef void KipBenchPass(void *user);

/* Seconds of the processor a pass, the least of the blocks. */
double kip_bench_least(KipBenchPass *pass, void *user);

typedef struct KipCaseFigure {
    const char *name, *what;
    double us;    /* a step, or a call */
    double x;     /* simulated seconds a second; NAN where nothing is simulated */
    size_t bytes; /* of memory that the world has, whatever made it; 0 where there is none of its own */
} KipCaseFigure;

enum { KIP_CASES = 14 };

/* KIP_IO where a model or a scene of data is not there. */
KipStatus kip_bench_cases(KipCaseFigure figure[KIP_CASES], KipError *error);

#endif
