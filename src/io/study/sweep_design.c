/* The design of a sweep: words, axes, points, and the numbers of a run; and the inspection of the scene (sweep.h). */
#include "sweep.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/random.h"
#include "../text/number.h"
#include "trial.h"

static KipStatus fail_word(const char *word, const char *why, KipError *error)
{
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%.80s': %s", word, why);
}

/* -- words ----------------------------------------------------------------------------------------------- */

static int count(const char *text, char c)
{
    int n = 0;
    for (; *text; text++)
        n += *text == c;
    return n;
}

/* Reads numbers separated by `mark`. */
static bool split(const char *text, char mark, double *value)
{
    const char marks[] = {mark, '\0'};
    for (int i = 0;; i++) {
        size_t n = strcspn(text, marks);
        if (!kip_number_parse(text, n, value + i) || !isfinite(value[i]))
            return false;
        if (!text[n])
            return true;
        text += n + 1;
    }
}

static KipStatus set_list(KipSweepAxis *axis, const char *word, const char *text, KipError *error)
{
    int n = count(text, ',') + 1;
    if (n > KIP_SWEEP_MOST_VALUES)
        return fail_word(word, "these are more than 4096 values", error);
    axis->value = malloc((size_t)n * sizeof *axis->value);
    if (!axis->value)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the values of '%s'",
                        axis->name);
    axis->n = n;
    axis->kind = KIP_SWEEP_LIST;
    if (split(text, ',', axis->value))
        return KIP_OK;
    free(axis->value);
    axis->value = NULL;
    return fail_word(word, "a list is finite numbers with commas between them, as mass=60,75,90", error);
}

static KipStatus set_span(KipSweepAxis *axis, const char *word, const char *text, KipError *error)
{
    double part[3] = {0};
    axis->npart = count(text, ':') + 1;
    axis->kind = KIP_SWEEP_GRID;
    if (axis->npart > 3 || strchr(text, ',') || !split(text, ':', part))
        return fail_word(word, "a grid is NAME=A:B:STEP, three finite numbers with colons between them",
                         error);
    axis->from = part[0], axis->to = part[1], axis->step = part[2];
    if (!isfinite(axis->to - axis->from))
        return fail_word(word, "its ends are too far apart", error);
    return KIP_OK;
}

static bool is_named(const KipSweepDesign *design, const char *name)
{
    for (int i = 0; i < design->naxis; i++)
        if (strcmp(design->axis[i].name, name) == 0)
            return true;
    for (int i = 0; i < design->fixed.n; i++)
        if (strcmp(design->fixed.name[i], name) == 0)
            return true;
    return false;
}

KipStatus kip_sweep_design_word(KipSweepDesign *design, const char *word, KipError *error)
{
    char name[KIP_PARAM_NAME];
    size_t n = strcspn(word, "=");
    if (word[n] != '=' || n == 0 || n >= sizeof name || strcspn(word, " \t\r\n,\"#") < n)
        return fail_word(word, "it must be NAME=A:B:STEP, NAME=A,B,C or NAME=VALUE", error);
    memcpy(name, word, n);
    name[n] = '\0';
    const char *text = word + n + 1;
    if (is_named(design, name))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' is given twice", name);
    if (!strpbrk(text, ":,"))
        return kip_params_set_word(&design->fixed, word, error);
    if (design->naxis == KIP_SWEEP_MOST_AXES)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d axes", KIP_SWEEP_MOST_AXES);
    KipSweepAxis axis = {.n = 1};
    memcpy(axis.name, name, n + 1);
    KipStatus status =
        strchr(text, ':') ? set_span(&axis, word, text, error) : set_list(&axis, word, text, error);
    if (status == KIP_OK)
        design->axis[design->naxis++] = axis;
    return status;
}

static KipStatus append(KipParams *to, const KipParams *from, int i, KipError *error)
{
    return kip_params_set(to, from->name[i], strlen(from->name[i]), from->param[i].value, error);
}

KipStatus kip_sweep_design_fix(KipSweepDesign *design, const KipParams *params, KipError *error)
{
    KipParams *all = calloc(1, sizeof *all);
    KipStatus status = KIP_OK;
    if (!all)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the numbers of a file");
    for (int i = 0; i < params->n && status == KIP_OK; i++)
        if (!is_named(design, params->name[i]))
            status = append(all, params, i, error);
    for (int i = 0; i < design->fixed.n && status == KIP_OK; i++)
        status = append(all, &design->fixed, i, error);
    if (status == KIP_OK)
        design->fixed.n = 0;
    for (int i = 0; i < all->n && status == KIP_OK; i++)
        status = append(&design->fixed, all, i, error);
    free(all);
    return status;
}

