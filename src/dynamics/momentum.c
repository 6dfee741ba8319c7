/* Correction of momentum to rounding errors.
 *
 * Linear and angular momentum of a floating tree change by the impulse of the external forces alone, whatever
 * its joints do, and its centre of mass moves by the linear one. Runge-Kutta methods keep this only to their
 * order, because momentum is no linear function of q and v. So the impulse of gravity, contacts, rows and external
 * forces is summed with the method's own weights, and at the end of a step the root's pose and velocity are
 * corrected (in the order of the method's error) so that the centre of mass and the momentum agree with it.
 * Contacts push two trees oppositely at one point, so the total is kept.
 * Moments are about the root's place at the step's start, because far from the world's origin they would lose
 * digits.
 */
#include <string.h>

#include "arm.h"
#include "sim_parts.h"
#include "quat.h"

/* A lock or a motor on one of the root's own rates. */
static bool root_is_held(const KipSim *sim, const KipJoint *joint)
{
    for (int i = 0; *sim->nconstraint && i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if ((c->type == KIP_LOCK || c->type == KIP_MOTOR) && c->dof >= joint->v &&
            c->dof < joint->v + joint->nv)
            return true;
    }
    return false;
}

static bool floats(const KipSim *sim, int root)
{
    const KipModel *model = sim->model;
    const KipJoint *joint = model->joint + model->body[root].joint;
    return model->tree->link[root].kind == LINK_FREE && joint->damping == 0 && joint->stiffness == 0 &&
           joint->armature == 0 && !sim->d->prescribed[joint->v] && !sim->d->absent[root] &&
           !root_is_held(sim, joint);
}

/* What is summed of each tree, from nothing on; returns whether anything is. */
static bool begin_sums(KipSim *sim)
{
    bool any = false;
    for (int t = 0; t < sim->ntree; t++) {
        sim->sum[t] = (TreeSum){.counts = sim->tree[t].floats, .about = sim->tree[t].about};
        any = any || sim->tree[t].floats;
    }
    return any;
}

static void begin_measure(KipSim *sim)
{
    for (int t = 0; t < sim->ntree; t++) {
        int root = sim->tree[t].root;
        sim->tree[t] = (Tree){.root = root,
                              .moves = sim->tree[t].moves,
                              .single = sim->tree[t].single,
                              .floats = floats(sim, root),
                              .about = sim->d->world[root].p};
    }
    begin_sums(sim);
}

static void end_measure(KipSim *sim)
{
    for (int t = 0; t < sim->ntree; t++) {
        const TreeSum *sum = sim->sum + t;
        Tree *tree = sim->tree + t;
        tree->mass = sum->I.m, tree->first = sum->I.h, tree->momentum = sum->momentum;
    }
}

void kip_momentum_measure(const Crew *crew)
{
    if (!crew->sim[0]->method->keeps_momentum)
        return;
    for (int i = 0; i < crew->n; i++)
        begin_measure(crew->sim[i]);
    kip_crew_sum(crew, SUM_MOMENTA);
    for (int i = 0; i < crew->n; i++)
        end_measure(crew->sim[i]);
}

void kip_load_account(KipSim *sim, int body, Force wrench, KipVec3 point, const Stage *stage, double *work)
{
    const KipDynamics *d = sim->d;
    const double time = stage->method->weight[stage->index] * stage->h, half = stage_half(stage);
    const KipVec3 arm = v3_sub(point, d->model->tree->link[body].shift),
                  a = arm_acceleration(d, body, arm, arm_known(d, body, arm)),
                  turning = m3_apply(d->world[body].R, d->link[body].a.w);
    *work += time * (v3_dot(wrench.f, v3_add_scaled(kip_point_velocity(d, body, point), half, a)) +
                     v3_dot(wrench.n, v3_add_scaled(kip_body_angular_velocity(d, body), half, turning)));
    kip_momentum_push(sim, body, wrench.f, wrench.n, kip_point_position(d, body, point));
}

