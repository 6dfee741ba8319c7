/* Examples of where a skill works (VST.7): a scene is run repeatedly, each time with another seed, and the results of its
 * calls of example() are kept in the order of the seeds.
 *
 *     KipSampleDef def = {.trial = {.path = "catch.py"}, .examples = 4000, .seed = 1, .threads = 2};
 *     KipExamples examples = {0};
 *     while (examples.n < def.examples && !interrupted)
 *         kip_examples_sample(&def, &examples, &error);       // and save them
 *     kip_examples_free(&examples);
 *
 * The examples, in the order of the seeds, are the same for any number of threads, and wherever sampling was interrupted.
 */
#ifndef KIP_IO_STUDY_EXAMPLES_H
#define KIP_IO_STUDY_EXAMPLES_H

#include <stdio.h>

#include "../../supervisor/svm.h"
#include "trial.h"

enum { KIP_MOST_EXAMPLES = 1000000, KIP_EXAMPLE_NAME = 64 };
#define KIP_MOST_RUNS ((int64_t)1 << 53)

/* Zeroed: none yet. */
typedef struct KipExamples {
    int n, dim, room;
    double *x;           /* n rows of dim features */
    int *label;          /* n, +1 where the skill succeeded, else -1: as KipSvmData has them */
    unsigned char *hand; /* n: whether its pre() held */
    uint64_t *seed;      /* n, of their runs; not falling */
    char character[KIP_EXAMPLE_NAME], skill[KIP_EXAMPLE_NAME];
    int64_t nrun;     /* seeds that are done, from the first */
    int64_t nbroken;  /* of these: the world diverged, and what came after is missing */
    int64_t nfailed;  /* failures of skills' scripts, which are failures of the skill */
    KipError trouble; /* the first of either */
} KipExamples;

typedef struct KipSampleDef {
    KipTrialDef trial; /* its `example` is not read; stop() ends the sampling, too */
    int examples;      /* wanted, 1 to KIP_MOST_EXAMPLES */
    uint64_t seed;     /* of the first run; the next has the next */
    int threads;
    void (*tick)(void *user, int64_t done, int64_t all); /* nearly, some times a second; NULL: not */
} KipSampleDef;

/* Some runs more, at most until there are as many as wanted. Where the trials' stop() asked, what is
 * complete is kept. A script that fails is an error, but where a skill fails by its script while it acts,
 * that is an example of failure. KIP_BAD_INPUT too where examples do not match, KIP_DIVERGED where no run
 * gives one. */
KipStatus kip_examples_sample(const KipSampleDef *def, KipExamples *examples, KipError *error);
void kip_examples_free(KipExamples *examples);

/* Adds one; its strings and numbers are copied. KIP_BAD_INPUT where it is of another skill, or of another
 * length. */
KipStatus kip_examples_add(KipExamples *examples, const KipExample *example, uint64_t seed, KipError *error);
/* How many succeeded. */
int kip_examples_successes(const KipExamples *examples);

/* -- as a table (examples_file.c) ------------------------------------------------------------------------ */

/* What the file of examples is about. */
typedef struct KipSampling {
    const KipSampleDef *def;
    uint64_t scripts; /* kip_trial_hash of the scene */
    KipExamples *examples;
} KipSampling;

/* A KipSampling as the file of a study (study_file.h): how many runs there were, then the columns
 * seed,label,hand,f1,f2,...; numbers come back as the same bits. The caller checks the stream. */
KipStatus kip_examples_write(const void *sampling, FILE *stream, KipError *error);
/* The examples of runs that were done, into sampling->examples, which are none. KIP_BAD_INPUT for a file of another
 * scene, other numbers or another seed, or a damaged one; and then there are none again. */
KipStatus kip_examples_read(const KipSampling *sampling, const char *path, KipError *error);

#endif
