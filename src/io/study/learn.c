/* Learning a condition from examples (learn.h). */
#include "learn.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "parallel.h"

enum { PARTS = 20, TRAINING = 14, CHOOSING = 3, FOLDS = 5, LEAST_OF_A_CLASS = PARTS };

static const double grid_C[] = {1, 10, 100, 1000};
static const double grid_gamma[] = {0.0625, 0.25, 1, 4}; /* divided by the number of features */
enum {
    NC = sizeof grid_C / sizeof *grid_C,
    NGAMMA = sizeof grid_gamma / sizeof *grid_gamma,
    GRID = NC * NGAMMA
};

static const double failures_allowed = 0.01; /* among accepted examples, for the choice of the threshold */
static const double tolerance = 1e-3;        /* of the optimum, finer than the results show */

/* -- scores ---------------------------------------------------------------------------------------------- */

KipLearnBars kip_learn_bars(void)
{
    return (KipLearnBars){.least_share = 0.3,
                          .most_share = 0.7,
                          .right = 0.95,
                          .failures = 0.02,
                          .accepted = 0.8};
}

double kip_learn_right(KipLearnScore s)
{
    int missed = s.successes - (s.accepted - s.failures);
    return s.n ? (double)(s.n - s.failures - missed) / s.n : NAN;
}

double kip_learn_failures(KipLearnScore s)
{
    return s.accepted ? (double)s.failures / s.accepted : NAN;
}

double kip_learn_accepted(KipLearnScore s)
{
    return s.successes ? (double)(s.accepted - s.failures) / s.successes : NAN;
}

/* -- parts ----------------------------------------------------------------------------------------------- */

typedef struct Part {
    KipSvmData data;
    unsigned char *hand;
    double *x;
    int *label;
} Part;

typedef struct Parts {
    Part train, choose, held;
    int *fold, *order;
} Parts;

static void free_parts(Parts *parts)
{
    Part *const part[] = {&parts->train, &parts->choose, &parts->held};
    for (int k = 0; k < 3; k++) {
        free(part[k]->hand);
        free(part[k]->x);
        free(part[k]->label);
    }
    free(parts->fold);
    free(parts->order);
}

/* Collects the examples whose fold is in [first, end). */
static bool fill_part(const KipExamples *e, const int *fold, int first, int end, Part *part)
{
    size_t dim = (size_t)e->dim, room = (size_t)e->n;
    int n = 0;
    part->x = malloc(room * dim * sizeof *part->x);
    part->label = malloc(room * sizeof *part->label);
    part->hand = malloc(room);
    if (!part->x || !part->label || !part->hand)
        return false;
    for (int i = 0; i < e->n; i++)
        if (fold[i] >= first && fold[i] < end) {
            memcpy(part->x + (size_t)n * dim, e->x + (size_t)i * dim, dim * sizeof *part->x);
            part->label[n] = e->label[i];
            part->hand[n++] = e->hand[i];
        }
    part->data = (KipSvmData){n, e->dim, part->x, part->label};
    return true;
}

static KipStatus split(const KipExamples *e, uint64_t seed, Parts *parts, KipError *error)
{
    parts->fold = malloc((size_t)e->n * sizeof *parts->fold);
    parts->order = malloc((size_t)e->n * sizeof *parts->order);
    bool good = parts->fold && parts->order;
    if (good)
        kip_svm_split(e->label, e->n, PARTS, seed, parts->fold, parts->order);
    good = good && fill_part(e, parts->fold, 0, TRAINING, &parts->train) &&
           fill_part(e, parts->fold, TRAINING, TRAINING + CHOOSING, &parts->choose) &&
           fill_part(e, parts->fold, TRAINING + CHOOSING, PARTS, &parts->held);
    return good ? KIP_OK
                : kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory to learn from %d examples",
                           e->n);
}

/* -- C and gamma ----------------------------------------------------------------------------------------- */

typedef struct Grid {
    const KipLearnDef *def;
    const KipSvmData *data;
    KipSvmScore score[GRID];
    KipStatus status[GRID];
    KipError error[GRID];
    bool done[GRID];
} Grid;

