/* Momentum, kept to the last bit.
 *
 * Linear and angular momentum of a tree that floats change by the impulse of the outer forces alone, whatever
 * its joints do, and its centre of mass moves by the linear one. Runge-Kutta methods keep that only to their
 * order, because momentum is no linear function of q and v. So the impulse of gravity, contacts, rows and outer
 * forces is summed with the method's own weights, and at the end of a step the root is moved, and its velocity, by
 * the little (of the order of the method's error) that puts the centre of mass where it must be and makes the
 * momentum what it must be. Contacts push two trees oppositely at one point, so the total is kept.
 * Moments are about where the root was at the step's start, because far from the world's origin they would lose
 * digits.
 */
#include "quat.h"
#include "world.h"

static Force link_momentum(const KipDynamics *d, int i, KipVec3 about)
{
    const WorldPose *pose = d->world + i;
    Force h = inertia_apply(d->model->tree->link[i].I, d->link[i].v);
    KipVec3 p = m3_apply(pose->R, h.f);
    return force(v3_add(m3_apply(pose->R, h.n), v3_cross(v3_sub(pose->p, about), p)), p);
}

static void sum_momenta(KipSim *sim)
{
    for (int t = 0; t < sim->ntree; t++)
        sim->momentum[t] = force(v3_zero(), v3_zero());
    for (int i = 1; i < sim->model->nbody; i++) {
        const Tree *tree = sim->tree + sim->tree_of[i];
        Force *sum = sim->momentum + sim->tree_of[i];
        if (tree->floats)
            *sum = force_add(*sum, link_momentum(sim->d, i, tree->about));
    }
}

/* A lock or a motor on one of the root's own rates. */
static bool root_is_held(const KipSim *sim, const KipJoint *joint)
{
    for (int i = 0; *sim->nconstraint && i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if ((c->type == KIP_LOCK || c->type == KIP_MOTOR) && c->dof >= joint->v && c->dof < joint->v + joint->nv)
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

void kip_momentum_measure(KipSim *sim)
{
    if (!sim->method->keeps_momentum)
        return;
    for (int t = 0; t < sim->ntree; t++) {
        sim->tree[t].floats = floats(sim, sim->tree[t].root);
        sim->tree[t].impulse = force(v3_zero(), v3_zero());
        sim->tree[t].shift = v3_zero();
        sim->tree[t].about = sim->d->world[sim->tree[t].root].p;
    }
    sum_momenta(sim);
    for (int t = 0; t < sim->ntree; t++) {
        sim->tree[t].momentum = sim->momentum[t];
        sim->tree[t].first = v3_zero();
    }
    for (int i = 1; i < sim->model->nbody; i++) {
        const Link *link = sim->model->tree->link + i;
        Tree *tree = sim->tree + sim->tree_of[i];
        KipVec3 arm = v3_sub(sim->d->world[i].p, tree->about);
        KipVec3 own = v3_add_scaled(m3_apply(sim->d->world[i].R, link->I.h), link->I.m, arm);
        tree->first = v3_add(tree->first, own);
    }
}

void kip_momentum_push(KipSim *sim, int body, KipVec3 f, KipVec3 n, KipVec3 point, int stage)
{
    Tree *tree = sim->tree + sim->tree_of[body];
    double time = sim->method->weight[stage] * sim->h;
    KipVec3 given = v3_scale(time, f);
    tree->shift = v3_add_scaled(tree->shift, sim->method->moved[stage] * sim->h * sim->h, f);
    KipVec3 moment = v3_add_scaled(v3_cross(v3_sub(point, tree->about), given), time, n);
    tree->impulse = force_add(tree->impulse, force(moment, given));
}

void kip_momentum_account(KipSim *sim, int stage)
{
    const KipDynamics *d = sim->d;
    double time = sim->method->weight[stage] * sim->h;
    for (int i = 1; i < sim->model->nbody; i++) {
        const External *e = sim->external + i;
        const Link *link = sim->model->tree->link + i;
        Tree *tree = sim->tree + sim->tree_of[i];
        bool pushed = v3_dot(e->force, e->force) + v3_dot(e->torque, e->torque) != 0;
        if (tree->floats) {
            KipVec3 arm = v3_sub(d->world[i].p, tree->about), given = v3_scale(time, d->gravity);
            KipVec3 first = v3_add_scaled(m3_apply(d->world[i].R, link->I.h), link->I.m, arm);
            tree->impulse =
                force_add(tree->impulse, force(v3_cross(first, given), v3_scale(link->I.m, given)));
            tree->shift = v3_add_scaled(tree->shift, sim->method->moved[stage] * sim->h * sim->h * link->I.m,
                                        d->gravity);
        }
        if (pushed && !d->absent[i]) {
            KipVec3 point = kip_point_position(d, i, e->point);
            sim->work->external += time * (v3_dot(e->force, kip_point_velocity(d, i, e->point)) +
                                           v3_dot(e->torque, kip_body_angular_velocity(d, i)));
            kip_momentum_push(sim, i, e->force, e->torque, point, stage);
        }
    }
}

/* Mass, m c and inertia of every floating tree, about what its moments are about, world axes. */
static void sum_inertias(KipSim *sim)
{
    for (int t = 0; t < sim->ntree; t++)
        sim->inertia[t] = (Inertia){0};
    for (int i = 1; i < sim->model->nbody; i++) {
        const WorldPose *pose = sim->d->world + i;
        const Tree *tree = sim->tree + sim->tree_of[i];
        Inertia *I = sim->inertia + sim->tree_of[i];
        if (tree->floats)
            *I = inertia_add(*I, inertia_to_parent(pose->R, v3_sub(pose->p, tree->about),
                                                   sim->model->tree->link[i].I));
    }
}

static double *root_q(KipSim *sim, double *q, const Tree *tree)
{
    return q + sim->model->tree->link[tree->root].q;
}

/* Moves the tree so that its centre of mass has moved by momentum and impulse. */
static void keep_centre(KipSim *sim, const Tree *tree, const Inertia *I)
{
    KipDynamics *d = sim->d;
    KipVec3 first = v3_add(v3_add_scaled(tree->first, sim->h, tree->momentum.f), tree->shift);
    KipVec3 missing = v3_scale(1 / I->m, v3_sub(first, I->h));
    double *q = root_q(sim, sim->q, tree);
    v3_store(q, v3_add(v3_from(q), missing));
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

void kip_momentum_keep(KipSim *sim)
{
    bool any = false;
    for (int t = 0; t < sim->ntree; t++)
        any = any || sim->tree[t].floats;
    if (!sim->method->keeps_momentum || !any)
        return;
    sum_inertias(sim);
    for (int t = 0; t < sim->ntree; t++)
        if (sim->tree[t].floats)
            keep_centre(sim, sim->tree + t, sim->inertia + t);
    kip_world_pass(sim->d);
    sum_inertias(sim);
    sum_momenta(sim);
    for (int t = 0; t < sim->ntree; t++)
        if (sim->tree[t].floats)
            keep_momentum(sim, sim->tree + t, sim->inertia + t, sim->momentum[t]);
    for (int k = 0; k < sim->model->nv; k++)
        sim->d->v[k] = sim->v[k];
    kip_velocity_pass(sim->d, sim->v);
}
