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

#include "sim_parts.h"
#include "quat.h"

/* m c of a link about a point, world axes. */
static inline KipVec3 link_first(const KipDynamics *d, int i, KipVec3 about)
{
    const Inertia *I = &d->model->tree->link[i].I;
    return v3_add_scaled(m3_apply(d->world[i].R, I->h), I->m, v3_sub(d->world[i].p, about));
}

static inline Force link_momentum(const KipDynamics *d, int i, KipVec3 about)
{
    const WorldPose *pose = d->world + i;
    Force h = inertia_apply(d->model->tree->link[i].I, d->link[i].v);
    KipVec3 p = m3_apply(pose->R, h.f);
    return force(v3_add(m3_apply(pose->R, h.n), v3_cross(v3_sub(pose->p, about), p)), p);
}

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

KIP_TWICE void kip_momentum_measure(KipSim *sim)
{
    if (!sim->method->keeps_momentum)
        return;
    for (int t = 0; t < sim->ntree; t++) {
        int root = sim->tree[t].root;
        sim->tree[t] = (Tree){.root = root,
                              .moves = sim->tree[t].moves,
                              .single = sim->tree[t].single,
                              .floats = floats(sim, root),
                              .about = sim->d->world[root].p};
    }
    for (int i = 1; i < sim->model->nbody; i++) {
        Tree *tree = sim->tree + sim->tree_of[i];
        if (!tree->floats)
            continue;
        tree->mass += sim->model->tree->link[i].I.m;
        tree->first = v3_add(tree->first, link_first(sim->d, i, tree->about));
        tree->momentum = force_add(tree->momentum, link_momentum(sim->d, i, tree->about));
    }
}

void kip_load_account(KipSim *sim, int body, Force wrench, KipVec3 point, double time, double *work)
{
    const KipDynamics *d = sim->d;
    *work += time * (v3_dot(wrench.f, kip_point_velocity(d, body, point)) +
                     v3_dot(wrench.n, kip_body_angular_velocity(d, body)));
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

/* Moves the tree so that its centre of mass has moved by momentum and impulse. */
static void keep_centre(KipSim *sim, const Tree *tree, KipVec3 first, double h)
{
    KipDynamics *d = sim->d;
    KipVec3 wanted = v3_add(v3_add_scaled(tree->first, h, tree->momentum.f), tree->shift);
    double *q = root_q(sim, sim->q, tree);
    v3_store(q, v3_add_scaled(v3_from(q), 1 / tree->mass, v3_sub(wanted, first)));
    v3_store(root_q(sim, d->q, tree), v3_from(q));
    d->link[tree->root].r = v3_from(q);
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

KIP_TWICE void kip_momentum_keep(KipSim *sim, double h)
{
    KipDynamics *d = sim->d;
    bool any = false;
    if (!sim->method->keeps_momentum)
        return;
    for (int t = 0; t < sim->ntree; t++) {
        any = any || sim->tree[t].floats;
        sim->inertia[t] = (Inertia){0};
        sim->momentum[t] = force(v3_zero(), v3_zero());
    }
    if (!any)
        return;
    for (int i = 1; i < sim->model->nbody; i++) {
        Inertia *I = sim->inertia + sim->tree_of[i];
        I->h = v3_add(I->h, link_first(d, i, sim->tree[sim->tree_of[i]].about));
    }
    for (int t = 0; t < sim->ntree; t++) {
        if (sim->tree[t].floats)
            keep_centre(sim, sim->tree + t, sim->inertia[t].h, h);
        sim->inertia[t] = (Inertia){0};
    }
    kip_world_places(d);
    for (int i = 1; i < sim->model->nbody; i++) {
        const Tree *tree = sim->tree + sim->tree_of[i];
        Inertia *I = sim->inertia + sim->tree_of[i];
        Force *p = sim->momentum + sim->tree_of[i];
        if (!tree->floats)
            continue;
        *I = inertia_add(*I, inertia_to_parent(d->world[i].R, v3_sub(d->world[i].p, tree->about),
                                               sim->model->tree->link[i].I));
        *p = force_add(*p, link_momentum(d, i, tree->about));
    }
    for (int t = 0; t < sim->ntree; t++)
        if (sim->tree[t].floats)
            keep_momentum(sim, sim->tree + t, sim->inertia + t, sim->momentum[t]);
    memcpy(d->v, sim->v, (size_t)sim->model->nv * sizeof *d->v);
    kip_velocity_pass(d, sim->v);
}
