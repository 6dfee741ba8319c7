/* Inverse kinematics by damped least squares in a box.
 *
 * With r the weighted errors of all targets and J their Jacobian over the chain's coordinates, a step is
 *
 *     d = J' (J J' + lambda 1)^-1 r        lambda = nu r'r + a little        Sugihara 2011, IEEE T-RO 27(5)
 *
 * Coordinates that a step takes out of their range are fixed at the range's end, and the step is solved
 * again for the others. A step that does not bring the targets nearer is repeated with a greater nu
 * (Levenberg and Marquardt). The first nu is computed from the part of r'r that can be reduced, so that it
 * suits targets far away, too.
 *
 * This ends in a local minimum. If that is not at the targets, the chain starts again: from the best of a few
 * random poses within the ranges. If no start reaches the targets, the descent from the best result is
 * continued to its minimum. The error that the chain's length leaves at least is not searched below.
 */
#include "ik.h"

#include <math.h>
#include <string.h>

#include "ik_parts.h"

static const double nu_up = 8, nu_down = 0.25, nu_least = 1e-8, nu_most = 1e9;
static const double least_damping = 1e-10; /* of the trace of J J' */
static const double poor = 0.01;   /* of the possible gain: a start is abandoned when a step gains less */
static const double bottom = 2e-4; /* of the tolerance: where a descent to the bottom ends */
static const int draws = 6;        /* random poses looked at for a restart */

struct KipIk {
    KipIkDef def;
    struct KipArena *arena;
    IkChain chain;
    double *x, *trial, *best; /* nq each: where the descent stands, where it looks, the best so far */
    double *A, *y;            /* rows^2: J J' and its factor; rows: the step seen from the targets */
    double *r;                /* rows: r where the descent stands */
    double *rest;             /* rows: the remaining error after some coordinates are at a bound */
    double *d;                /* ndof: the step */
    bool *stopped;            /* ndof: at its end */
    int iterations;
};

KipIkTarget kip_ik_target(void)
{
    return (KipIkTarget){.orientation = {1, 0, 0, 0}, .weight = 1};
}

KipIkDef kip_ik_def(void)
{
    return (KipIkDef){.tolerance = 1e-4,
                      .turn_tolerance = 1e-3,
                      .max_iterations = 600,
                      .restarts = 20,
                      .targets = 8,
                      .seed = 1};
}

static KipStatus check_def(const KipIkDef *def, KipError *error)
{
    if (!(def->tolerance > 0 && def->tolerance < INFINITY) ||
        !(def->turn_tolerance > 0 && def->turn_tolerance < INFINITY))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "the tolerances of inverse kinematics are %g m and %g rad; both are above 0",
                        def->tolerance, def->turn_tolerance);
    if (def->max_iterations < 1 || def->restarts < 0 || def->targets < 1 || def->targets > 1000)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "inverse kinematics needs iterations, no negative number of restarts, and 1 to 1000 "
                        "targets, not %d, %d and %d",
                        def->max_iterations, def->restarts, def->targets);
    return KIP_OK;
}

KipStatus kip_ik_create(const KipModel *model, const KipIkDef *def, KipIk **ik, KipError *error)
{
    *ik = NULL;
    KipIkDef standard = kip_ik_def();
    if (!def)
        def = &standard;
    KipStatus status = check_def(def, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(def->allocator);
    KipIk *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    size_t rows = 6 * (size_t)def->targets, nq = (size_t)model->nq, nv = (size_t)model->nv;
    bool complete = made && kip_ik_chain_take(&made->chain, model, def->targets, arena);
    if (complete) {
        made->def = *def;
        made->arena = arena;
        made->chain.turn_length = def->tolerance / def->turn_tolerance;
        made->x = kip_arena_take(arena, nq, sizeof *made->x);
        made->trial = kip_arena_take(arena, nq, sizeof *made->trial);
        made->best = kip_arena_take(arena, nq, sizeof *made->best);
        made->A = kip_arena_take(arena, rows * rows, sizeof *made->A);
        made->y = kip_arena_take(arena, rows, sizeof *made->y);
        made->r = kip_arena_take(arena, rows, sizeof *made->r);
        made->rest = kip_arena_take(arena, rows, sizeof *made->rest);
        made->d = kip_arena_take(arena, nv, sizeof *made->d);
        made->stopped = kip_arena_take(arena, nv, sizeof *made->stopped);
        complete = made->x && made->trial && made->best && made->A && made->y && made->r && made->rest &&
                   made->d && made->stopped;
    }
    if (!complete) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(),
                        "not enough memory for the inverse kinematics of '%s'", model->name);
    }
    *ik = made;
    return KIP_OK;
}

