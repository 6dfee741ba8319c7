/* Masks of forces, and gravity that is not the model's. See sim_parts.h for the formulas. */
#include "arm.h"
#include "force.h"
#include "mask.h"

/* -- asked from outside ---------------------------------------------------------------------------------- */

void kip_sim_set_mask(KipSim *sim, int body, unsigned kinds, unsigned axes)
{
    int64_t *mask = sim->mask + body;
    for (int kind = KIP_FROM_CONTACTS; kind <= KIP_FROM_PUSHES; kind *= 2) {
        int shift = 6 * (kind >> 1);
        if (kinds & (unsigned)kind)
            *mask = (*mask & ~((int64_t)mask_everything << shift)) | (int64_t)(axes & mask_everything)
                                                                         << shift;
    }
    kip_sim_refresh(sim);
}

unsigned kip_sim_mask(const KipSim *sim, int body, KipForceKind kind)
{
    return mask_of(sim, body, kind);
}

bool kip_masks_are_any(const KipSim *sim)
{
    for (int i = 1; i < sim->model->nbody; i++)
        if (sim->mask[i])
            return true;
    return false;
}

bool kip_masks_are_sound(const KipSim *sim)
{
    for (int i = 0; i < sim->model->nbody; i++)
        if (sim->mask[i] < 0 || sim->mask[i] >= INT64_C(1) << 18)
            return false;
    return true;
}

void kip_sim_scale_gravity(KipSim *sim, double factor)
{
    *sim->gravity_scale = factor;
    kip_sim_refresh(sim);
}

double kip_sim_gravity_scale(const KipSim *sim)
{
    return *sim->gravity_scale;
}

bool kip_sim_is_modified(const KipSim *sim)
{
    return *sim->nconstraint > 0 || *sim->gravity_scale != 1 || kip_springs_are_any(sim) ||
           kip_masks_are_any(sim);
}

double kip_sim_friction_scale(const KipSim *sim)
{
    return *sim->friction_scale;
}

KipStatus kip_sim_scale_friction(KipSim *sim, double factor, KipError *error)
{
    if (!(factor >= 0 && factor <= 1e3))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "friction is scaled by 0 to 1000, not by %g",
                        factor);
    *sim->friction_scale = factor;
    return KIP_OK;
}

/* -- forces ---------------------------------------------------------------------------------------------- */

static KipVec3 centre_of(const KipDynamics *d, int body)
{
    return kip_point_position(d, body, d->model->body[body].com);
}

Force kip_mask_wrench(const KipDynamics *d, int body, unsigned mask, KipVec3 point, KipVec3 f, KipVec3 n)
{
    KipVec3 moment = v3_add(n, v3_cross(v3_sub(point, centre_of(d, body)), f));
    return force(mask_leave(mask >> 3, moment), mask_leave(mask, f));
}

void kip_mask_push(KipDynamics *d, int body, Force wrench)
{
    arm_push(d, body, mask_centre(d, body), wrench.f);
    d->external[body].n = v3_add(d->external[body].n, m3_apply_t(d->world[body].R, wrench.n));
}

void kip_mask_account(KipSim *sim, int body, Force wrench, const Stage *stage, double *work)
{
    kip_load_account(sim, body, wrench, sim->model->body[body].com, stage, work);
}

/* -- impedances ------------------------------------------------------------------------------------------ */

KipVec3 kip_mask_acceleration(const KipDynamics *d, int body, unsigned mask, KipVec3 arm, KipVec3 known)
{
    KipMat3 R = d->world[body].R;
    KipVec3 centre = mask_centre(d, body), s = m3_apply(R, v3_sub(arm, centre));
    KipVec3 of_centre = arm_known(d, body, centre), turning = m3_apply(R, d->link[body].a.w);
    KipVec3 a = mask_motion(mask, arm_acceleration(d, body, centre, of_centre), turning, s);
    return v3_add(a, m3_apply(R, v3_sub(known, of_centre)));
}

