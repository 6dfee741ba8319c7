/* CMA-ES: definitions and memory. */
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

/* -- memory ---------------------------------------------------------------------------------------------- */

/* A copy of array[n], or n times `otherwise`. */
static const double *keep(KipArena *arena, const double *array, int n, double otherwise)
{
    double *copy = kip_arena_take(arena, (size_t)n, sizeof *copy);
    for (int i = 0; copy && i < n; i++)
        copy[i] = array ? array[i] : otherwise;
    return copy;
}

static bool take_state(KipCmaes *cmaes)
{
    size_t n = (size_t)cmaes->def.n, most = (size_t)cmaes->most, history = (size_t)cmaes->history;
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
    bool taken = true;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        *part[i].pointer = kip_arena_take(cmaes->arena, part[i].count, sizeof(double));
        taken = taken && *part[i].pointer;
    }
    return taken;
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
    made->random.state = def->seed;
    made->best_f = INFINITY;
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