void kip_ik_destroy(KipIk *ik)
{
    if (ik)
        kip_arena_destroy(ik->arena);
}

/* -- one step -------------------------------------------------------------------------------------------- */

static double dot(const double *a, const double *b, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    return sum;
}

/* A = J J' over the columns that are not stopped, lower triangle, plus damping on its diagonal: lambda, which
 * it returns. */
static double normal_matrix(KipIk *ik, double damping)
{
    const IkChain *chain = &ik->chain;
    int m = chain->nrow;
    double trace = 0, *A = ik->A;
    memset(A, 0, (size_t)(m * m) * sizeof *A);
    for (int k = 0; k < chain->ndof; k++) {
        const double *column = chain->J + k * m;
        if (ik->stopped[k])
            continue;
        for (int i = 0; i < m; i++)
            for (int j = 0; j <= i; j++)
                A[i * m + j] += column[i] * column[j];
    }
    for (int i = 0; i < m; i++)
        trace += A[i * m + i];
    damping += least_damping * trace;
    for (int i = 0; i < m; i++)
        A[i * m + i] += damping;
    return damping;
}

/* A y = b by Cholesky's L L', in place; the diagonal holds inverses. */
static void solve(double *A, int m, const double *b, double *y)
{
    for (int i = 0; i < m; i++) {
        double *Li = A + i * m, sum = b[i];
        for (int j = 0; j < i; j++) {
            Li[j] = (Li[j] - dot(Li, A + j * m, j)) * A[j * m + j];
            sum -= Li[j] * y[j];
        }
        Li[i] = 1 / sqrt(Li[i] - dot(Li, Li, i));
        y[i] = sum * Li[i];
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int k = i + 1; k < m; k++)
            y[i] -= A[k * m + i] * y[k];
        y[i] *= A[i * m + i];
    }
}

/* The step d at the last Jacobian. Returns the square of r - J d, which is lambda y. */
static double find_step(KipIk *ik, double nu, double square)
{
    const IkChain *chain = &ik->chain;
    int m = chain->nrow;
    bool again;
    double damping;
    memcpy(ik->rest, ik->r, (size_t)m * sizeof *ik->rest);
    memset(ik->stopped, 0, (size_t)chain->ndof * sizeof *ik->stopped);
    do {
        again = false;
        damping = normal_matrix(ik, nu * square);
        solve(ik->A, m, ik->rest, ik->y);
        for (int k = 0; k < chain->ndof; k++) {
            const double *column = chain->J + k * m;
            if (ik->stopped[k])
                continue;
            double d = dot(column, ik->y, m);
            if (d > chain->hi[k] || d < chain->lo[k]) {
                d = d > 0 ? chain->hi[k] : chain->lo[k];
                for (int i = 0; i < m; i++)
                    ik->rest[i] -= d * column[i];
                ik->stopped[k] = again = true;
            }
            ik->d[k] = d;
        }
    } while (again);
    return damping * damping * dot(ik->y, ik->y, m);
}

/* -- descent --------------------------------------------------------------------------------------------- */

static bool reached(const KipIk *ik)
{
    double t = ik->def.tolerance, a = ik->def.turn_tolerance;
    return ik->chain.error2 <= t * t && ik->chain.turn2 <= a * a;
}

/* The decrease of r'r by which a step must improve for the descent to continue. */
static double enough(const KipIk *ik, double square, bool to_bottom)
{
    double least = bottom * ik->def.tolerance * sqrt(square);
    return to_bottom ? least : fmax(least, poor * (square - ik->chain.floor));
}

/* One step from x, where r'r is `square`, with nu raised until it gains. Returns r'r at the new x, or the old
 * if nothing is gained. */
static double descend_once(KipIk *ik, double square, double least, int most, double *nu)
{
    IkChain *chain = &ik->chain;
    double expected, found;
    memcpy(ik->r, chain->residual, (size_t)chain->nrow * sizeof *ik->r);
    kip_ik_chain_jacobian(chain, ik->x);
    do {
        ik->iterations++;
        expected = find_step(ik, *nu, square);
        kip_ik_chain_move(chain, ik->x, ik->d, ik->trial);
        found = kip_ik_chain_place(chain, ik->trial);
        if (found < square) {
            double *x = ik->x;
            ik->x = ik->trial;
            ik->trial = x;
            *nu = fmax(nu_down * *nu, nu_least);
            return found;
        }
        *nu *= nu_up;
    } while (*nu < nu_most && expected < square - least && ik->iterations < most);
    return kip_ik_chain_place(chain, ik->x);
}

