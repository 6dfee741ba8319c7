/* Clouds of points, and the differences of frames of motions by them. See graph.h.
 *
 * With sums over all points, weighted, and S the sum of the weights,
 *
 *     dot = sum w (a.x b.x + a.y b.y) - (A.x B.x + A.y B.y) / S
 *     cross = sum w (a.y b.x - a.x b.y) - (A.y B.x - A.x B.y) / S
 *
 * the angle is atan2(cross, dot), and the residual is the spread of both clouds over the ground less 2 sqrt(dot^2 + cross^2),
 * and the differences of height. A window's sums are those of its frames, so that they are added up along diagonals.
 */
#include "graph.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "../dynamics/dynamics.h"
#include "../dynamics/quat.h"
#include "graph_parts.h"

/* -- one cloud on another --------------------------------------------------------------------------------- */

/* Sums over points of two clouds. */
typedef struct Sums {
    double ax, ay, aa, bx, by, bb, dot, cross, height, weight;
} Sums;

static void add_point(Sums *s, double w, KipVec3 a, KipVec3 b)
{
    const double dz = a.z - b.z;
    s->ax += w * a.x, s->ay += w * a.y, s->aa += w * (a.x * a.x + a.y * a.y);
    s->bx += w * b.x, s->by += w * b.y, s->bb += w * (b.x * b.x + b.y * b.y);
    s->dot += w * (a.x * b.x + a.y * b.y), s->cross += w * (a.y * b.x - a.x * b.y);
    s->height += w * dz * dz, s->weight += w;
}

static KipGroundMove align(const Sums *s, double *square)
{
    const double dot = s->dot - (s->ax * s->bx + s->ay * s->by) / s->weight;
    const double cross = s->cross - (s->ay * s->bx - s->ax * s->by) / s->weight;
    const double spread =
        s->aa + s->bb - (s->ax * s->ax + s->ay * s->ay + s->bx * s->bx + s->by * s->by) / s->weight;
    KipGroundMove move = {.turn = kip_atan2(cross, dot)};
    double sine, cosine;
    kip_sincos(move.turn, &sine, &cosine);
    move.x = (s->ax - s->bx * cosine + s->by * sine) / s->weight;
    move.y = (s->ay - s->bx * sine - s->by * cosine) / s->weight;
    *square = fmax(spread - 2 * sqrt(dot * dot + cross * cross), 0) + s->height;
    return move;
}

KipGroundMove kip_ground_align(const KipVec3 *a, const KipVec3 *b, const double *weight, int n,
                               double *square)
{
    Sums sums = {0};
    for (int i = 0; i < n; i++)
        add_point(&sums, weight[i], a[i], b[i]);
    return align(&sums, square);
}

KipVec3 kip_ground_move(KipGroundMove move, KipVec3 p)
{
    double s, c;
    kip_sincos(move.turn, &s, &c);
    return v3(c * p.x - s * p.y + move.x, s * p.x + c * p.y + move.y, p.z);
}

KipGroundMove kip_ground_after(KipGroundMove second, KipGroundMove first)
{
    const KipVec3 at = kip_ground_move(second, v3(first.x, first.y, 0));
    return (KipGroundMove){first.turn + second.turn, at.x, at.y};
}

/* -- frames ----------------------------------------------------------------------------------------------- */

/* The places of the bodies that the joints move, frame by frame: [][n]. */
typedef struct Clouds {
    int n;
    KipVec3 *point;
} Clouds;

/* Of frames [from, from + n). */
static KipStatus take_clouds(KipArena *arena, const KipMotion *motion, int from, int n, int first, int njoint,
                             Clouds *clouds, KipError *error)
{
    const KipModel *model = motion->model;
    KipDynamics *d = NULL;
    int *body = kip_arena_take(arena, (size_t)njoint, sizeof *body);
    clouds->n = 0;
    clouds->point = kip_arena_room(arena, (size_t)n * (size_t)njoint, sizeof *clouds->point);
    if (!body || !clouds->point)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory for %d frames", n);
    for (int j = first; j < first + njoint; j++)
        if (j == first || model->joint[j].body != model->joint[j - 1].body)
            body[clouds->n++] = model->joint[j].body;
    KipStatus status = kip_dynamics_create(model, kip_arena_allocator(arena), &d, error);
    for (int i = 0; i < n && status == KIP_OK; i++) {
        const size_t frame = (size_t)(from + i);
        kip_dynamics_set(d, motion->q + frame * (size_t)model->nq, motion->v + frame * (size_t)model->nv);
        for (int k = 0; k < clouds->n; k++)
            clouds->point[i * clouds->n + k] = kip_body_position(d, body[k]);
    }
    kip_dynamics_destroy(d);
    return status;
}

