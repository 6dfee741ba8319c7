/* How stiff is a simulation against its inertias? Explicit RK4 is stable while
 *
 *     h damping / inertia < 2.78   and   h sqrt(stiffness / inertia) < 2.82
 *
 * on each mode by itself. Here every joint's damper, spring and drive is set against the inertia its axis
 * feels, 1 / (M^-1)_kk, and every point that can touch a plane against the mass it feels in each
 * direction, 1 / (J M^-1 J'), both from ABA's answer to a unit force at rest and without gravity. Contacts
 * get a margin: several act at once, and the pose changes.
 */
#include <string.h>

#include "world.h"

static const double damping_limit = 2.7, stiffness_limit = 2.8, contact_margin = 0.7;
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

static void consider_joint(KipSim *sim, int j, KipStiffest *worst)
{
    const KipJoint *joint = sim->model->joint + j;
    const KipDrives *drive = &sim->drives;
    for (int k = joint->v; k < joint->v + joint->nv; k++) {
        double damping = joint->damping + drive->damping[k],
               stiffness = joint->stiffness + drive->stiffness[k];
        if (!(damping > 0) && !(stiffness > 0))
            continue;
        sim->tau[k] = 1;
        kip_aba(sim->d, sim->tau, sim->a, NULL);
        sim->tau[k] = 0;
        consider(worst, 1, damping, stiffness, 1 / sim->a[k], j, -1);
    }
}

static void consider_contact(KipSim *sim, const ContactSite *site, KipStiffest *worst)
{
    KipDynamics *d = sim->d;
    const KipVec3 direction[3] = {site->t1, site->t2, site->normal};
    KipMat3 R = d->world[site->body].R;
    KipVec3 point = v3_add_scaled(site->point, -site->radius, m3_apply_t(R, site->normal)); /* body frame */
    KipVec3 arm = v3_sub(point, d->model->tree->link[site->body].shift);
    for (int i = 0; i < 3; i++) {
        double stiffness = kip_contact_stiffness, damping = 0, answer;
        if (i < 2) {
            stiffness = site->friction > 0 ? kip_contact_shear : 0;
            damping = site->friction > 0 ? kip_contact_damping : 0;
        }
        kip_dynamics_add_force(d, site->body, direction[i], v3_zero(), point);
        kip_aba(d, sim->tau, sim->a, NULL);
        kip_dynamics_clear_forces(d);
        Motion a = d->link[site->body].a;
        answer = v3_dot(direction[i], m3_apply(R, v3_add(a.v, v3_cross(a.w, arm))));
        if (answer > 1e-12) /* else its joints do not let it move there: a planar robot sideways */
            consider(worst, contact_margin, damping, stiffness, 1 / answer, -1, site->geom2);
    }
}

KipStiffest kip_sim_stiffest(KipSim *sim)
{
    const KipModel *model = sim->model;
    KipStiffest worst = {INFINITY, -1, -1, false, 0, 0};
    KipVec3 gravity = sim->d->gravity;
    if (((double)model->nv + 3.0 * sim->nsite) * model->nbody > largest_search)
        return worst;
    kip_dynamics_set(sim->d, sim->q, NULL);
    sim->d->gravity = v3_zero();
    memset(sim->tau, 0, (size_t)model->nv * sizeof *sim->tau);
    for (int j = 0; j < model->njoint; j++)
        consider_joint(sim, j, &worst);
    for (int i = 0; i < sim->nsite; i++)
        consider_contact(sim, sim->site + i, &worst);
    sim->d->gravity = gravity;
    kip_sim_refresh(sim);
    return worst;
}
