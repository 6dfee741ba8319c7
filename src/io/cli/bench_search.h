/* kip bench, search: how many trials a second there are with one thread and with two. */
#ifndef KIP_IO_CLI_BENCH_SEARCH_H
#define KIP_IO_CLI_BENCH_SEARCH_H

#include "../../dynamics/base.h"

typedef struct KipSearchFigures {
    double one, two; /* trials of data/scenes/stand.py a second, medians */
    double ratio;    /* median of the pairs' */
} KipSearchFigures;

/* Pairs of blocks, one thread and two in turns. KIP_IO where the scene is not there. */
KipStatus kip_bench_search(KipSearchFigures *figures, KipError *error);

#endif
