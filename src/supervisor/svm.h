/* Support vector machines: where a skill works, learned from examples of where it did and did not.
 *
 *     KipSvmDef def = kip_svm_def();
 *     KipSvmData data = {.n = 400, .dim = 2, .x = states, .label = worked};
 *     kip_svm_train(&def, &data, &svm, &error);
 *     if (kip_svm_holds(svm, state))
 *         ...
 *
 * C-SVM (Cortes and Vapnik 1995; VST.7), with b_i = alpha_i y_i:
 *
 *     f(x) = sum b_i K(v_i, z(x)) + bias,     z = (x - mean) / scale
 *     K(u, v) = u.v  or  exp(-gamma |u - v|^2)
 *     maximal  sum |b_i| - sum b_i b_j K_ij / 2,   sum b_i = 0,   0 <= b_i y_i <= C w(y_i)
 *
 * The same examples in the same order give the same bits.
 */
#ifndef KIP_SUPERVISOR_SVM_H
#define KIP_SUPERVISOR_SVM_H

#include "../dynamics/base.h"

/* An example has no more features than this. */
enum { KIP_SVM_MOST_FEATURES = 256 };

typedef enum KipSvmKernel { KIP_SVM_LINEAR, KIP_SVM_RBF } KipSvmKernel;

/* Examples; not copied. */
typedef struct KipSvmData {
    int n, dim;
    const double *x;  /* n rows of dim features, any units */
    const int *label; /* n, +1 or -1 */
} KipSvmData;

typedef struct KipSvmDef {
    KipSvmKernel kernel;
    double gamma;                     /* of the RBF, of standardised features; 0: 1 / dim */
    double C;                         /* the price of an example inside the margin */
    double weight_plus, weight_minus; /* of each class: factors of C */
    bool standardise;                 /* else mean 0, scale 1 */
    double margin;                    /* what f must exceed to hold: above 0, fewer false positives */
    double tolerance;                 /* of the optimality conditions, in units of f */
    int most_steps;                   /* of the solver */
    size_t cache; /* most bytes for rows of the kernel, at least two are kept; changes no bit */
    const KipAllocator *allocator;
} KipSvmDef;

/* RBF, gamma 1 / dim, C 10, weights 1, standardised, margin 0, tolerance 1e-6, 10 million steps, 1 GB. */
KipSvmDef kip_svm_def(void);

/* A trained machine, made by the functions below; for reading only. */
typedef struct KipSvm {
    KipSvmKernel kernel;
    double gamma; /* 0 where linear */
    double C_plus, C_minus;
    double margin, bias;
    int dim, nvector;
    const double *mean, *scale; /* dim */
    const double *vector;       /* nvector rows of dim standardised features, in the order of the examples */
    const double *coefficient;  /* nvector, alpha y: positive for examples of +1 */
    void *memory;
} KipSvm;

/* Sequential minimal optimisation, pairs chosen by second order (Fan, Chen and Lin 2005). KIP_BAD_INPUT where
 * an example or a setting makes no sense or one class is missing; KIP_BAD_USE where most_steps do not do. The
 * caller destroys the machine. */
KipStatus kip_svm_train(const KipSvmDef *def, const KipSvmData *data, KipSvm **svm, KipError *error);

/* Makes a machine of the given parts, all copied but `memory`, which is ignored. Refuses values that no training yields. */
KipStatus kip_svm_create(const KipSvm *parts, const KipAllocator *allocator, KipSvm **svm, KipError *error);
void kip_svm_destroy(KipSvm *svm); /* with NULL it does nothing */

/* f at x (dim features); NaN where a feature is. Allocates nothing. */
double kip_svm_value(const KipSvm *svm, const double *x);
/* Whether f(x) > margin; false where f is NaN. */
bool kip_svm_holds(const KipSvm *svm, const double *x);

/* -- how good it is (svm_check.c) ------------------------------------------------------------------------ */

/* KIP_OK where the examples can be learned from: a sentence else. */
KipStatus kip_svm_data_check(const KipSvmData *data, KipError *error);

/* Mean and deviation of each feature (dim numbers each); the scale of a feature that never changes is 1. */
void kip_svm_scales(const KipSvmData *data, double *mean, double *scale);

typedef struct KipSvmScore {
    int n, right;
    int false_plus;  /* held where the label is -1 */
    int false_minus; /* did not hold where it is +1 */
} KipSvmScore;

KipSvmScore kip_svm_test(const KipSvm *svm, const KipSvmData *data);

/* The index of the example nearest to x, both standardised by mean and scale (dim each); of ties the
 * first. */
int kip_svm_nearest(const KipSvmData *data, const double *mean, const double *scale, const double *x);
/* The baseline: each gets the label of the nearest in `data`, both standardised as `data` is. */
KipSvmScore kip_svm_nearest_test(const KipSvmData *data, const KipSvmData *test);

/* fold[i] in [0, folds) for each label: sizes differ by one at most, also within a class; the same for a
 * seed. `order` is n integers to work with. */
void kip_svm_split(const int *label, int n, int folds, uint64_t seed, int *fold, int *order);

/* Trains on all folds but one, tests on that one, for each: every example is tested once. `nearest` (or NULL)
 * gets the baseline's score on the same folds. Each class needs two examples. */
KipStatus kip_svm_cross_validate(const KipSvmDef *def, const KipSvmData *data, int folds, uint64_t seed,
                                 KipSvmScore *score, KipSvmScore *nearest, KipError *error);

#endif