/* The axes that three bits leave, in the link's axes. */
static KipMat3 left_axes(KipMat3 R, unsigned axes)
{
    return s3_full(s3_rotate(m3_transpose(R), s3_diagonal(!(axes & 1), !(axes & 2), !(axes & 4))));
}

/* With P, Q in the link's axes, c the centre of mass and s from there to the point, the impedance acts on P a + G w', a of
 * the link's origin, G = -P [c] - [s] Q, and terms of velocities and gravity. */
void kip_mask_impede(const KipDynamics *d, const Impedance *z)
{
    LinkState *link = d->link + z->body;
    KipMat3 R = d->world[z->body].R, Z = s3_full(z->Z), P = left_axes(R, z->mask),
            Q = left_axes(R, z->mask >> 3u);
    KipVec3 c = mask_centre(d, z->body), s = v3_sub(z->r, c), of_centre = arm_known(d, z->body, c);
    KipMat3 Gt = m3_add(m3_cross(c, P), m3_transpose(m3_cross(v3_neg(s), Q)));
    KipMat3 GtZ = m3_mul(Gt, Z), PZ = m3_mul(P, Z);
    KipVec3 centre = v3_add(of_centre, m3_apply_t(R, d->gravity));
    KipVec3 known = v3_add(m3_apply(P, centre), v3_sub(z->known, of_centre));
    link->A.J = s3_add(link->A.J, s3_product_t(GtZ, Gt));
    link->A.H = m3_add(link->A.H, m3_mul(GtZ, P));
    link->A.M = s3_add(link->A.M, s3_product_t(PZ, P));
    link->p = force_add(link->p, force(m3_apply(GtZ, known), m3_apply(PZ, known)));
}

/* -- gravity --------------------------------------------------------------------------------------------- */

/* The difference between the gravity on a body and the model's. */
static KipVec3 missing_weight(const KipSim *sim, int body)
{
    KipVec3 g = v3_scale(sim->model->body[body].mass, sim->d->gravity);
    return v3_sub(mask_leave(mask_of(sim, body, KIP_FROM_GRAVITY), g), g);
}

static bool is_masked(const KipSim *sim, int body)
{
    return mask_of(sim, body, KIP_FROM_GRAVITY) && !sim->d->absent[body] &&
           !sim->model->tree->link[body].is_static;
}

/* Applies the masked part of gravity as forces on d's bodies. */
static void press(KipSim *sim, const Stage *stage)
{
    (void)stage;
    for (int i = 1; sim->masked && i < sim->model->nbody; i++)
        if (is_masked(sim, i))
            kip_mask_push(sim->d, i, force(v3_zero(), missing_weight(sim, i)));
}

/* Accounts the work of the difference from the model's gravity, and the impulse of its masked part. */
static void account(KipSim *sim, const Stage *stage)
{
    double time = stage->method->weight[stage->index] * stage->h, more = *sim->gravity_scale - 1;
    if (more != 0)
        sim->work->gravity += time * more * v3_dot(sim->model->gravity, kip_linear_momentum(sim->d));
    for (int i = 1; sim->masked && i < sim->model->nbody; i++)
        if (is_masked(sim, i))
            kip_mask_account(sim, i, force(v3_zero(), missing_weight(sim, i)), stage, &sim->work->gravity);
}

static int loads(const KipSim *sim)
{
    return sim->model->nbody;
}

static void list(LoadList *list)
{
    const KipModel *model = list->sim->model;
    const double scale = *list->sim->gravity_scale;
    for (int i = 1; (scale != 1 || list->sim->masked) && i < model->nbody; i++) {
        const KipVec3 weight = v3_scale(model->body[i].mass, model->gravity);
        const KipVec3 acts = v3_scale(scale, mask_leave(mask_of(list->sim, i, KIP_FROM_GRAVITY), weight));
        kip_load_add(list,
                     (KipLoad){KIP_LOAD_GRAVITY, i, i, 0, model->body[i].com, .force = v3_sub(acts, weight)});
    }
}

const ForceKind kip_gravity_kind = {.work = "work of modified gravity",
                                    .given = true,
                                    .loads = loads,
                                    .press = press,
                                    .account = account,
                                    .list = list};