/* Descends from x, at which the chain is placed and r'r is `square`, until the targets are reached, a step does not improve
 * enough, or iterations run out, half of which are for the final descent. Returns r'r. */
static double descend(KipIk *ik, double square, bool to_bottom)
{
    int most = to_bottom ? ik->def.max_iterations : ik->def.max_iterations / 2;
    double nu = fmax(1 - ik->chain.floor / square, nu_least), least, before = INFINITY;
    while (!reached(ik) && ik->iterations < most) {
        least = enough(ik, square, to_bottom);
        if (!(before - square > least))
            break;
        before = square;
        square = descend_once(ik, square, least, most, &nu);
    }
    return square;
}

/* A random pose into x, placed: the best of a few. */
static double draw(KipIk *ik, const double *q, KipRandom *random)
{
    IkChain *chain = &ik->chain;
    double least = INFINITY;
    kip_ik_chain_copy(chain, q, ik->trial);
    for (int i = 0; i < draws; i++) {
        kip_ik_chain_draw(chain, random, ik->trial);
        double square = kip_ik_chain_place(chain, ik->trial);
        if (square < least) {
            kip_ik_chain_copy(chain, ik->trial, ik->x);
            least = square;
        }
    }
    return kip_ik_chain_place(chain, ik->x);
}

/* Solves from the pose, with up to so many restarts, into x, at which the chain is placed. Returns their number. */
static int search(KipIk *ik, const double *q, int most)
{
    IkChain *chain = &ik->chain;
    KipRandom random = {ik->def.seed};
    int restarts = 0;
    kip_ik_chain_copy(chain, q, ik->x);
    kip_ik_chain_clamp(chain, ik->x);
    double least = descend(ik, kip_ik_chain_place(chain, ik->x), false);
    kip_ik_chain_copy(chain, ik->x, ik->best);
    while (!reached(ik) && restarts < most && least - chain->floor > enough(ik, least, true) &&
           ik->iterations < ik->def.max_iterations / 2) {
        double square = descend(ik, draw(ik, q, &random), false);
        restarts++;
        if (square < least || reached(ik)) {
            least = square;
            kip_ik_chain_copy(chain, ik->x, ik->best);
        }
    }
    if (!reached(ik)) {
        kip_ik_chain_copy(chain, ik->best, ik->x);
        descend(ik, kip_ik_chain_place(chain, ik->x), true);
    }
    return restarts;
}

static KipStatus solve_from(KipIk *ik, int most_restarts, double *q, const int *joints, int njoint,
                            const KipIkTarget *target, int ntarget, KipIkResult *result, KipError *error)
{
    if (ntarget < 1 || ntarget > ik->def.targets)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%d targets are given; this inverse kinematics was made for 1 to %d", ntarget,
                        ik->def.targets);
    KipStatus status = kip_ik_chain_build(&ik->chain, q, joints, njoint, target, ntarget, error);
    if (status != KIP_OK)
        return status;
    ik->iterations = 0;
    int restarts = search(ik, q, most_restarts);
    kip_ik_chain_copy(&ik->chain, ik->x, q);
    if (result)
        *result = (KipIkResult){.reached = reached(ik),
                                .error = sqrt(ik->chain.error2),
                                .turn_error = sqrt(ik->chain.turn2),
                                .iterations = ik->iterations,
                                .restarts = restarts};
    return KIP_OK;
}

KipStatus kip_ik_solve(KipIk *ik, double *q, const int *joints, int njoint, const KipIkTarget *target,
                       int ntarget, KipIkResult *result, KipError *error)
{
    return solve_from(ik, ik->def.restarts, q, joints, njoint, target, ntarget, result, error);
}

KipStatus kip_ik_follow(KipIk *ik, double *q, const int *joints, int njoint, const KipIkTarget *target,
                        int ntarget, KipIkResult *result, KipError *error)
{
    return solve_from(ik, 0, q, joints, njoint, target, ntarget, result, error);
}

int kip_ik_chain(const KipModel *model, int body, int base, int *joints)
{
    int n = 0;
    for (int b = body; b != base; b = model->body[b].parent) {
        if (b == 0)
            return -1;
        for (int j = model->body[b].joint + model->body[b].njoint - 1; j >= model->body[b].joint; j--)
            if (model->joint[j].type != KIP_JOINT_FREE)
                joints[n++] = j;
    }
    for (int i = 0; i < n / 2; i++) {
        int j = joints[i];
        joints[i] = joints[n - 1 - i];
        joints[n - 1 - i] = j;
    }
    return n;
}
