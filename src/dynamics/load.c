/* The table of the kinds of forces on bodies (force.h), and the list of loads (sim.h). */
#include <string.h>

#include "arena.h"
#include "force.h"
#include "mask.h"

/* -- adding ---------------------------------------------------------------------------------------------- */

void kip_load_add(LoadList *list, KipLoad load)
{
    list->load[list->n++] = load;
}

/* A load that acts at a point of the world. What acts on the world itself is left out. */
static void add_at(LoadList *list, KipLoad load, KipVec3 point)
{
    const KipDynamics *d = list->sim->d;
    if (load.body == 0)
        return;
    KipVec3 arm = v3_sub(point, kip_body_position(d, load.body));
    load.point = m3_apply_t(kip_body_rotation(d, load.body), arm);
    kip_load_add(list, load);
}

void kip_load_add_masked(LoadList *list, KipLoad load, KipForceKind kind, KipVec3 point)
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
        kip_load_add_masked(list, on1, KIP_FROM_CONTACTS, c->point);
        kip_load_add_masked(list, on2, KIP_FROM_CONTACTS, c->point);
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
        if (c->type == KIP_NO_CONSTRAINT || c->type == KIP_PARTING || holds_axis(c))
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

/* -- the table ------------------------------------------------------------------------------------------- */

static int contact_impedances(const KipSim *sim)
{
    return 2 * sim->max_slots;
}

static int contact_loads(const KipSim *sim)
{
    return 2 * sim->max_contacts;
}

static int constraint_loads(const KipSim *sim)
{
    return 2 * sim->max_constraints;
}

static void press_contacts(KipSim *sim, const Stage *stage)
{
    if (stage->index == REST)
        kip_contact_rest(sim, stage->stepped);
    else
        kip_contact_press(sim, stage);
}

static const ForceKind contacts = {.work = "work of contacts",
                                   .impedances = contact_impedances,
                                   .loads = contact_loads,
                                   .press = press_contacts,
                                   .account = kip_contact_account,
                                   .list = list_contacts};
/* Solved together after ABA: rows.c. */
static const ForceKind constraints = {.work = "work of constraints",
                                      .loads = constraint_loads,
                                      .is_sound = kip_constraints_are_sound,
                                      .list = list_constraints};

extern const ForceKind kip_push_kind, kip_spring_kind, kip_gravity_kind; /* push.c, spring.c, mask.c */

static const ForceKind *const kinds[KIP_LOADS] = {[KIP_LOAD_CONTACT] = &contacts,
                                                  [KIP_LOAD_CONSTRAINT] = &constraints,
                                                  [KIP_LOAD_PUSH] = &kip_push_kind,
                                                  [KIP_LOAD_SPRING] = &kip_spring_kind,
                                                  [KIP_LOAD_GRAVITY] = &kip_gravity_kind};

size_t kip_force_state_size(const KipSim *sim, KipLoadKind kind)
{
    return kinds[kind]->size ? kinds[kind]->size(sim) : 0;
}

bool kip_force_take_scratch(KipSim *sim)
{
    bool taken = true;
    for (int i = 0; i < KIP_LOADS; i++)
        if (kinds[i]->scratch)
            taken = (sim->scratch[i] = kip_arena_take(sim->arena, 1, kinds[i]->scratch(sim))) && taken;
    return taken;
}

size_t kip_force_impedances(const KipSim *sim)
{
    size_t n = 0;
    for (int i = 0; i < KIP_LOADS; i++)
        n += kinds[i]->impedances ? (size_t)kinds[i]->impedances(sim) : 0;
    return n;
}

bool kip_forces_are_sound(const KipSim *sim)
{
    bool sound = true;
    for (int i = 0; i < KIP_LOADS && sound; i++)
        sound = !kinds[i]->is_sound || kinds[i]->is_sound(sim);
    return sound;
}

void kip_forces_press(KipSim *sim, const Stage *stage, bool given)
{
    for (int i = 0; i < KIP_LOADS; i++)
        if (kinds[i]->press && kinds[i]->given == given)
            kinds[i]->press(sim, stage);
}

void kip_forces_account(KipSim *sim, const Stage *stage, bool given)
{
    for (int i = 0; i < KIP_LOADS; i++)
        if (kinds[i]->account && kinds[i]->given == given)
            kinds[i]->account(sim, stage);
}

/* -- all together ---------------------------------------------------------------------------------------- */

int kip_sim_max_loads(const KipSim *sim)
{
    int n = 0;
    for (int i = 0; i < KIP_LOADS; i++)
        n += kinds[i]->loads ? kinds[i]->loads(sim) : 0;
    return n;
}

int kip_sim_loads(const KipSim *sim, KipLoad *loads)
{
    LoadList list = {sim, loads, 0};
    for (int i = 0; i < KIP_LOADS; i++)
        if (kinds[i]->list)
            kinds[i]->list(&list);
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

/* KipWork has the axes' works before those of the kinds. */
enum { AXIS_WORKS = 3 };
_Static_assert(KIP_WORKS == AXIS_WORKS + KIP_LOADS,
               "each kind of force has a work, in the order of the kinds");

const char *kip_work_name(int i)
{
    static const char *const axes[AXIS_WORKS] = {"work of drives", "work of limits", "work of damping"};
    return i < AXIS_WORKS ? axes[i] : kinds[i - AXIS_WORKS]->work;
}

double kip_work_part(const KipWork *work, int i)
{
    double part[KIP_WORKS];
    memcpy(part, work, sizeof part);
    return part[i];
}
