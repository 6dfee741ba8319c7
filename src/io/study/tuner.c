/* The search for better numbers (tuner.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/scalar.h"
#include "../text/number.h"
#include "parallel.h"
#include "tuner_parts.h"

KipTuneDef kip_tune_def(const char *path)
{
    return (KipTuneDef){.trial = {.path = path, .integrator = KIP_IMPLICIT_RK4},
                        .objective = "cost",
                        .starts = 5,
                        .seed = 1,
                        .sigma = 0.2,
                        .target = -INFINITY,
                        .threads = kip_cores()};
}

/* -- numbers ------------------------------------------------------------------------------------------------- */

/* The exponent e of d.ddd 10^e, up to rounding. */
static int decimal_exponent(double x)
{
    const double per_ln = 0.43429448190325182; /* 1 / ln 10 */
    return (int)floor(per_ln * kip_log(fabs(x)));
}

/* Converts from the unit box to the number's range: rounded to an integer, or to the digits of a millionth of the range. */
static double number_at(const KipTuneNumber *number, double u)
{
    char text[KIP_NUMBER_SIZE];
    double width = number->hi - number->lo, x = number->lo + u * width;
    if (number->whole) {
        x = floor(x + 0.5);
    } else if (x != 0) {
        int digits = 6 + decimal_exponent(x) - decimal_exponent(width);
        kip_number_format_digits(text, x, digits < 1 ? 1 : digits > 17 ? 17 : digits);
        kip_number_parse(text, strlen(text), &x);
    }
    return fmax(number->lo, fmin(number->hi, x));
}

static double unit_of(const KipTuneNumber *number, double x)
{
    return (x - number->lo) / (number->hi - number->lo);
}

/* -- making one ---------------------------------------------------------------------------------------------- */

static KipStatus take_number(KipTuner *tuner, int index, const KipSceneNumber *number, KipError *error)
{
    const KipParams *given = &tuner->given;
    KipTuneNumber *item = &tuner->number[tuner->n];
    double start = number->value;
    for (int i = 0; i < given->n; i++)
        if (kip_scene_number_is(tuner->scene, index, given->name[i])) {
            start = given->param[i].value;
            tuner->used[i] = true;
        }
    if (number->whole) {
        item->lo = ceil(number->lo), item->hi = floor(number->hi);
    } else {
        item->lo = number->lo, item->hi = number->hi;
    }
    if (!(item->lo < item->hi))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%s is an integer, and there is only one within its # tune %g..%g in %s",
                        number->name, number->lo, number->hi, number->file);
    if (!*number->name)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a number of %s has too long a name to be tuned",
                        number->file);
    if (number->whole && start != floor(start))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s is an integer in %s, and %g is none",
                        number->name, number->file, start);
    if (!(start >= item->lo && start <= item->hi))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%s is %g, which is not within its # tune %g..%g in %s", number->name, start,
                        number->lo, number->hi, number->file);
    if (!(number->hi - number->lo < INFINITY))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "%s: its # tune %g..%g in %s is too wide",
                        number->name, number->lo, number->hi, number->file);
    memcpy(item->name, number->name, sizeof item->name);
    item->file = number->file;
    item->start = number->start, item->size = number->size;
    item->whole = number->whole;
    item->was = number->value;
    item->best = tuner->start[tuner->n] = start;
    tuner->n++;
    return KIP_OK;
}

/* Takes the tuned numbers, and of the given ones those that are fixed. */
static KipStatus take_chosen(KipTuner *tuner, const bool *chosen, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < kip_scene_nnumber(tuner->scene) && status == KIP_OK; i++) {
        KipSceneNumber number = kip_scene_number(tuner->scene, i);
        if (chosen[i] && tuner->n == KIP_MOST_PARAMS)
            return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d numbers to tune",
                            KIP_MOST_PARAMS);
        if (chosen[i])
            status = take_number(tuner, i, &number, error);
    }
    return status == KIP_OK && tuner->n == 0 ? kip_tune_check_none(&tuner->def, tuner->scene, error) : status;
}

