/* A condition learned from examples (VST.7): a support vector machine that says whether a skill will be done
 * if it begins now, and how it compares with the condition that was written by hand.
 *
 *     KipLearnDef def = {.seed = 1, .threads = 2};
 *     kip_learn(&def, &examples, &learned, &error);
 *     if (learned.verdict == KIP_LEARN_USED)
 *         ... kip_svm_file_write(stream, learned.svm)
 *     kip_svm_destroy(learned.svm);
 *
 * 14 parts of 20 of the examples train, 3 choose the threshold, 3 are held out and judge; each has nearly
 * the same share of successes. C and gamma are the pair of a grid with the best 5-fold cross-validation on the first part; of
 * equals the first, C before gamma, from small to large. The threshold maximises the accepted successes of the second part,
 * with at most 1 % failures among the accepted.
 *
 * A supervisor evaluates the machine only where pre() holds (scene_learned.c): that combination is judged, not the machine alone.
 */
#ifndef KIP_IO_STUDY_LEARN_H
#define KIP_IO_STUDY_LEARN_H

#include "examples.h"

typedef struct KipLearnDef {
    uint64_t seed;                                       /* of the parts */
    int threads;                                         /* changes nothing but the time */
    bool (*stop)(void *user);                            /* NULL: never */
    void (*tick)(void *user, int64_t done, int64_t all); /* points of the grid; NULL: not */
    void *user;
} KipLearnDef;

/* How a condition does on examples. */
typedef struct KipLearnScore {
    int n, successes; /* examples, and those of +1 */
    int accepted;     /* where it holds */
    int failures;     /* of these, of -1 */
} KipLearnScore;

/* What is asked of a learned condition, VST.7: parts of 1. */
typedef struct KipLearnBars {
    double least_share, most_share; /* of successes, of the examples */
    double right;                   /* at least */
    double failures;                /* among the accepted, less than that */
    double accepted;                /* of the successes, at least */
} KipLearnBars;

typedef enum KipLearnVerdict {
    KIP_LEARN_USED,
    KIP_LEARN_SHARE, /* too few or too many examples succeed, to say anything */
    KIP_LEARN_HAND,  /* pre() alone is right as often, or more */
    KIP_LEARN_PRE,   /* it falls short by what pre() refuses: the machine alone does not */
    KIP_LEARN_BARS,  /* it falls short */
} KipLearnVerdict;

typedef struct KipLearned {
    KipSvm *svm; /* the caller destroys it */
    double C;
    int ntrain, nchoose;
    KipSvmScore cross;           /* of the cross-validation */
    KipLearnScore used;          /* on what was held out: the machine where pre() holds */
    KipLearnScore machine, hand; /* the machine alone, pre() alone */
    KipLearnScore nearest;       /* the same label as the nearest of the first part */
    KipLearnVerdict verdict;
} KipLearned;

/* KIP_DIVERGED where there are too few examples of a class, KIP_BAD_USE where stop() asked. */
KipStatus kip_learn(const KipLearnDef *def, const KipExamples *examples, KipLearned *learned,
                    KipError *error);

KipLearnBars kip_learn_bars(void);
/* Parts of 1; NaN where nothing is accepted, or nothing succeeds. */
double kip_learn_right(KipLearnScore score);
double kip_learn_failures(KipLearnScore score); /* among the accepted */
double kip_learn_accepted(KipLearnScore score); /* of the successes */

#endif
