/* Constraints come and go: making, releasing, looking at them. What they do is in rows.c and close.c. */
#include <string.h>

#include "apart.h"
#include "quat.h"

static const double touch =
    0.005; /* m: contacts push two out of such an overlap at 0.2 m/s, a touch; out of 5 cm at 2 m/s */

static bool is_finite(const double *x, int n)
{
    for (int k = 0; k < n; k++)
        if (!(x[k] - x[k] == 0))
            return false;
    return true;
}

static bool joins_bodies(const KipConstraint *c)
{
    return c->type != KIP_LOCK && c->type != KIP_MOTOR;
}

static bool is_unit(KipVec3 x)
{
    return fabs(v3_length(x) - 1) < 1e-6;
}

/* The mistake in it, or NULL. */
static const char *fault(const KipSim *sim, const KipConstraint *c)
{
    const KipModel *model = sim->model;
    const double part[] = {c->point1.x, c->point1.y, c->point1.z, c->point2.x, c->point2.y, c->point2.z,
                           c->turn.w,   c->turn.x,   c->turn.y,   c->turn.z,   c->normal.x, c->normal.y,
                           c->normal.z, c->target,   c->axis2.x,  c->axis2.y,  c->axis2.z};
    if (c->type <= KIP_NO_CONSTRAINT || c->type > KIP_PARTING)
        return "has a type that does not exist";
    if (!is_finite(part, (int)(sizeof part / sizeof *part)))
        return "has a number that is not finite";
    if (!joins_bodies(c))
        return c->dof < 0 || c->dof >= model->nv ? "names a rate that does not exist"
               : c->type == KIP_MOTOR && !(c->lo <= 0 && c->hi >= 0)
                   ? "is a motor whose limits do not enclose 0"
                   : NULL;
    if (c->body1 < 0 || c->body1 >= model->nbody || c->body2 < 0 || c->body2 >= model->nbody)
        return "names a body that does not exist";
    if (c->body1 == c->body2)
        return "joins a body to itself";
    if (model->tree->link[c->body1].is_static && model->tree->link[c->body2].is_static)
        return "joins two bodies that stand still";
    if (c->type == KIP_WELD && !(fabs(q_dot(c->turn, c->turn) - 1) < 1e-6))
        return "is a weld whose turn is not a unit quaternion";
    if (c->type >= KIP_STOP && c->type <= KIP_SPIN && !is_unit(c->normal))
        return "has a normal that is not a unit vector";
    if (c->type == KIP_ALIGN && !is_unit(c->axis2))
        return "aligns an axis2 that is not a unit vector";
    return NULL;
}

bool kip_constraints_are_sound(const KipSim *sim)
{
    int64_t n = 0;
    for (int i = 0; i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if (c->type == KIP_NO_CONSTRAINT)
            continue;
        n++;
        if (fault(sim, c))
            return false;
    }
    return n == *sim->nconstraint;
}

KipConstraint kip_sim_weld(const KipSim *sim, int body1, int body2, KipVec3 point2)
{
    KipConstraint c = {.type = KIP_WELD, .body1 = body1, .body2 = body2, .point2 = point2};
    KipVec3 apart = v3_sub(kip_point_position(sim->d, body2, point2), kip_body_position(sim->d, body1));
    c.point1 = m3_apply_t(kip_body_rotation(sim->d, body1), apart);
    c.turn = q_mul(q_conjugate(kip_body_orientation(sim->d, body1)), kip_body_orientation(sim->d, body2));
    return c;
}

KipConstraint kip_sim_hold_velocity(const KipSim *sim, int body2, KipVec3 point2, KipVec3 direction)
{
    KipConstraint c = {.type = KIP_VELOCITY, .body2 = body2, .point2 = point2};
    c.normal = v3_scale(1 / v3_length(direction), direction);
    c.target = v3_dot(c.normal, kip_point_velocity(sim->d, body2, point2));
    return c;
}

KipConstraint kip_sim_hold_spin(const KipSim *sim, int body2, KipVec3 direction)
{
    KipConstraint c = {.type = KIP_SPIN, .body2 = body2};
    c.normal = v3_scale(1 / v3_length(direction), direction);
    c.target = v3_dot(c.normal, kip_body_angular_velocity(sim->d, body2));
    return c;
}

static void remove_constraint(KipSim *sim, int i)
{
    memset(sim->constraint + i, 0, sizeof *sim->constraint);
    memset(sim->row_force + 6 * i, 0, 6 * sizeof *sim->row_force);
    --*sim->nconstraint;
}

/* Those that weld takes hold of again do not part. */
static void forget_parting(KipSim *sim, const KipConstraint *weld)
{
    for (int i = 0; i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if (c->type == KIP_PARTING && c->body1 == weld->body1 && c->body2 == weld->body2)
            remove_constraint(sim, i);
    }
}

void kip_partings_end(KipSim *sim)
{
    bool any = false;
    for (int i = 0; *sim->nconstraint && i < sim->max_constraints; i++) {
        const KipConstraint *c = sim->constraint + i;
        if (c->type != KIP_PARTING || kip_bodies_overlap(sim, c->body1, c->body2) > 0)
            continue;
        remove_constraint(sim, i);
        any = true;
    }
    if (any)
        kip_sim_refresh(sim);
}

KipStatus kip_sim_constrain(KipSim *sim, const KipConstraint *constraint, int *id, KipError *error)
{
    const char *wrong = fault(sim, constraint);
    int i = 0;
    if (wrong)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "the constraint %s", wrong);
    if (constraint->type == KIP_WELD)
        forget_parting(sim, constraint);
    while (i < sim->max_constraints && sim->constraint[i].type != KIP_NO_CONSTRAINT)
        i++;
    if (i == sim->max_constraints)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "%d constraints hold already and there is room for no more; give the simulation "
                        "room: "
                        "max_constraints",
                        sim->max_constraints);
    sim->constraint[i] = *constraint;
    ++*sim->nconstraint;
    kip_rows_stop_drift(sim, sim->h);
    kip_sim_refresh(sim);
    *id = i;
    return KIP_OK;
}

void kip_sim_release(KipSim *sim, int id)
{
    const KipConstraint *c = kip_sim_constraint(sim, id);
    if (!c || c->type == KIP_PARTING)
        return;
    const KipConstraint was = *c, parting = {.type = KIP_PARTING, .body1 = was.body1, .body2 = was.body2};
    remove_constraint(sim, id);
    if (constraint_parts(&was) && kip_bodies_overlap(sim, was.body1, was.body2) > touch) {
        sim->constraint[id] = parting;
        ++*sim->nconstraint;
    }
    kip_sim_refresh(sim);
}

int kip_sim_max_constraints(const KipSim *sim)
{
    return sim->max_constraints;
}

const KipConstraint *kip_sim_constraint(const KipSim *sim, int id)
{
    bool holds = id >= 0 && id < sim->max_constraints && sim->constraint[id].type != KIP_NO_CONSTRAINT;
    return holds ? sim->constraint + id : NULL;
}

const double *kip_sim_constraint_forces(const KipSim *sim, int id)
{
    return sim->row_force + 6 * id;
}