static KipStatus take_numbers(KipTuner *tuner, KipError *error)
{
    bool *chosen = calloc((size_t)kip_scene_nnumber(tuner->scene) + 1, sizeof *chosen);
    if (!chosen)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a search");
    KipStatus status = kip_tune_choose(&tuner->def, tuner->scene, chosen, error);
    if (status == KIP_OK)
        status = take_chosen(tuner, chosen, error);
    free(chosen);
    for (int i = 0; i < tuner->given.n && status == KIP_OK; i++)
        if (!tuner->used[i])
            status = kip_params_set(&tuner->fixed, tuner->given.name[i], strlen(tuner->given.name[i]),
                                    tuner->given.param[i].value, error);
    if (status == KIP_OK && tuner->n + tuner->fixed.n > KIP_MOST_PARAMS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "more than %d numbers", KIP_MOST_PARAMS);
    return status;
}

KipStatus kip_tuner_begin(KipTuner *tuner, KipError *error)
{
    double start[KIP_MOST_PARAMS], lo[KIP_MOST_PARAMS], hi[KIP_MOST_PARAMS];
    KipCmaesDef def = kip_cmaes_def();
    KipCmaes *made;
    for (int i = 0; i < tuner->n; i++)
        start[i] = unit_of(&tuner->number[i], tuner->start[i]), lo[i] = 0, hi[i] = 1;
    def.n = tuner->n;
    def.start = start, def.lo = lo, def.hi = hi;
    def.sigma = tuner->def.sigma;
    def.population = tuner->def.population;
    def.restarts = tuner->def.restarts;
    def.seed = tuner->def.seed;
    def.target = tuner->def.target;
    def.tol_f = 1e-9;
    def.tol_x = 1e-4;
    KipStatus status = kip_cmaes_create(&def, &made, error);
    if (status != KIP_OK)
        return status == KIP_BAD_INPUT ? (error->status = KIP_BAD_USE)
                                       : status; /* its population and restarts are words */
    kip_cmaes_destroy(tuner->cmaes);
    tuner->cmaes = made;
    tuner->progress = tuner->begun;
    tuner->nrow = 0;
    for (int i = 0; i < tuner->n; i++)
        tuner->number[i].best = tuner->start[i];
    return KIP_OK;
}

static KipStatus take_memory(KipTuner *tuner, KipError *error)
{
    size_t sets = (size_t)kip_cmaes_max_population(tuner->cmaes), trials = sets * (size_t)tuner->def.starts;
    size_t n = (size_t)tuner->n;
    tuner->x = calloc(sets * n, sizeof *tuner->x);
    tuner->f = calloc(sets, sizeof *tuner->f);
    tuner->value = calloc(trials, sizeof *tuner->value);
    tuner->success = calloc(trials, 1);
    tuner->broken = calloc(trials, 1);
    tuner->status = calloc(trials, sizeof *tuner->status);
    if (tuner->x && tuner->f && tuner->value && tuner->success && tuner->broken && tuner->status)
        return KIP_OK;
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a search of %d x %d trials",
                    (int)sets, tuner->def.starts);
}

/* Evaluates the numbers at the start. */
static KipStatus try_start(KipTuner *tuner, KipError *error)
{
    bool whole;
    for (int i = 0; i < tuner->n; i++)
        tuner->x[i] = tuner->number[i].best;
    tuner->looking = true;
    KipStatus status = kip_tuner_run(tuner, tuner->x, 1, tuner->def.seed, &whole, error);
    tuner->looking = false;
    if (status == KIP_OK && !whole)
        status = kip_fail(error, KIP_BAD_USE, kip_nowhere(), "interrupted before the search began");
    if (status != KIP_OK)
        return status;
    const KipTunerRow row = kip_tuner_worth(tuner, 0);
    tuner->first = row.cost, tuner->first_successes = row.successes;
    tuner->begun = (KipTuneProgress){.evaluations = 1,
                                     .alike = row.alike,
                                     .flat = true,
                                     .best = row.cost,
                                     .mean = row.cost,
                                     .best_successes = row.successes,
                                     .success = (double)row.successes / tuner->def.starts,
                                     .sigma = tuner->def.sigma,
                                     .broken = row.broken};
    tuner->progress = tuner->begun;
    return kip_tuner_note_asked(tuner, error);
}