void kip_sweep_design_free(KipSweepDesign *design)
{
    for (int i = 0; i < design->naxis; i++)
        free(design->axis[i].value);
    memset(design, 0, sizeof *design);
}

/* -- axes ------------------------------------------------------------------------------------------------ */

static KipStatus fail_axis(const KipSweepAxis *axis, const char *why, KipError *error)
{
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s: %s", axis->name, why);
}

static KipStatus finish_grid(KipSweepAxis *axis, KipError *error)
{
    double span = axis->to - axis->from;
    axis->kind = KIP_SWEEP_GRID;
    if (axis->step == 0)
        return fail_axis(axis, "STEP is 0; in NAME=A:B:STEP it leads from A to B", error);
    if ((span > 0 && axis->step < 0) || (span < 0 && axis->step > 0))
        return fail_axis(axis, "STEP leads away from B; in NAME=A:B:STEP it leads from A to B", error);
    double n = floor(span / axis->step + KIP_SWEEP_SLACK) + 1;
    if (!(n <= KIP_SWEEP_MOST_JOBS))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s: %.3g values are too many; at most %d",
                        axis->name, n, KIP_SWEEP_MOST_JOBS);
    axis->n = (int64_t)n;
    return KIP_OK;
}

static KipStatus finish_boundary(KipSweepAxis *axis, KipError *error)
{
    if (axis->npart != 3)
        return fail_axis(axis, "a boundary is searched on NAME=A:B:TOLERANCE", error);
    axis->kind = KIP_SWEEP_BOUNDARY;
    if (!(axis->step > 0) || axis->from == axis->to)
        return fail_axis(axis, "in NAME=A:B:TOLERANCE the ends differ, and TOLERANCE is more than 0", error);
    return KIP_OK;
}

static KipStatus finish_axis(const KipSweepDesign *design, int i, KipSweepAxis *axis, KipError *error)
{
    if (i == design->searched)
        return finish_boundary(axis, error);
    if (design->nrandom) {
        if (axis->npart != 2 || !(axis->from < axis->to))
            return fail_axis(axis, "with --random it must be NAME=A:B, A less than B, or NAME=VALUE", error);
        axis->kind = KIP_SWEEP_RANDOM;
        return KIP_OK;
    }
    if (axis->npart == 2)
        return fail_axis(axis, "NAME=A:B is for --random; a grid is NAME=A:B:STEP, a list NAME=A,B", error);
    return axis->npart == 3 ? finish_grid(axis, error) : KIP_OK;
}

