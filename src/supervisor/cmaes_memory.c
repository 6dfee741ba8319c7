/* CMA-ES: definitions, memory, and the search as bytes. */
#include <math.h>
#include <string.h>

#include "../dynamics/scalar.h"
#include "cmaes_parts.h"

static const int most_coordinates = 2000, most_restarts = 16, most_points = 1 << 20;

/* -- the definition -------------------------------------------------------------------------------------- */

static bool positive(double x)
{
    return x > 0 && x < INFINITY;
}

static KipStatus bad(KipError *error, const char *sentence)
{
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s", sentence);
}

static KipStatus bad_coordinate(KipError *error, const char *sentence, int i)
{
    return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "coordinate %d: %s", i, sentence);
}

static KipStatus check_coordinate(const KipCmaesDef *def, int i, KipError *error)
{
    double lo = def->lo ? def->lo[i] : -INFINITY, hi = def->hi ? def->hi[i] : INFINITY;
    if (def->scale && !positive(def->scale[i] * def->sigma))
        return bad_coordinate(error, "the scale must be a positive number", i);
    if (!(lo < hi) || lo == INFINITY || hi == -INFINITY)
        return bad_coordinate(error, "the lower bound must be below the upper one", i);
    if (isfinite(lo) && isfinite(hi) && !isfinite(hi - lo))
        return bad_coordinate(error, "the bounds are too far apart; use infinity for no bound", i);
    if (!isfinite(def->start[i]) || def->start[i] < lo || def->start[i] > hi)
        return bad_coordinate(error, "the start must be a number within the bounds", i);
    return KIP_OK;
}

static KipStatus check(const KipCmaesDef *def, KipError *error)
{
    if (def->n < 1 || def->n > most_coordinates)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "a search has 1 to %d coordinates, not %d",
                        most_coordinates, def->n);
    if (!def->start)
        return bad(error, "a search needs a start");
    if (!positive(def->sigma))
        return bad(error, "sigma, the first step size, must be a positive number");
    if (def->population < 4 || def->population > most_points)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "a population of %d: give at least 4 and at most %d points, or 0 for the standard "
                        "number",
                        def->population, most_points);
    if (def->restarts < 0 || def->restarts > most_restarts || def->population > most_points >> def->restarts)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "%d restarts from a population of %d: give 0 to %d restarts and at most %d points in "
                        "the "
                        "last one",
                        def->restarts, def->population, most_restarts, most_points);
    if (def->target != def->target)
        return bad(error, "the target is not a number; use minus infinity for none");
    if (!(def->tol_f >= 0 && def->tol_x >= 0))
        return bad(error, "tolerances must be 0 or more");
    if (def->max_generations < 0)
        return bad(error, "max_generations must be 0, for no limit, or more");
    if (def->max_evaluations && def->max_evaluations < def->population)
        return bad(error, "max_evaluations must be 0, for no limit, or at least the population");
    for (int i = 0; i < def->n; i++)
        if (check_coordinate(def, i, error) != KIP_OK)
            return KIP_BAD_INPUT;
    return KIP_OK;
}

static uint64_t hash_of(const KipCmaesDef *def)
{
    const int64_t whole[] = {2, /* of the algorithm: 1 had no negative weights */
                             def->n,
                             def->population,
                             def->restarts,
                             (int64_t)def->seed,
                             def->max_evaluations,
                             def->max_generations};
    const double real[] = {def->sigma, def->target, def->tol_f, def->tol_x};
    size_t size = (size_t)def->n * sizeof(double);
    uint64_t hash = kip_hash(KIP_HASH_START, whole, sizeof whole);
    hash = kip_hash(hash, real, sizeof real);
    hash = kip_hash(hash, def->start, size);
    hash = kip_hash(hash, def->scale, size);
    hash = kip_hash(hash, def->lo, size);
    return kip_hash(hash, def->hi, size);
}

/* -- memory ---------------------------------------------------------------------------------------------- */

/* A copy of array[n], or n times `otherwise`. */
static const double *keep(KipArena *arena, const double *array, int n, double otherwise)
{
    double *copy = kip_arena_take(arena, (size_t)n, sizeof *copy);
    for (int i = 0; copy && i < n; i++)
        copy[i] = array ? array[i] : otherwise;
    return copy;
}

/* The saved block. */
static bool take_state(KipCmaes *cmaes)
{
    size_t n = (size_t)cmaes->def.n, most = (size_t)cmaes->most, history = (size_t)cmaes->history, at = 0;
    struct {
        double **pointer;
        size_t count;
    } part[] = {
        {&cmaes->mean, n},
        {&cmaes->best_x, n},
        {&cmaes->path_c, n},
        {&cmaes->path_s, n},
        {&cmaes->covariance, n * n},
        {&cmaes->vector, n * n},
        {&cmaes->deviation, n},
        {&cmaes->step, most * n},
        {&cmaes->past_best, history},
        {&cmaes->past_median, history},
    };
    double *number;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        at += part[i].count;
    cmaes->state_size = sizeof(Head) + at * sizeof(double);
    cmaes->head = kip_arena_take(cmaes->arena, 1, cmaes->state_size);
    if (!cmaes->head)
        return false;
    number = (double *)(void *)(cmaes->head + 1);
    for (size_t i = 0; i < sizeof part / sizeof *part; number += part[i].count, i++)
        *part[i].pointer = number;
    return true;
}