static KipStatus check_def(const KipTuneDef *def, KipError *error)
{
    if (def->starts < 1 || def->starts > KIP_MOST_STARTS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "starts must be 1 to %d, not %d", KIP_MOST_STARTS,
                        def->starts);
    if (!(def->sigma > 0 && def->sigma <= 1))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "sigma is a part of each number's range: more than 0, at most 1, not %g", def->sigma);
    if (def->population != 0 && (def->population < 4 || def->population > 100000))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "a population has 4 to 100000 sets, not %d",
                        def->population);
    if (def->threads < 1 || def->threads > KIP_MOST_THREADS)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "threads must be 1 to %d, not %d",
                        KIP_MOST_THREADS, def->threads);
    return KIP_OK;
}

static KipStatus make(KipTuner *tuner, KipError *error)
{
    KipTrialDef look = tuner->def.trial;
    KipStatus status = check_def(&tuner->def, error);
    if (status == KIP_OK && strcmp(look.path, "-") == 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the scene is read again for each trial: it must be a file, not \"-\"");
    for (int i = 0; i < look.nparam && status == KIP_OK; i++)
        status = kip_params_set(&tuner->given, look.param[i].name, strlen(look.param[i].name),
                                look.param[i].value, error);
    if (status == KIP_OK)
        status = kip_trial_look(&look, &tuner->scene, error);
    if (status == KIP_OK)
        status = take_numbers(tuner, error);
    if (status == KIP_OK)
        status = kip_tuner_begin(tuner, error);
    if (status == KIP_OK)
        status = take_memory(tuner, error);
    return status == KIP_OK ? try_start(tuner, error) : status;
}

KipStatus kip_tuner_create(const KipTuneDef *def, KipTuner **tuner, KipError *error)
{
    KipTuner *made = calloc(1, sizeof *made);
    *tuner = NULL;
    if (!made)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for a search");
    made->def = *def;
    KipStatus status = make(made, error);
    if (status == KIP_OK)
        *tuner = made;
    else
        kip_tuner_destroy(made);
    return status;
}

void kip_tuner_destroy(KipTuner *tuner)
{
    if (!tuner)
        return;
    kip_scene_destroy(tuner->scene);
    kip_cmaes_destroy(tuner->cmaes);
    free(tuner->x);
    free(tuner->f);
    free(tuner->value);
    free(tuner->success);
    free(tuner->broken);
    free(tuner->status);
    free(tuner->asked);
    free(tuner->row);
    free(tuner);
}

/* -- the search ------------------------------------------------------------------------------------------------ */

int kip_tuner_n(const KipTuner *tuner)
{
    return tuner->n;
}

const KipTuneNumber *kip_tuner_number(const KipTuner *tuner, int i)
{
    return &tuner->number[i];
}

void kip_tuner_best(const KipTuner *tuner, KipParams *best)
{
    KipError none; /* cannot fail: their number was checked at the beginning */
    best->n = 0;
    for (int i = 0; i < tuner->n; i++)
        kip_params_set(best, tuner->number[i].name, strlen(tuner->number[i].name), tuner->number[i].best,
                       &none);
    for (int i = 0; i < tuner->fixed.n; i++)
        kip_params_set(best, tuner->fixed.name[i], strlen(tuner->fixed.name[i]), tuner->fixed.param[i].value,
                       &none);
}

KipTuneProgress kip_tuner_progress(const KipTuner *tuner)
{
    return tuner->progress;
}

int kip_tuner_population(const KipTuner *tuner)
{
    return kip_cmaes_population(tuner->cmaes);
}

double kip_tuner_first(const KipTuner *tuner, int *successes)
{
    *successes = tuner->first_successes;
    return tuner->first;
}

