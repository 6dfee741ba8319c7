/* Many independent jobs on several cores.
 *
 *     KipParallel work = {.n = 400, .threads = kip_cores(), .job = simulate, .user = &all};
 *     kip_parallel(&work, &error);
 *
 * Which thread does a job, and when, is unspecified: a job must depend on its index alone and write only data of its own.
 * Then the results are the same for any number of threads.
 */
#ifndef KIP_IO_STUDY_PARALLEL_H
#define KIP_IO_STUDY_PARALLEL_H

#include "../../dynamics/base.h"

enum { KIP_MOST_THREADS = 1024 };

typedef struct KipParallel {
    int64_t n;
    int threads; /* 1 to KIP_MOST_THREADS */
    void (*job)(void *user, int64_t i);
    bool (*stop)(void *user); /* called by all threads before each job: true to begin no more; NULL: never */
    void (*tick)(void *user,
                 int64_t done); /* called by the caller's thread about five times a second; NULL: not */
    void *user;
} KipParallel;

/* Does all jobs, or until stop() returns true, and returns when none is running. KIP_NO_MEMORY where not even one thread
 * can be made; fewer than asked for is no error. */
KipStatus kip_parallel(const KipParallel *work, KipError *error);

/* How many processors are online; at least 1. */
int kip_cores(void);

#endif
