/* Largest stable steps for the stiffnesses and inertias of a simulation. Explicit RK4 is stable while
 *
 *     h damping / inertia < 2.78   and   h sqrt(stiffness / inertia) < 2.82
 *
 * on each mode by itself. Here every joint's damper, spring and drive is set against the inertia its axis
 * acts on, 1 / (M^-1)_kk, and every point by which a geom of a lone body would touch the ground against the effective mass in
 * each direction, 1 / (J M^-1 J'), both from ABA's response to a unit force at rest and without gravity. Both get a
 * margin: axes and contacts act together, the pose changes, and against another moving body the effective mass is
 * reduced, by half where both are equal.
 */
#include "quat.h"
#include "sim_parts.h"

static const double damping_limit = 2.7, stiffness_limit = 2.8, joint_margin = 0.8, contact_margin = 0.5;
static const double fall_speed = 5; /* m/s: what contacts are to carry; their damping grows with the depth */
static const double largest_search = 2e7; /* links visited, a few seconds: beyond it no answer is given */

/* Sets one spring and damper on one inertia; keeps it when it is the stiffest. */
static void consider(KipStiffest *worst, double margin, double damping, double stiffness, double inertia,
                     int joint, int geom)
{
    double by_damping = margin * damping_limit * inertia / damping;
    double by_stiffness = margin * stiffness_limit * sqrt(inertia / stiffness);
    if (damping > 0 && by_damping < worst->step)
        *worst = (KipStiffest){by_damping, joint, geom, true, damping, inertia};
    if (stiffness > 0 && by_stiffness < worst->step)
        *worst = (KipStiffest){by_stiffness, joint, geom, false, stiffness, inertia};
}

/* The bodies at the present pose, at rest and without gravity, and unit forces on them. */
typedef struct Push {
    const KipSim *sim;
    KipArena *arena;
    KipDynamics *d;
    double *tau, *a; /* nv */
} Push;

static bool take_push(const KipSim *sim, Push *push)
{
    const KipAllocator *allocator = kip_arena_allocator(sim->arena);
    const size_t nv = (size_t)sim->model->nv;
    *push = (Push){.sim = sim, .arena = kip_arena_create(allocator)};
    if (push->arena) {
        push->tau = kip_arena_take(push->arena, nv, sizeof *push->tau);
        push->a = kip_arena_take(push->arena, nv, sizeof *push->a);
    }
    if (!push->tau || !push->a || kip_dynamics_create(sim->model, allocator, &push->d, NULL) != KIP_OK) {
        kip_arena_destroy(push->arena);
        return false;
    }
    kip_presence_show(sim, push->d);
    kip_dynamics_set(push->d, sim->q, NULL);
    return true;
}

static void leave_push(Push *push)
{
    kip_dynamics_destroy(push->d);
    kip_arena_destroy(push->arena);
}

static void consider_joint(const Push *push, int j, KipStiffest *worst)
{
    const KipSim *sim = push->sim;
    const KipJoint *joint = sim->model->joint + j;
    const KipDrives *drive = &sim->drives;
    for (int k = joint->v; k < joint->v + joint->nv; k++) {
        double damping = joint->damping + drive->damping[k],
               stiffness = joint->stiffness + drive->stiffness[k];
        if (!(damping > 0) && !(stiffness > 0))
            continue;
        push->tau[k] = 1;
        kip_aba(push->d, v3_zero(), NULL, push->tau, push->a, NULL);
        push->tau[k] = 0;
        consider(worst, joint_margin, damping, stiffness, 1 / push->a[k], j, -1);
    }
}

/* The k-th point of a shape by which it would touch a plane, geom frame, and their number. */
static int shape_point(const KipGeom *geom, int k, KipVec3 *point)
{
    const double *s = geom->size;
    *point = v3_zero();
    switch (geom->type) {
    case KIP_GEOM_CAPSULE:
    case KIP_GEOM_CYLINDER:
        *point = v3(0, 0, k ? s[1] : -s[1]);
        return 2;
    case KIP_GEOM_BOX:
        *point = v3(k & 1 ? s[0] : -s[0], k & 2 ? s[1] : -s[1], k & 4 ? s[2] : -s[2]);
        return 8;
    case KIP_GEOM_PLANE:
        return 0;
    case KIP_GEOM_SPHERE:
    case KIP_GEOM_ELLIPSOID:
        break;
    }
    return 1;
}

static const Surface still = {.mass = INFINITY};

/* A point of the geom pushed up, and rubbed along x and y. */
static void consider_point(const Push *push, int g, KipVec3 centre, KipStiffest *worst)
{
    const KipSim *sim = push->sim;
    KipDynamics *d = push->d;
    const KipGeom *geom = sim->model->geom + g;
    KipMat3 R = d->world[geom->body].R;
    double radius = geom->type == KIP_GEOM_BOX ? 0 : geom->size[0];
    KipVec3 down = v3_scale(-radius, m3_apply_t(R, v3(0, 0, 1)));
    KipVec3 point = v3_add(v3_add(geom->pos, q_rotate(geom->quat, centre)), down); /* body frame */
    KipVec3 arm = v3_sub(point, d->model->tree->link[geom->body].shift);
    const ContactLaw law = kip_surface_law(sim->surface + g, &still);
    const KipVec3 direction[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    for (int i = 0; i < 3; i++) {
        bool rubs = i < 2;
        double answer;
        kip_dynamics_add_force(d, geom->body, direction[i], v3_zero(), point);
        kip_aba(d, v3_zero(), NULL, push->tau, push->a, NULL);
        kip_dynamics_clear_forces(d);
        Motion a = d->link[geom->body].a;
        answer = v3_dot(direction[i], m3_apply(R, v3_add(a.v, v3_cross(a.w, arm))));
        double deep = fall_speed * sqrt(law.kn / answer); /* kn d, d the depth that a fall leads to */
        double bounce = law.c * deep / (law.leaves > 0 ? fall_speed : 1);
        if (answer > 1e-12) /* else its joints do not allow it, as of a planar robot sideways */
            consider(worst, contact_margin, rubs ? law.ct : bounce, rubs ? law.kt : law.kn, 1 / answer, -1,
                     g);
    }
}

/* A limb's contacts are made no stiffer than a step carries: kip_contact_soften. */
static bool can_touch(const KipSim *sim, int g)
{
    const KipGeom *geom = sim->model->geom + g;
    return sim->contacts && sim->tree[sim->tree_of[geom->body]].single &&
           !sim->model->tree->link[geom->body].is_static && (geom->contype | geom->conaffinity);
}

KipStiffest kip_sim_stiffest(const KipSim *sim)
{
    const KipModel *model = sim->model;
    KipStiffest worst = {INFINITY, -1, -1, false, 0, 0};
    if (sim->method->implicit || ((double)model->nv + 12.0 * model->ngeom) * model->nbody > largest_search)
        return worst;
    Push push;
    if (!take_push(sim, &push))
        return worst;
    for (int j = 0; j < model->njoint; j++)
        consider_joint(&push, j, &worst);
    for (int g = 0; g < model->ngeom; g++) {
        KipVec3 point;
        if (can_touch(sim, g))
            for (int k = 0; k < shape_point(model->geom + g, k, &point); k++)
                consider_point(&push, g, point, &worst);
    }
    leave_push(&push);
    return worst;
}
