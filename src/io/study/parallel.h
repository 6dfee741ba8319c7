/* Many independent jobs on several cores.
 *
 *     KipParallel work = {.n = 400, .threads = kip_cores(), .together = 4, .job = simulate, .user = &all};
 *     kip_parallel(&work, &error);
 *
 * Which thread does a job, and when, is unspecified. If a job depends only on its index and writes only data of its own,
 * the results are the same for any number of threads. */
#ifndef KIP_IO_STUDY_PARALLEL_H
#define KIP_IO_STUDY_PARALLEL_H

#include "../../dynamics/base.h"

enum { KIP_MOST_THREADS = 1024 };

typedef struct KipParallel {
    int64_t n;
    int threads;  /* 1 to KIP_MOST_THREADS */
    int together; /* at most so many jobs at a time are one thread's; 0: one */
    void (*job)(void *user, int64_t i, int njob); /* jobs [i, i + njob) */
    bool (*stop)(void *user); /* called by all threads before each job; true begins no more; may be NULL */
    void (*tick)(void *user,
                 int64_t done); /* called by the caller's thread about five times a second; may be NULL */
    void *user;
} KipParallel;

/* Does all jobs, or stops beginning them when stop() returns true; returns when none is running. KIP_NO_MEMORY where no
 * thread can be created; having fewer than requested is no error. */
KipStatus kip_parallel(const KipParallel *work, KipError *error);

/* The number of processors online, at least 1. */
int kip_cores(void);

#endif
