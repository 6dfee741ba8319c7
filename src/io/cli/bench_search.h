/* kip bench, search: trials a second with one thread and with two. */
#ifndef KIP_IO_CLI_BENCH_SEARCH_H
#define KIP_IO_CLI_BENCH_SEARCH_H

#include "../../dynamics/base.h"

typedef struct KipSearchFigures {
    double one, two; /* trials of data/scenes/stand.py a second, medians */
    double ratio;    /* median over pairs */
} KipSearchFigures;

/* Times pairs of blocks, with one thread and with two in turn. KIP_IO where the scene is missing. */
KipStatus kip_bench_search(KipSearchFigures *figures, KipError *error);

#endif
