/* The list of loads, see sim.h: what acts on bodies, one function a kind, in the order in which a stage adds them up. */
#include <string.h>

#include "sim_parts.h"

typedef struct LoadList {
    const KipSim *sim;
    KipLoad *load;
    int n;
} LoadList;

/* -- adding ---------------------------------------------------------------------------------------------- */

static void add(LoadList *list, const KipLoad *load)
{
    list->load[list->n++] = *load;
}

/* The force acts at a point of the world. What acts on the world itself is left out. */
static void add_at(LoadList *list, KipLoad load, KipVec3 point)
{
    const KipDynamics *d = list->sim->d;
    if (load.body == 0)
        return;
    KipVec3 arm = v3_sub(point, kip_body_position(d, load.body));
    load.point = m3_apply_t(kip_body_rotation(d, load.body), arm);
    add(list, &load);
}

/* The same, and of it what the body's mask leaves. */
static void add_masked(LoadList *list, KipLoad load, KipForceKind kind, KipVec3 point)
{
    const KipDynamics *d = list->sim->d;
    const unsigned mask = mask_of(list->sim, load.body, kind);
    if (mask) {
        const Force left = kip_mask_wrench(d, load.body, mask, point, load.force, load.torque);
        load.force = left.f, load.torque = left.n;
        point = kip_point_position(d, load.body, d->model->body[load.body].com);
    }
    add_at(list, load, point);
}

/* -- kinds ----------------------------------------------------------------------------------------------- */

static void list_contacts(LoadList *list)
{
    const KipGeom *geom = list->sim->model->geom;
    for (int i = 0; i < list->sim->ncontact; i++) {
        const KipContact *c = list->sim->contact + i;
        const int body1 = geom[c->geom1].body, body2 = geom[c->geom2].body;
        const KipLoad on1 = {KIP_LOAD_CONTACT,           i, body1, body2, .force = v3_neg(c->force),
                             .torque = v3_neg(c->torque)};
        const KipLoad on2 = {KIP_LOAD_CONTACT, i, body2, body1, .force = c->force, .torque = c->torque};
        add_masked(list, on1, KIP_FROM_CONTACTS, c->point);
        add_masked(list, on2, KIP_FROM_CONTACTS, c->point);
    }
}

/* The mean force and torque on body 2 of a constraint that joins bodies. */
static Force constraint_wrench(const KipSim *sim, int id)
{
    const KipConstraint *c = sim->constraint + id;
    const double *f = sim->row_force + 6 * id;
    const KipVec3 along = v3_scale(f[0], m3_apply(kip_body_rotation(sim->d, c->body1), c->normal));
    switch ((KipConstraintType)c->type) {
    case KIP_WELD:
    case KIP_POINT:
        return force(v3_from(f + 3), v3_from(f));
    case KIP_ALIGN:
        return force(v3_from(f), v3_zero());
    case KIP_SPIN:
        return force(along, v3_zero());
    default:
        return force(v3_zero(), along);
    }
}

static bool holds_axis(const KipConstraint *c)
{
    return c->type == KIP_LOCK || c->type == KIP_MOTOR;
}

static void list_constraints(LoadList *list)
{
    for (int i = 0; *list->sim->nconstraint && i < list->sim->max_constraints; i++) {
        const KipConstraint *c = list->sim->constraint + i;
        if (c->type == KIP_NO_CONSTRAINT || holds_axis(c))
            continue;
        const KipVec3 point = kip_point_position(list->sim->d, c->body2, c->point2);
        const Force f = constraint_wrench(list->sim, i);
        const KipLoad on1 = {KIP_LOAD_CONSTRAINT,  i, c->body1, c->body2, .force = v3_neg(f.f),
                             .torque = v3_neg(f.n)};
        const KipLoad on2 = {KIP_LOAD_CONSTRAINT, i, c->body2, c->body1, .force = f.f, .torque = f.n};
        add_at(list, on1, point);
        add_at(list, on2, point);
    }
}

static void list_pushes(LoadList *list)
{
    for (int i = 1; list->sim->pushed && i < list->sim->model->nbody; i++) {
        const External *e = list->sim->external + i;
        const KipLoad load = {KIP_LOAD_PUSH, i, i, 0, .force = e->force, .torque = e->torque};
        if (v3_dot(e->force, e->force) + v3_dot(e->torque, e->torque) > 0)
            add_masked(list, load, KIP_FROM_PUSHES, kip_point_position(list->sim->d, i, e->point));
    }
}

static void list_springs(LoadList *list)
{
    for (int i = 1; *list->sim->nspring && i < list->sim->model->nbody; i++) {
        const Spring *s = list->sim->spring + i;
        if (s->on)
            add(list, &(KipLoad){KIP_LOAD_SPRING, i, i, 0, s->law.point, s->force, s->torque});
    }
}

static void list_gravity(LoadList *list)
{
    const KipModel *model = list->sim->model;
    const double scale = *list->sim->gravity_scale;
    for (int i = 1; (scale != 1 || list->sim->masked) && i < model->nbody; i++) {
        const KipVec3 weight = v3_scale(model->body[i].mass, model->gravity);
        const KipVec3 acts = v3_scale(scale, mask_leave(mask_of(list->sim, i, KIP_FROM_GRAVITY), weight));
        add(list, &(KipLoad){KIP_LOAD_GRAVITY, i, i, 0, model->body[i].com, .force = v3_sub(acts, weight)});
    }
}

/* -- all together ---------------------------------------------------------------------------------------- */

int kip_sim_max_loads(const KipSim *sim)
{
    return 2 * sim->max_contacts + 2 * sim->max_constraints + 3 * sim->model->nbody;
}

int kip_sim_loads(const KipSim *sim, KipLoad *loads)
{
    static void (*const kind[])(LoadList *) = {list_contacts, list_constraints, list_pushes, list_springs,
                                               list_gravity};
    LoadList list = {sim, loads, 0};
    for (size_t i = 0; i < sizeof kind / sizeof *kind; i++)
        kind[i](&list);
    return list.n;
}

void kip_sim_axis_loads(const KipSim *sim, double *tau)
{
    kip_sim_limit_forces(sim, tau);
    for (int k = 0; k < sim->model->nv; k++)
        tau[k] += sim->effective[k];
    for (int i = 0; *sim->nconstraint && i < sim->max_constraints; i++)
        if (holds_axis(sim->constraint + i))
            tau[sim->constraint[i].dof] += sim->row_force[6 * i];
}

/* -- their work ------------------------------------------------------------------------------------------ */

const char *kip_work_name(int i)
{
    static const char *const name[KIP_WORKS] = {"work of drives",       "work of limits",
                                                "work of damping",      "work of contacts",
                                                "work of constraints",  "work of external forces",
                                                "work of body springs", "work of modified gravity"};
    return name[i];
}

double kip_work_part(const KipWork *work, int i)
{
    double part[KIP_WORKS];
    memcpy(part, work, sizeof part);
    return part[i];
}
