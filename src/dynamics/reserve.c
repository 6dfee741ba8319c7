/* The reserves of geoms: for how long the near pairs that the broad phase has found remain those that may touch. A geom has spent
 * its reserve once a point of it may be outside its bounds before the next step is over. */
#include <math.h>
#include <string.h>

#include "sim_parts.h"

static const double slack = 1e-3; /* m */
/* The reserve: so far, and so many steps at its speed. With the slots that stay (kip_contact_go_on) they take 5 % of the
 * instructions from a standing step and from a lying one; a reserve of half the size takes 1 % less from them, and from pushes.py. */
static const double reserved = 2e-3; /* m */
static const double reserved_steps = 4;

static inline double speed_of(const KipSim *sim, int g)
{
    const LinkState *s = sim->d->link + sim->model->geom[g].body;
    return v3_length(s->v.v) + v3_length(s->v.w) * sim->place[g].reach;
}

/* How far what moves at a speed gets within the next step, m. */
static inline double way(const KipSim *sim, double speed)
{
    return 1.5 * sim->h * speed + slack;
}

KIP_TWICE double kip_reserve_room(const KipSim *sim, int g, bool with_reserve)
{
    const double speed = speed_of(sim, g);
    const double more = with_reserve ? reserved + reserved_steps * sim->h * speed : 0;
    return way(sim, speed) + more;
}

/* -- by geom --------------------------------------------------------------------------------------------- */

/* The upper bound of the distance by which a point of the geom has moved since the near pairs were found: that of its link's
 * origin, and of the turn by an angle 2 sin(angle / 2), which is the norm of the difference of the axes divided by sqrt 2. */
static inline double moved(const KipSim *sim, int g)
{
    static const double by_turn = 0.70710679; /* rounded up */
    const int body = sim->model->geom[g].body;
    const WorldPose *now = sim->d->world + body, *then = sim->found_at + body;
    const KipMat3 *a = &now->R, *b = &then->R;
    const KipVec3 x = v3(a->xx - b->xx, a->yx - b->yx, a->zx - b->zx),
                  y = v3(a->xy - b->xy, a->yy - b->yy, a->zy - b->zy),
                  z = v3(a->xz - b->xz, a->yz - b->yz, a->zz - b->zz);
    return v3_length(v3_sub(now->p, then->p)) +
           by_turn * sim->place[g].reach * sqrt(v3_dot(x, x) + v3_dot(y, y) + v3_dot(z, z));
}

/* Whether all geoms have some, and how much. */
KIP_TWICE static bool geoms_have(KipSim *sim)
{
    for (int t = 0; t < sim->ntree; t++)
        sim->reserve[t].left = INFINITY;
    for (int i = 0; i < sim->nsweep; i++) {
        const int g = sim->sweep[i], body = sim->model->geom[g].body;
        if (sim->bounds[6 * g] == INFINITY || sim->model->tree->link[body].is_static)
            continue;
        const double way_since = moved(sim, g);
        Reserve *reserve = sim->reserve + sim->tree_of[body];
        if (!(way_since + way(sim, speed_of(sim, g)) <= sim->room[g]))
            return false;
        const double left = sim->room[g] - way_since;
        reserve->left = left < reserve->left ? left : reserve->left;
    }
    memcpy(sim->tested_q, sim->d->q, (size_t)sim->model->nq * sizeof *sim->tested_q);
    return true;
}

/* -- by tree --------------------------------------------------------------------------------------------- */

/* The sum of lever |x - from|, of n numbers; from NULL: 0. In four parts, which the processor adds side by side. */
static inline double swept(const double *restrict lever, const double *restrict x,
                           const double *restrict from, int n)
{
    double sum[4] = {0};
    int i = 0;
    for (; i + 4 <= n; i += 4)
        for (int k = 0; k < 4; k++)
            sum[k] += lever[i + k] * fabs(from ? x[i + k] - from[i + k] : x[i + k]);
    for (; i < n; i++)
        sum[0] += lever[i] * fabs(from ? x[i] - from[i] : x[i]);
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/* Whether all geoms of all trees have some left, by the sum of what coordinates since the last test by geom, and their rates,
 * move any of them by. So it is as a rule while a character stands or lies: this takes 2 % of the instructions from a standing or lying
 * step, 3 % from a batch's. */
KIP_TWICE static bool trees_have(KipSim *sim)
{
    static const double rounding = 1e-9; /* m, and relative: more than that of the test by geom */
    const KipDynamics *d = sim->d;
    for (int t = 0; t < sim->ntree; t++)
        sim->reserve[t].spent = way(sim, 0) + rounding;
    for (int r = 0; r < sim->nrun; r++) {
        const AxisRun *run = sim->run + r;
        const int q = run->q, v = run->first;
        sim->reserve[run->tree].spent +=
            swept(sim->lever_q + q, d->q + q, sim->tested_q + q, run->q_end - q) +
            1.5 * sim->h * swept(sim->lever_v + v, d->v + v, NULL, run->end - v);
    }
    for (int r = 0; r < sim->nrun; r++) {
        const Reserve *reserve = sim->reserve + sim->run[r].tree;
        if (!(reserve->spent * (1 + rounding) <= reserve->left))
            return false;
    }
    return true;
}

KIP_TWICE bool kip_reserves_hold(KipSim *sim)
{
    return trees_have(sim) || geoms_have(sim);
}

/* The levers of a body's joints, of which no point of a geom that they move is farther away than `lever`: a turn about any axis
 * moves it by no more than the angle times that. An angle is at most twice what a quaternion changes by. */
static void set_levers(KipSim *sim, int body, double lever)
{
    const KipModel *model = sim->model;
    for (int j = model->body[body].joint; j < model->body[body].joint + model->body[body].njoint; j++) {
        const KipJoint *joint = model->joint + j;
        const int free = joint->type == KIP_JOINT_FREE ? 3 : 0;
        const double turn = joint->type == KIP_JOINT_HINGE || joint->type == KIP_JOINT_SLIDE ? 1 : 2;
        for (int k = 0; k < joint->nq; k++)
            sim->lever_q[joint->q + k] = k < free ? 1 : turn * lever;
        for (int k = 0; k < joint->nv; k++)
            sim->lever_v[joint->v + k] = k < free ? 1 : lever;
    }
}

void kip_reserves_begin(KipSim *sim)
{
    const KipModel *model = sim->model;
    double *lever = sim->lever;
    for (int g = 0; g < model->ngeom; g++)
        lever[model->geom[g].body] = fmax(lever[model->geom[g].body], sim->place[g].reach);
    for (int i = model->nbody - 1; i > 0; i--) {
        const Link *link = model->tree->link + i;
        if (link->kind == LINK_GENERAL)
            lever[i] = INFINITY; /* its origin is no anchor: left to the test by geom */
        set_levers(sim, i, lever[i]);
        lever[link->parent] = fmax(lever[link->parent], v3_length(link->r0) + lever[i]);
    }
}