static KipSvmDef point_of(const KipSvmData *data, int64_t point)
{
    KipSvmDef def = kip_svm_def();
    def.C = grid_C[point / NGAMMA];
    def.gamma = grid_gamma[point % NGAMMA] / data->dim;
    def.tolerance = tolerance;
    def.cache = (size_t)1 << 28;
    return def;
}

static void try_point(void *user, int64_t point, int one)
{
    Grid *grid = user;
    (void)one;
    KipSvmDef def = point_of(grid->data, point);
    grid->status[point] = kip_svm_cross_validate(&def, grid->data, FOLDS, grid->def->seed,
                                                 &grid->score[point], NULL, &grid->error[point]);
    grid->done[point] = true;
}

static bool stop(void *user)
{
    const KipLearnDef *def = ((Grid *)user)->def;
    return def->stop && def->stop(def->user);
}

static void tick(void *user, int64_t done)
{
    const KipLearnDef *def = ((Grid *)user)->def;
    if (def->tick)
        def->tick(def->user, done, GRID);
}

/* Finds the best point of the grid, the first of equal ones. Points whose training does not converge (KIP_BAD_USE) are
 * skipped. */
static KipStatus search_grid(const KipLearnDef *def, const KipSvmData *data, int *best, KipSvmScore *score,
                             KipError *error)
{
    Grid grid = {.def = def, .data = data};
    KipParallel work = {GRID, def->threads, 1, try_point, stop, tick, &grid};
    KipStatus status = kip_parallel(&work, error);
    *best = -1;
    for (int i = 0; i < GRID && status == KIP_OK; i++) {
        if (!grid.done[i])
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the learning was broken off");
        if (grid.status[i] == KIP_OK && (*best < 0 || grid.score[i].right > score->right))
            *best = i, *score = grid.score[i];
        if (grid.status[i] != KIP_OK && grid.status[i] != KIP_BAD_USE)
            *error = grid.error[i], status = grid.status[i];
    }
    if (status == KIP_OK && *best < 0) {
        *error = grid.error[0];
        status = KIP_DIVERGED;
    }
    return status;
}

/* -- the threshold --------------------------------------------------------------------------------------- */

typedef struct Ranked {
    double f;
    int label, index;
} Ranked;

/* By decreasing f; a total order. */
static int compare(const void *a, const void *b)
{
    const Ranked *p = a, *q = b;
    if (p->f != q->f)
        return p->f > q->f ? -1 : 1;
    return p->index - q->index;
}

/* Midway between the last accepted example and the next; above all where none can be accepted. */
static double margin_of(const Ranked *ranked, int n)
{
    int failures = 0, accepted = 0, most = 0;
    for (int i = 0; i < n; i++) {
        failures += ranked[i].label < 0;
        bool last_of_equals = i + 1 == n || ranked[i + 1].f < ranked[i].f;
        if (last_of_equals && i + 1 - failures > most && failures <= failures_allowed * (i + 1))
            accepted = i + 1, most = accepted - failures;
    }
    if (accepted == 0)
        return ranked[0].f + 1;
    return accepted == n ? ranked[n - 1].f - 1 : 0.5 * (ranked[accepted - 1].f + ranked[accepted].f);
}

/* Replaces the machine by one with its threshold. */
static KipStatus choose_margin(KipSvm **svm, const KipSvmData *data, KipError *error)
{
    Ranked *ranked = malloc((size_t)data->n * sizeof *ranked);
    if (!ranked)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory to choose a threshold");
    for (int i = 0; i < data->n; i++)
        ranked[i] = (Ranked){kip_svm_value(*svm, data->x + (size_t)i * (size_t)data->dim), data->label[i], i};
    qsort(ranked, (size_t)data->n, sizeof *ranked, compare);
    KipSvm parts = **svm, *chosen;
    parts.margin = margin_of(ranked, data->n);
    free(ranked);
    KipStatus status = kip_svm_create(&parts, NULL, &chosen, error);
    if (status == KIP_OK) {
        kip_svm_destroy(*svm);
        *svm = chosen;
    }
    return status;
}

