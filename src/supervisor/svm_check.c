/* Data and evaluation of support vector machines: examples, scores, cross-validation, the nearest neighbour (svm.h). */
#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/random.h"
#include "svm.h"

static const double constant = 1e-12; /* of a feature's size: a deviation that is rounding */

/* -- examples -------------------------------------------------------------------------------------------- */

static const double *row_of(const KipSvmData *data, int i)
{
    return data->x + (size_t)i * (size_t)data->dim;
}

/* The number of examples with this label. */
static int count(const KipSvmData *data, int label)
{
    int n = 0;
    for (int i = 0; i < data->n; i++)
        n += data->label[i] == label;
    return n;
}

KipStatus kip_svm_data_check(const KipSvmData *data, KipError *error)
{
    if (data->dim < 1 || data->dim > KIP_SVM_MOST_FEATURES)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "examples have 1 to %d features, not %d",
                        KIP_SVM_MOST_FEATURES, data->dim);
    if (data->n < 2)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "%d examples are too few; give at least one of each class", data->n);
    for (int i = 0; i < data->n; i++) {
        if (data->label[i] != 1 && data->label[i] != -1)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "example %d has the label %d; labels are 1 and -1", i + 1, data->label[i]);
        for (int k = 0; k < data->dim; k++)
            if (!(fabs(row_of(data, i)[k]) < 1e100))
                return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                                "feature %d of example %d is %g; leave out examples that have no finite "
                                "numbers",
                                k + 1, i + 1, row_of(data, i)[k]);
    }
    int plus = count(data, 1);
    if (plus == 0 || plus == data->n)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "all %d examples have the label %d; give examples of the other class too", data->n,
                        data->label[0]);
    return KIP_OK;
}

void kip_svm_scales(const KipSvmData *data, double *mean, double *scale)
{
    for (int k = 0; k < data->dim; k++) {
        double sum = 0, square = 0, largest = 0;
        for (int i = 0; i < data->n; i++) {
            double x = row_of(data, i)[k];
            sum += x;
            largest = fmax(largest, fabs(x));
        }
        mean[k] = sum / data->n;
        for (int i = 0; i < data->n; i++) {
            double away = row_of(data, i)[k] - mean[k];
            square += away * away;
        }
        scale[k] = sqrt(square / data->n);
        if (!(scale[k] > constant * largest))
            scale[k] = 1;
    }
}

/* -- scores ---------------------------------------------------------------------------------------------- */

static void score_one(KipSvmScore *score, bool held, int label)
{
    score->n++;
    score->right += held == (label > 0);
    score->false_plus += held && label < 0;
    score->false_minus += !held && label > 0;
}

KipSvmScore kip_svm_test(const KipSvm *svm, const KipSvmData *data)
{
    KipSvmScore score = {0};
    for (int i = 0; i < data->n; i++)
        score_one(&score, kip_svm_holds(svm, row_of(data, i)), data->label[i]);
    return score;
}

int kip_svm_nearest(const KipSvmData *data, const double *mean, const double *scale, const double *x)
{
    double least = INFINITY;
    int nearest = 0;
    for (int i = 0; i < data->n; i++) {
        double sum = 0;
        for (int k = 0; k < data->dim; k++) {
            double away = (row_of(data, i)[k] - mean[k]) / scale[k] - (x[k] - mean[k]) / scale[k];
            sum += away * away;
        }
        if (sum < least)
            least = sum, nearest = i;
    }
    return nearest;
}

KipSvmScore kip_svm_nearest_test(const KipSvmData *data, const KipSvmData *test)
{
    double mean[KIP_SVM_MOST_FEATURES], scale[KIP_SVM_MOST_FEATURES];
    KipSvmScore score = {0};
    kip_svm_scales(data, mean, scale);
    for (int i = 0; i < test->n; i++) {
        int nearest = kip_svm_nearest(data, mean, scale, row_of(test, i));
        score_one(&score, data->label[nearest] > 0, test->label[i]);
    }
    return score;
}