static Sums of_frames(const Clouds *a, int i, const Clouds *b, int j)
{
    Sums sums = {0};
    for (int k = 0; k < a->n; k++)
        add_point(&sums, 1, a->point[i * a->n + k], b->point[j * b->n + k]);
    return sums;
}

static Sums sum_of(const Sums *frame, int n)
{
    Sums sum = *frame;
    for (int i = 1; i < n; i++) {
        const Sums *f = frame + i;
        sum.ax += f->ax, sum.ay += f->ay, sum.aa += f->aa, sum.bx += f->bx, sum.by += f->by, sum.bb += f->bb;
        sum.dot += f->dot, sum.cross += f->cross, sum.height += f->height, sum.weight += f->weight;
    }
    return sum;
}

/* Along the diagonal on which frame i of A meets frame i + shift of B: the window begins at i, and ends at frame
 * i + shift + window - 1 of B. frame: scratch, the sums of each pair. */
static void compare_diagonal(const Clouds *a, int na, const Clouds *b, int nb, int shift, int window,
                             Sums *frame, double *difference)
{
    const int from = shift < 0 ? -shift : 0, end = na < nb - shift ? na : nb - shift;
    for (int i = from; i < end; i++)
        frame[i - from] = of_frames(a, i, b, i + shift);
    for (int i = from; i + window <= end; i++) {
        const Sums sums = sum_of(frame + i - from, window);
        double square;
        align(&sums, &square);
        difference[i * nb + i + shift + window - 1] = sqrt(square / sums.weight);
    }
}

KipStatus kip_graph_compare(const KipMotion *a, const KipMotion *b, int first, int njoint, int window,
                            double *difference, KipError *error)
{
    if (a->model != b->model || a->period != b->period)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "motions that are compared have one model and one period; here %g s and %g s",
                        a->period, b->period);
    KipArena *arena = kip_arena_create(a->allocator);
    Sums *frame = arena ? kip_arena_take(arena, (size_t)a->nframe, sizeof *frame) : NULL;
    Clouds of_a, of_b;
    if (!frame) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory to compare motions");
    }
    KipStatus status = take_clouds(arena, a, 0, a->nframe, first, njoint, &of_a, error);
    if (status == KIP_OK)
        status = take_clouds(arena, b, 0, b->nframe, first, njoint, &of_b, error);
    if (status == KIP_OK) {
        for (size_t k = 0; k < (size_t)a->nframe * (size_t)b->nframe; k++)
            difference[k] = INFINITY;
        for (int shift = 1 - a->nframe; shift < b->nframe; shift++)
            compare_diagonal(&of_a, a->nframe, &of_b, b->nframe, shift, window, frame, difference);
    }
    kip_arena_destroy(arena);
    return status;
}

KipStatus kip_graph_place(const KipMotion *a, int i, const KipMotion *b, int j, int first, int njoint,
                          int window, KipGroundMove *move, KipError *error)
{
    KipArena *arena = kip_arena_create(a->allocator);
    Clouds of_a, of_b;
    Sums sums = {0};
    double square;
    if (!arena)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory to compare motions");
    KipStatus status = take_clouds(arena, a, i, window, first, njoint, &of_a, error);
    if (status == KIP_OK)
        status = take_clouds(arena, b, j, window, first, njoint, &of_b, error);
    for (int k = 0; k < of_a.n * window && status == KIP_OK; k++)
        add_point(&sums, 1, of_a.point[k], of_b.point[k]);
    if (status == KIP_OK)
        *move = align(&sums, &square);
    kip_arena_destroy(arena);
    return status;
}