static bool take(KipCmaes *cmaes, const KipCmaesDef *def)
{
    KipArena *arena = cmaes->arena;
    size_t n = (size_t)def->n, most, history;
    cmaes->def = *def;
    cmaes->def.allocator = NULL; /* the arena has its own copy */
    cmaes->most = def->population << def->restarts;
    cmaes->history = kip_cmaes_history(def->n, def->population);
    most = (size_t)cmaes->most, history = (size_t)cmaes->history;
    cmaes->def.start = keep(arena, def->start, def->n, 0);
    cmaes->def.scale = keep(arena, def->scale, def->n, 1);
    cmaes->def.lo = keep(arena, def->lo, def->n, -INFINITY);
    cmaes->def.hi = keep(arena, def->hi, def->n, INFINITY);
    cmaes->weight = kip_arena_take(arena, most, sizeof(double));
    cmaes->value = kip_arena_take(arena, most, sizeof(double));
    cmaes->work = kip_arena_take(arena, n * n + 4 * n, sizeof(double));
    cmaes->window = kip_arena_take(arena, history, sizeof(double));
    cmaes->order = kip_arena_take(arena, most > history ? most : history, sizeof(int));
    return cmaes->def.start && cmaes->def.scale && cmaes->def.lo && cmaes->def.hi && cmaes->weight &&
           cmaes->value && cmaes->work && cmaes->window && cmaes->order && take_state(cmaes);
}

KipStatus kip_cmaes_create(const KipCmaesDef *def, KipCmaes **cmaes, KipError *error)
{
    *cmaes = NULL;
    KipCmaesDef filled = *def;
    KipArena *arena;
    KipCmaes *made;
    if (filled.population == 0 && filled.n > 0)
        filled.population = 4 + (int)floor(3 * kip_log(filled.n));
    if (check(&filled, error) != KIP_OK)
        return KIP_BAD_INPUT;
    arena = kip_arena_create(def->allocator);
    made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    if (made)
        made->arena = arena;
    if (!made || !take(made, &filled)) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                        "out of memory for a search of %d coordinates, %d points and %d restarts", filled.n,
                        filled.population, filled.restarts);
    }
    made->head->tag = hash_of(&made->def);
    made->head->random.state = def->seed;
    made->head->best_f = INFINITY;
    memcpy(made->best_x, made->def.start, (size_t)filled.n * sizeof *made->best_x);
    kip_cmaes_begin(made);
    *cmaes = made;
    return KIP_OK;
}

void kip_cmaes_destroy(KipCmaes *cmaes)
{
    if (cmaes)
        kip_arena_destroy(cmaes->arena);
}

/* -- bytes: the block and its hash ----------------------------------------------------------------------- */

size_t kip_cmaes_save_size(const KipCmaes *cmaes)
{
    return cmaes->state_size + sizeof(uint64_t);
}

void kip_cmaes_save(const KipCmaes *cmaes, void *bytes)
{
    uint64_t hash = kip_hash(KIP_HASH_START, cmaes->head, cmaes->state_size);
    memcpy(bytes, cmaes->head, cmaes->state_size);
    memcpy((unsigned char *)bytes + cmaes->state_size, &hash, sizeof hash);
}

static bool is_within(int64_t x, int64_t least, int64_t most)
{
    return x >= least && x <= most;
}

/* Counts and indices that this search can have. */
static bool is_head_sound(const KipCmaesDef *def, const Head *head)
{
    const int64_t most = (int64_t)1 << 53;
    return is_within(head->restarts, 0, def->restarts) &&
           head->population == (int64_t)def->population << head->restarts &&
           is_within(head->evaluations, 0, most) && is_within(head->generation, 0, most) &&
           is_within(head->age, 0, head->generation) && is_within(head->decomposed, 0, head->age) &&
           is_within(head->asked, 0, 1) && is_within(head->stop, 0, KIP_CMAES_DIVERGED) &&
           is_within(head->last_stop, 0, KIP_CMAES_DIVERGED) && head->sigma >= 0 && isfinite(head->sigma) &&
           !isnan(head->best_f);
}

/* The numbers behind the head: finite, but for values remembered, and the best point within its bounds. */
static bool are_numbers_sound(const KipCmaes *cmaes, const unsigned char *bytes)
{
    const int n = cmaes->def.n;
    const size_t count = (cmaes->state_size - sizeof(Head)) / sizeof(double),
                 values = 2 * (size_t)cmaes->history;
    for (size_t i = 0; i < count; i++) {
        double x;
        memcpy(&x, bytes + i * sizeof x, sizeof x);
        if (i < count - values ? !isfinite(x) : isnan(x))
            return false;
        const size_t k = i - (size_t)n; /* of best_x, which is the second part */
        if (k < (size_t)n && !(x >= cmaes->def.lo[k] && x <= cmaes->def.hi[k]))
            return false;
    }
    return true;
}

KipStatus kip_cmaes_load(KipCmaes *cmaes, const void *bytes, size_t size, KipError *error)
{
    uint64_t hash, tag;
    if (size != kip_cmaes_save_size(cmaes))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the saved search has %zu bytes, this one %zu: it is of another definition", size,
                        kip_cmaes_save_size(cmaes));
    memcpy(&tag, bytes, sizeof tag);
    if (tag != cmaes->head->tag)
        return bad(error,
                   "the saved search is of another definition: load it with the one it was saved with");
    memcpy(&hash, (const unsigned char *)bytes + cmaes->state_size, sizeof hash);
    if (hash != kip_hash(KIP_HASH_START, bytes, cmaes->state_size))
        return bad(error, "the saved search is damaged: start again, or load an earlier one");
    Head head;
    memcpy(&head, bytes, sizeof head);
    if (!is_head_sound(&cmaes->def, &head) ||
        !are_numbers_sound(cmaes, (const unsigned char *)bytes + sizeof head))
        return bad(error,
                   "the saved search holds numbers that no search has: start again, or load an earlier one");
    memcpy(cmaes->head, bytes, cmaes->state_size);
    kip_cmaes_set_constants(cmaes);
    return KIP_OK;
}