/* -- cross-validation ------------------------------------------------------------------------------------ */

/* Shuffles (Fisher and Yates) and deals out like cards, first one class, then the other. */
void kip_svm_split(const int *label, int n, int folds, uint64_t seed, int *fold, int *order)
{
    KipRandom random = {seed};
    int dealt = 0;
    for (int i = 0; i < n; i++)
        order[i] = i;
    for (int i = n - 1; i > 0; i--) {
        int k = (int)(kip_random_bits(&random) % (uint64_t)(i + 1)), moved = order[i];
        order[i] = order[k];
        order[k] = moved;
    }
    for (int side = 1; side >= -1; side -= 2)
        for (int i = 0; i < n; i++)
            if (label[order[i]] == side)
                fold[order[i]] = dealt++ % folds;
}

/* Copies the examples in this fold, or those outside of it; returns their number. */
static int choose(const KipSvmData *data, const int *fold, int f, bool inside, double *x, int *label)
{
    size_t dim = (size_t)data->dim;
    int n = 0;
    for (int i = 0; i < data->n; i++)
        if ((fold[i] == f) == inside) {
            memcpy(x + (size_t)n * dim, row_of(data, i), dim * sizeof *x);
            label[n++] = data->label[i];
        }
    return n;
}

static void add_score(KipSvmScore *sum, KipSvmScore score)
{
    sum->n += score.n, sum->right += score.right;
    sum->false_plus += score.false_plus, sum->false_minus += score.false_minus;
}

static KipStatus check_folds(const KipSvmData *data, int folds, KipError *error)
{
    KipStatus status = kip_svm_data_check(data, error);
    if (status != KIP_OK)
        return status;
    if (folds < 2 || folds > data->n)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%d folds of %d examples; choose from 2 to %d",
                        folds, data->n, data->n);
    for (int label = 1; label >= -1; label -= 2)
        if (count(data, label) < 2)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "one example alone has the label %d; cross-validation needs two of each class",
                            label);
    return KIP_OK;
}

KipStatus kip_svm_cross_validate(const KipSvmDef *def, const KipSvmData *data, int folds, uint64_t seed,
                                 KipSvmScore *score, KipSvmScore *nearest, KipError *error)
{
    KipStatus status = check_folds(data, folds, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(def->allocator);
    size_t n = (size_t)data->n;
    double *x = arena ? kip_arena_take(arena, n * (size_t)data->dim, sizeof *x) : NULL;
    int *fold = arena ? kip_arena_take(arena, 2 * n, sizeof *fold) : NULL, *label = fold ? fold + n : NULL;
    KipSvmScore sum = {0}, baseline = {0};
    if (!x || !fold)
        status = kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to cross-validate");
    else
        kip_svm_split(data->label, data->n, folds, seed, fold, label);
    for (int f = 0; f < folds && status == KIP_OK; f++) {
        /* the held-out ones follow the rest, so that together they are all */
        int nrest = choose(data, fold, f, false, x, label);
        KipSvmData rest = {nrest, data->dim, x, label};
        double *x_out = x + (size_t)nrest * (size_t)data->dim;
        KipSvmData left_out = {choose(data, fold, f, true, x_out, label + nrest), data->dim, x_out,
                               label + nrest};
        KipSvm *svm;
        status = kip_svm_train(def, &rest, &svm, error);
        if (status != KIP_OK)
            break;
        add_score(&sum, kip_svm_test(svm, &left_out));
        if (nearest)
            add_score(&baseline, kip_svm_nearest_test(&rest, &left_out));
        kip_svm_destroy(svm);
    }
    kip_arena_destroy(arena);
    if (status != KIP_OK)
        return status;
    *score = sum;
    if (nearest)
        *nearest = baseline;
    return KIP_OK;
}