KipCmaesStop kip_tuner_stop(const KipTuner *tuner)
{
    return tuner->first <= tuner->def.target ? KIP_CMAES_TARGET : kip_cmaes_stop(tuner->cmaes);
}

int kip_tuner_ask(KipTuner *tuner)
{
    const int nset = kip_cmaes_population(tuner->cmaes);
    kip_cmaes_ask(tuner->cmaes, tuner->x);
    for (int k = 0; k < nset * tuner->n; k++)
        tuner->x[k] = number_at(&tuner->number[k % tuner->n], tuner->x[k]);
    return nset;
}

KipTunerRow *kip_tuner_room(KipTuner *tuner, int nset, KipError *error)
{
    if (tuner->nrow + nset > tuner->room) {
        const int64_t room = 2 * tuner->room + nset;
        KipTunerRow *row = realloc(tuner->row, (size_t)room * sizeof *row);
        if (!row) {
            kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for the rows of a search");
            return NULL;
        }
        tuner->row = row, tuner->room = room;
    }
    return tuner->row + tuner->nrow;
}

void kip_tuner_take(KipTuner *tuner, int nset)
{
    const KipTunerRow *row = tuner->row + tuner->nrow;
    KipTuneProgress *p = &tuner->progress;
    double sum = 0;
    int finite = 0, successes = 0;
    p->broken = 0;
    for (int set = 0; set < nset; set++) {
        tuner->f[set] = row[set].cost;
        successes += row[set].successes;
        p->broken += row[set].broken;
        p->alike = p->alike && row[set].alike;
        p->flat = p->flat && row[set].cost == tuner->first;
        if (row[set].cost < INFINITY)
            sum += row[set].cost, finite++;
        if (row[set].cost < p->best) {
            p->best = row[set].cost;
            p->best_successes = row[set].successes;
            for (int i = 0; i < tuner->n; i++)
                tuner->number[i].best = tuner->x[set * tuner->n + i];
        }
    }
    p->generation++;
    p->evaluations += nset;
    p->mean = finite ? sum / finite : NAN;
    p->success = (double)successes / (nset * tuner->def.starts);
    tuner->nrow += nset;
    kip_cmaes_tell(tuner->cmaes, tuner->f);
    p->sigma = kip_cmaes_sigma(tuner->cmaes);
}

/* Fails where a script has changed, since trials read scripts anew and results before and after the change would be
 * mixed. */
static KipStatus check_scripts(const KipTuner *tuner, KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < kip_scene_nscript(tuner->scene) && status == KIP_OK; i++) {
        const char *text;
        size_t size;
        status = kip_tuner_unchanged(tuner, kip_scene_script(tuner->scene, i, &text, &size), error);
    }
    return status;
}

KipStatus kip_tuner_generation(KipTuner *tuner, KipError *error)
{
    const int nset = kip_tuner_ask(tuner);
    bool whole = false;
    KipTunerRow *row = kip_tuner_room(tuner, nset, error);
    KipStatus status =
        row ? kip_tuner_run(tuner, tuner->x, nset, tuner->def.seed, &whole, error) : KIP_NO_MEMORY;
    if (status == KIP_OK && whole)
        status = check_scripts(tuner, error);
    if (status != KIP_OK || !whole)
        return status;
    for (int set = 0; set < nset; set++)
        row[set] = kip_tuner_worth(tuner, set);
    kip_tuner_take(tuner, nset);
    return KIP_OK;
}

KipStatus kip_tuner_check(KipTuner *tuner, uint64_t seed, double *mean, int *successes, KipError *error)
{
    bool whole;
    for (int i = 0; i < tuner->n; i++)
        tuner->x[i] = tuner->number[i].best;
    KipStatus status = kip_tuner_run(tuner, tuner->x, 1, seed, &whole, error);
    const KipTunerRow row =
        status == KIP_OK && whole ? kip_tuner_worth(tuner, 0) : (KipTunerRow){.cost = NAN};
    *mean = row.cost, *successes = row.successes;
    return status;
}
