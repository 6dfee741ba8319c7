/* Examples of where a skill works (VST.7): a scene is run repeatedly with different seeds, and the results of its
 * calls of example() are kept in the order of the seeds.
 *
 *     KipSampleDef def = {.trial = {.path = "catch.py"}, .examples = 4000, .seed = 1, .threads = 2};
 *     KipExamples examples = {0};
 *     while (examples.n < def.examples && !interrupted)
 *         kip_examples_sample(&def, &examples, &error);         // and save them
 *     kip_examples_free(&examples);
 *
 * The examples are the same for any number of threads, and independent of interruptions. */
#ifndef KIP_IO_STUDY_EXAMPLES_H
#define KIP_IO_STUDY_EXAMPLES_H

#include <stdio.h>

#include "../../supervisor/svm.h"
#include "trial.h"

enum { KIP_MOST_EXAMPLES = 1000000, KIP_EXAMPLE_NAME = 64 };
#define KIP_MOST_RUNS ((int64_t)1 << 53)

/* Examples; none where it is zeroed. */
typedef struct KipExamples {
    int n, dim, room;
    double *x;           /* n rows of dim features */
    int *label;          /* [n] +1 where the skill succeeded, else -1, as in KipSvmData */
    unsigned char *hand; /* [n] whether its pre() held */
    uint64_t *seed;      /* [n] of their runs, not decreasing */
    char character[KIP_EXAMPLE_NAME], skill[KIP_EXAMPLE_NAME];
    int64_t nrun;     /* number of seeds done */
    int64_t nbroken;  /* of these, runs that diverged, without later examples */
    int64_t nfailed;  /* failures of skills' scripts, which count as failures of the skill */
    KipError trouble; /* the first of these */
} KipExamples;

typedef struct KipSampleDef {
    KipTrialDef trial; /* its `example` is ignored; its stop() ends the sampling */
    int examples;      /* number wanted, 1 to KIP_MOST_EXAMPLES */
    uint64_t seed;     /* of the first run; each further run has the next one */
    int threads;
    void (*tick)(void *user, int64_t done, int64_t all); /* some times a second; may be NULL */
} KipSampleDef;

/* Makes further runs, at most until there are as many examples as wanted. After an interruption by the trials' stop(),
 * complete runs are kept. The failure of a script is an error, but that of an acting skill's script is an example of
 * failure. KIP_BAD_INPUT also where examples differ in skill or length, KIP_DIVERGED where no run gives one. */
KipStatus kip_examples_sample(const KipSampleDef *def, KipExamples *examples, KipError *error);
void kip_examples_free(KipExamples *examples);

/* Adds a copy of an example. KIP_BAD_INPUT where it is of another skill or length. */
KipStatus kip_examples_add(KipExamples *examples, const KipExample *example, uint64_t seed, KipError *error);
/* The number of successes. */
int kip_examples_successes(const KipExamples *examples);

/* -- as a table (examples_file.c) ------------------------------------------------------------------------ */

/* A sampling to be written to or read from a file. */
typedef struct KipSampling {
    const KipSampleDef *def;
    uint64_t scripts; /* kip_trial_hash of the scene */
    KipExamples *examples;
} KipSampling;

/* Writes a KipSampling as a study's file (study_file.h): the number of runs, then columns seed,label,hand,f1,f2,... Numbers
 * are read back to the same bits. The caller checks the stream. */
KipStatus kip_examples_write(const void *sampling, FILE *stream, KipError *error);
/* Reads the examples of runs that were done into sampling->examples, which must be empty. KIP_BAD_INPUT for a file of
 * another scene, other numbers or another seed, or a damaged one; they are then empty again. */
KipStatus kip_examples_read(const KipSampling *sampling, const char *path, KipError *error);

#endif