/* -- all of it ------------------------------------------------------------------------------------------- */

static bool reaches_bars(KipLearnScore score)
{
    const KipLearnBars bars = kip_learn_bars();
    return kip_learn_right(score) >= bars.right && kip_learn_failures(score) < bars.failures &&
           kip_learn_accepted(score) >= bars.accepted;
}

static KipLearnVerdict judge(const KipLearned *learned)
{
    const KipLearnBars bars = kip_learn_bars();
    double share = (double)learned->used.successes / learned->used.n;
    if (share < bars.least_share || share > bars.most_share)
        return KIP_LEARN_SHARE;
    double hand = kip_learn_right(learned->hand);
    if (reaches_bars(learned->used) && kip_learn_right(learned->used) > hand)
        return KIP_LEARN_USED;
    if (reaches_bars(learned->machine) && kip_learn_right(learned->machine) > hand)
        return KIP_LEARN_PRE;
    return hand >= kip_learn_right(learned->used) ? KIP_LEARN_HAND : KIP_LEARN_BARS;
}

/* Counts an example of this label that a condition accepts or not. */
static void count(KipLearnScore *score, int label, bool accepted)
{
    score->n++;
    score->successes += label > 0;
    score->accepted += accepted;
    score->failures += accepted && label < 0;
}

static void score_held(const Parts *parts, KipLearned *learned)
{
    const KipSvmData *train = &parts->train.data, *held = &parts->held.data;
    double mean[KIP_SVM_MOST_FEATURES], scale[KIP_SVM_MOST_FEATURES];
    kip_svm_scales(train, mean, scale);
    for (int i = 0; i < held->n; i++) {
        const double *x = held->x + (size_t)i * (size_t)held->dim;
        bool holds = kip_svm_holds(learned->svm, x), hand = parts->held.hand[i];
        count(&learned->machine, held->label[i], holds);
        count(&learned->hand, held->label[i], hand);
        count(&learned->used, held->label[i], hand && holds);
        count(&learned->nearest, held->label[i], train->label[kip_svm_nearest(train, mean, scale, x)] > 0);
    }
}

static KipStatus learn(const KipLearnDef *def, const Parts *parts, KipLearned *learned, KipError *error)
{
    const KipSvmData *train = &parts->train.data;
    int best;
    KipStatus status = search_grid(def, train, &best, &learned->cross, error);
    if (status != KIP_OK)
        return status;
    KipSvmDef point = point_of(train, best);
    status = kip_svm_train(&point, train, &learned->svm, error);
    if (status == KIP_OK)
        status = choose_margin(&learned->svm, &parts->choose.data, error);
    if (status != KIP_OK)
        return status;
    learned->C = point.C;
    learned->ntrain = train->n;
    learned->nchoose = parts->choose.data.n;
    score_held(parts, learned);
    learned->verdict = judge(learned);
    return KIP_OK;
}

KipStatus kip_learn(const KipLearnDef *def, const KipExamples *examples, KipLearned *learned, KipError *error)
{
    Parts parts = {0};
    int plus = kip_examples_successes(examples), minus = examples->n - plus;
    *learned = (KipLearned){0};
    if (plus < LEAST_OF_A_CLASS || minus < LEAST_OF_A_CLASS)
        return kip_fail(error, KIP_DIVERGED, kip_nowhere(),
                        "of %d examples %d succeeded: too few of one kind to learn from; %s the scene's "
                        "ranges, or take "
                        "more examples",
                        examples->n, plus, plus < minus ? "narrow" : "widen");
    KipStatus status = split(examples, def->seed, &parts, error);
    if (status == KIP_OK)
        status = learn(def, &parts, learned, error);
    free_parts(&parts);
    if (status != KIP_OK) {
        kip_svm_destroy(learned->svm);
        *learned = (KipLearned){0};
    }
    return status;
}
