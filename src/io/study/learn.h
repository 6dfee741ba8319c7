/* A condition learned from examples (VST.7): a support vector machine that predicts whether a skill will be done
 * if it begins now, compared with the condition that was written by hand.
 *
 *     KipLearnDef def = {.seed = 1, .threads = 2};
 *     kip_learn(&def, &examples, &learned, &error);
 *     if (learned.verdict == KIP_LEARN_USED)
 *         ... kip_svm_file_write(stream, learned.svm)
 *     kip_svm_destroy(learned.svm);
 *
 * 14 of 20 parts of the examples are for training, 3 for choosing the threshold, and 3 are held out for the test; successes
 * have nearly the same share in each. C and gamma are the pair of a grid with the best 5-fold cross-validation on the
 * training part; of equal pairs the first, C before gamma, in increasing order. The threshold maximizes the accepted
 * successes of the second part, with at most 1 % failures among the accepted.
 *
 * A supervisor evaluates the machine only where pre() holds (scene_learned.c), so that this combination is tested. */
#ifndef KIP_IO_STUDY_LEARN_H
#define KIP_IO_STUDY_LEARN_H

#include "examples.h"

typedef struct KipLearnDef {
    uint64_t seed;                                       /* of the division into parts */
    int threads;                                         /* without effect on the result */
    bool (*stop)(void *user);                            /* may be NULL */
    void (*tick)(void *user, int64_t done, int64_t all); /* points of the grid; may be NULL */
    void *user;
} KipLearnDef;

/* The results of a condition on examples. */
typedef struct KipLearnScore {
    int n, successes; /* examples, and those of +1 */
    int accepted;     /* where the condition holds */
    int failures;     /* accepted ones with label -1 */
} KipLearnScore;

/* Requirements on a learned condition, VST.7, as fractions. */
typedef struct KipLearnBars {
    double least_share, most_share; /* of successes among the examples */
    double right;                   /* least fraction of right predictions */
    double failures;                /* upper bound among the accepted, exclusive */
    double accepted;                /* least fraction of successes */
} KipLearnBars;

typedef enum KipLearnVerdict {
    KIP_LEARN_USED,
    KIP_LEARN_SHARE, /* the share of successes is too small or too large */
    KIP_LEARN_HAND,  /* pre() alone is right at least as often */
    KIP_LEARN_PRE,   /* the machine alone meets the requirements, but not where pre() holds */
    KIP_LEARN_BARS,  /* it does not meet the requirements */
} KipLearnVerdict;

typedef struct KipLearned {
    KipSvm *svm; /* the caller destroys it */
    double C;
    int ntrain, nchoose;
    KipSvmScore cross;           /* of the cross-validation */
    KipLearnScore used;          /* held-out examples: the machine where pre() holds */
    KipLearnScore machine, hand; /* the machine alone, pre() alone */
    KipLearnScore nearest;       /* the nearest training example's label as prediction */
    KipLearnVerdict verdict;
} KipLearned;

/* Learns the condition. KIP_DIVERGED where a class has too few examples, KIP_BAD_USE after stop(). */
KipStatus kip_learn(const KipLearnDef *def, const KipExamples *examples, KipLearned *learned,
                    KipError *error);

KipLearnBars kip_learn_bars(void);
/* Fractions; NaN where nothing is accepted, or nothing succeeds. */
double kip_learn_right(KipLearnScore score);
double kip_learn_failures(KipLearnScore score); /* among the accepted */
double kip_learn_accepted(KipLearnScore score); /* of the successes */

#endif