static KipStatus check_numbers(const KipSweepDesign *design, KipError *error)
{
    if (!*design->path || strpbrk(design->path, "\r\n"))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the scene's path must be a line of text");
    if (design->seeds < 1 || design->seeds > KIP_SWEEP_MOST_JOBS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a point has 1 to %d seeds", KIP_SWEEP_MOST_JOBS);
    if (design->seed < 0 || design->seed > INT64_MAX - design->seeds)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the first seed must be 0 or more, and the last below 2^63");
    if (design->nrandom < 0 || design->nrandom > KIP_SWEEP_MOST_JOBS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "1 to %d random points", KIP_SWEEP_MOST_JOBS);
    return KIP_OK;
}

KipStatus kip_sweep_design_finish(KipSweepDesign *design, KipError *error)
{
    double n = design->nrandom ? (double)design->nrandom : 1;
    int nrandom = 0;
    KipStatus status = check_numbers(design, error);
    design->searched = -1;
    for (int i = 0; i < design->naxis; i++)
        if (strcmp(design->axis[i].name, design->boundary) == 0)
            design->searched = i;
    if (status == KIP_OK && *design->boundary && design->searched < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the boundary on '%s' needs its ends: %s=A:B:TOLERANCE", design->boundary,
                        design->boundary);
    for (int i = 0; i < design->naxis && status == KIP_OK; i++) {
        status = finish_axis(design, i, design->axis + i, error);
        n *= (double)design->axis[i].n;
        nrandom += design->axis[i].kind == KIP_SWEEP_RANDOM;
    }
    if (status != KIP_OK)
        return status;
    if (design->nrandom && nrandom == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "random points need an axis NAME=A:B");
    if (n * (double)design->seeds > KIP_SWEEP_MOST_JOBS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%.3g points with %.0f seeds each are too many; at most %d runs", n,
                        (double)design->seeds, KIP_SWEEP_MOST_JOBS);
    design->npoint = (int64_t)n;
    design->njob = design->npoint * design->seeds;
    return KIP_OK;
}

/* -- the numbers of a point ------------------------------------------------------------------------------ */

static double random_value(const KipSweepDesign *design, int64_t point, const KipSweepAxis *axis)
{
    const uint64_t word[] = {(uint64_t)design->seed, (uint64_t)point};
    uint64_t hash = KIP_HASH_START;
    for (int i = 0; i < 2; i++)
        for (int shift = 0; shift < 64; shift += 8) { /* by bytes, whatever their order */
            unsigned char byte = (unsigned char)(word[i] >> shift);
            hash = kip_hash(hash, &byte, 1);
        }
    KipRandom random = {kip_hash(hash, axis->name, strlen(axis->name))};
    return kip_random_uniform(&random, axis->from, axis->to);
}

double kip_sweep_value(const KipSweepDesign *design, int64_t point, int index)
{
    const KipSweepAxis *axis = design->axis + index;
    if (axis->kind == KIP_SWEEP_RANDOM)
        return random_value(design, point, axis);
    int64_t i = point;
    for (int k = design->naxis - 1; k > index; k--)
        i /= design->axis[k].n;
    i %= axis->n;
    if (axis->kind == KIP_SWEEP_LIST)
        return axis->value[i];
    double value = axis->from + (double)i * axis->step;
    if (fabs(value - axis->to) <= KIP_SWEEP_SLACK * fabs(axis->step))
        return axis->to;
    if (fabs(value) <= KIP_SWEEP_SLACK * fabs(axis->step))
        return 0;
    char text[KIP_NUMBER_SIZE]; /* 0.4 + 0.2 is the 0.6 that a user writes */
    kip_number_format_digits(text, value, 15);
    kip_number_parse(text, strlen(text), &value);
    return value;
}

int kip_sweep_params(const KipSweepDesign *design, int64_t point, KipSceneParam param[KIP_SWEEP_MOST_PARAMS])
{
    int n = 0;
    for (; n < design->fixed.n; n++)
        param[n] = design->fixed.param[n];
    for (int i = 0; i < design->naxis; i++)
        if (i != design->searched)
            param[n++] = (KipSceneParam){design->axis[i].name, kip_sweep_value(design, point, i)};
    if (design->searched >= 0)
        param[n++] =
            (KipSceneParam){design->axis[design->searched].name, design->axis[design->searched].from};
    return n;
}

/* -- the scene before the first run ---------------------------------------------------------------------- */

/* Fails where two axes refer to one number of the scene, by two names. */
static KipStatus check_axes(const KipSweepDesign *design, const KipScene *scene, KipError *error)
{
    for (int i = 0; i < kip_scene_nnumber(scene); i++) {
        const char *before = NULL;
        for (int k = 0; k < design->naxis; k++) {
            const char *name = design->axis[k].name;
            if (!kip_scene_number_is(scene, i, name))
                continue;
            if (before)
                return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "'%s' and '%s' are the same number",
                                before, name);
            before = name;
        }
    }
    return KIP_OK;
}

KipStatus kip_sweep_look(KipSweepDesign *design, KipScene **scene, KipError *error)
{
    *scene = NULL;
    KipSceneParam param[KIP_SWEEP_MOST_PARAMS];
    KipTrialDef trial = {.path = design->path, .data = design->data, .param = param};
    KipSceneDef def = kip_scene_def();
    KipScene *loaded, *looked = NULL;
    trial.nparam = kip_sweep_params(design, 0, param);
    def.param = param, def.nparam = trial.nparam;
    def.data = design->data;
    KipStatus status = kip_scene_load(design->path, &def, &loaded, error);
    if (status != KIP_OK)
        return status;
    status = kip_trial_look(&trial, &looked, error);
    if (status == KIP_BAD_INPUT || status == KIP_DIVERGED) {
        looked = loaded;
        loaded = NULL;
        status = KIP_OK;
    }
    kip_scene_destroy(loaded);
    if (status == KIP_OK)
        status = check_axes(design, looked, error);
    if (status != KIP_OK) {
        kip_scene_destroy(looked);
        return status;
    }
    design->scripts = kip_trial_hash(looked);
    *scene = looked;
    return KIP_OK;
}