/* Gravity pulls at the centre of mass, whose motion is the method's own on m c' = p, p' = f. */
static void account_tree(KipSim *sim, const Stage *stage, Tree *tree)
{
    const Method *method = stage->method;
    KipVec3 g = sim->d->gravity;
    double h = stage->h, lead = method->lead[stage->index], weight = method->weight[stage->index];
    KipVec3 first = v3_add_scaled(tree->first, lead * h, tree->stage_momentum);
    Force f = force_add(tree->now, force(v3_cross(first, g), v3_scale(tree->mass, g)));
    tree->stage_momentum = v3_add_scaled(tree->momentum.f, lead * h, tree->stage_force);
    tree->stage_force = f.f;
    tree->impulse = force_add(tree->impulse, force(v3_scale(weight * h, f.n), v3_scale(weight * h, f.f)));
    tree->shift = v3_add_scaled(tree->shift, method->moved[stage->index] * h * h, f.f);
    tree->now = force(v3_zero(), v3_zero());
}

void kip_momentum_account(KipSim *sim, const Stage *stage)
{
    for (int t = 0; t < sim->ntree; t++)
        if (sim->tree[t].floats)
            account_tree(sim, stage, sim->tree + t);
}

static double *root_q(KipSim *sim, double *q, const Tree *tree)
{
    return q + sim->model->tree->link[tree->root].q;
}

/* Moves the trees so that their centres of mass have moved by momentum and impulse. */
static void keep_centres(KipSim *sim, double h)
{
    KipDynamics *d = sim->d;
    for (int t = 0; t < sim->ntree; t++) {
        const Tree *tree = sim->tree + t;
        if (!tree->floats)
            continue;
        KipVec3 wanted = v3_add(v3_add_scaled(tree->first, h, tree->momentum.f), tree->shift);
        double *q = root_q(sim, sim->q, tree);
        v3_store(q, v3_add_scaled(v3_from(q), 1 / tree->mass, v3_sub(wanted, sim->sum[t].I.h)));
        v3_store(root_q(sim, d->q, tree), v3_from(q));
        d->link[tree->root].r = v3_from(q);
    }
    begin_sums(sim);
}

/* The tree as one rigid body is given the momentum that is missing. */
static void keep_momentum(KipSim *sim, const Tree *tree, const Inertia *I, Force now)
{
    const Link *link = sim->model->tree->link + tree->root;
    const WorldPose *pose = sim->d->world + tree->root;
    double *v = sim->v + link->v;
    Force missing = force_sub(force_add(tree->momentum, tree->impulse), now);
    KipVec3 c = v3_scale(1 / I->m, I->h), linear = v3_scale(1 / I->m, missing.f);
    KipSym3 about_c = s3_sub(I->I, s3_point_mass(I->m, c));
    KipVec3 turn = s3_apply(s3_inverse(about_c), v3_sub(missing.n, v3_cross(c, missing.f)));
    linear = v3_add(linear, v3_cross(turn, v3_sub(v3_sub(pose->p, tree->about), c)));
    v3_store(v, v3_add(v3_from(v), linear));
    v3_store(v + 3, v3_add(v3_from(v + 3), m3_apply_t(pose->R, turn)));
}

KIP_TWICE static void keep_momenta(KipSim *sim)
{
    for (int t = 0; t < sim->ntree; t++)
        if (sim->tree[t].floats)
            keep_momentum(sim, sim->tree + t, &sim->sum[t].I, sim->sum[t].momentum);
    memcpy(sim->d->v, sim->v, (size_t)sim->model->nv * sizeof *sim->v);
}

void kip_momentum_keep(const Crew *crew, double h)
{
    bool any = false;
    if (!crew->sim[0]->method->keeps_momentum)
        return;
    for (int i = 0; i < crew->n; i++)
        any = begin_sums(crew->sim[i]) || any;
    if (!any)
        return;
    kip_crew_sum(crew, SUM_FIRSTS);
    for (int i = 0; i < crew->n; i++)
        keep_centres(crew->sim[i], h);
    kip_crew_move_places(crew);
    kip_crew_sum(crew, SUM_INERTIAS);
    for (int i = 0; i < crew->n; i++)
        keep_momenta(crew->sim[i]);
    kip_crew_move_velocities(crew);
}
