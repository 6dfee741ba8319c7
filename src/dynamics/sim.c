/* A simulation: its memory, and one step. sim_state.c has its state. */
#include "sim.h"

#include <string.h>

#include "arena.h"
#include "sim_parts.h"
#include "quat.h"

static const int most_contacts = 100000;

KipSimDef kip_sim_def(const KipModel *model)
{
    KipSimDef def = {.timestep = model->timestep > 0 ? model->timestep : 1e-3,
                     .integrator = KIP_IMPLICIT_RK4,
                     .contacts = true,
                     .limits = true,
                     .max_constraints = 16};
    return def;
}

/* -- memory ---------------------------------------------------------------------------------------------- */

/* Of all kinds of forces, one after the other. */
static size_t own_size(const KipSim *sim)
{
    size_t size = 0;
    for (int kind = 0; kind < KIP_LOADS; kind++)
        size += kip_force_state_size(sim, (KipLoadKind)kind);
    return size;
}

/* Lays out the saved block, with 8 bytes for each number, so that it has no padding. Returns its size. The memory of
 * contacts comes last, because little of it is in use. */
static size_t lay_out(KipSim *sim, unsigned char *block)
{
    const KipModel *model = sim->model;
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv, nbody = (size_t)model->nbody;
    size_t nconstraint = (size_t)sim->max_constraints, at = 0;
    const struct {
        void *pointer;
        size_t size;
    } part[] = {
        {&sim->tag, sizeof *sim->tag},
        {&sim->drives.target, nq * sizeof(double)},
        {&sim->drives.rate, nv * sizeof(double)},
        {&sim->drives.stiffness, nv * sizeof(double)},
        {&sim->drives.damping, nv * sizeof(double)},
        {&sim->drives.feedforward, nv * sizeof(double)},
        {&sim->drives.limit_lo, nv * sizeof(double)},
        {&sim->drives.limit_hi, nv * sizeof(double)},
        {&sim->external, nbody * sizeof(External)},
        {&sim->mask, nbody * sizeof *sim->mask},
        {&sim->gravity_scale, sizeof *sim->gravity_scale},
        {&sim->friction_scale, sizeof *sim->friction_scale},
        {&sim->constraint, nconstraint * sizeof *sim->constraint},
        {&sim->nconstraint, sizeof *sim->nconstraint},
        {&sim->absent, (size_t)sim->ntree * sizeof *sim->absent},
        {&sim->chosen, (size_t)sim->ngroup * sizeof *sim->chosen},
        {&sim->prescribed, (size_t)model->njoint * sizeof *sim->prescribed},
        {&sim->told, nv * sizeof(double)},
        /* mutable in a step */
        {sim->own, own_size(sim)},
        {&sim->steps, sizeof *sim->steps},
        {&sim->q, nq * sizeof(double)},
        {&sim->v, nv * sizeof(double)},
        {&sim->effective, nv * sizeof(double)},
        {&sim->work, sizeof(KipWork)},
        {&sim->row_force, 6 * nconstraint * sizeof(double)},
        {&sim->twist_memory, sim->twist ? (size_t)sim->max_contacts * sizeof *sim->twist_memory : 0},
        {&sim->nmemory, sizeof *sim->nmemory},
        {&sim->memory, (size_t)sim->max_contacts * sizeof *sim->memory},
    };
    for (size_t i = 0; i < sizeof part / sizeof *part; i++) {
        if (block) {
            void *start = block + at;
            memcpy(part[i].pointer, &start, sizeof start);
        }
        at += part[i].size;
    }
    unsigned char *own = sim->own[0];
    for (int kind = 0; kind < KIP_LOADS && block; kind++) {
        sim->own[kind] = own;
        own += kip_force_state_size(sim, (KipLoadKind)kind);
    }
    return at;
}

/* The size of the used part of the block, from its start. */
static size_t used_size(const KipSim *sim)
{
    return (size_t)((const unsigned char *)(sim->memory + *sim->nmemory) - sim->state);
}

/* Where that begins which a step may change: with the first kind of force of which some are in use. */
static const void *first_changing(const KipSim *sim)
{
    for (int kind = 0; kind < KIP_LOADS; kind++)
        if (kip_force_state_size(sim, (KipLoadKind)kind) && *(const int64_t *)sim->own[kind] != 0)
            return sim->own[kind];
    return sim->steps;
}

/* Copies the mutable part of a step, up to the used size, between the state and the last good one. */
static void copy_state(const KipSim *sim, unsigned char *to, const unsigned char *from, size_t size)
{
    const void *first = first_changing(sim);
    const size_t same = (size_t)((const unsigned char *)first - sim->state);
    memcpy(to + same, from + same, size - same);
}

static KipStatus no_memory(const KipModel *model, KipError *error)
{
    return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for a simulation of '%s'",
                    model->name);
}

static bool take_memory(KipSim *sim)
{
    KipArena *arena = sim->arena;
    size_t nv = (size_t)sim->model->nv, nbody = (size_t)sim->model->nbody;
    AxisForces *axis = &sim->axis;
    double **part[] = {&sim->tau,
                       &sim->a,
                       &sim->move,
                       &sim->ahead[0],
                       &sim->ahead[1],
                       &axis->damping_torque,
                       &axis->limit_torque,
                       &axis->spring_torque,
                       &axis->drive_torque,
                       &axis->c,
                       &axis->k,
                       &axis->drive_excess,
                       &axis->drive_c,
                       &axis->drive_k,
                       &axis->drive_x,
                       &axis->drive_bias,
                       &axis->stopped,
                       &axis->held,
                       &axis->held_torque,
                       &axis->drive_mean,
                       &axis->mild,
                       &axis->error,
                       &sim->fold.weight,
                       &sim->fold.x,
                       &sim->fold.bias,
                       &sim->fold.folded};
    sim->state_size = lay_out(sim, NULL);
    sim->state = kip_arena_take(arena, 1, sim->state_size);
    sim->good = kip_arena_take(arena, 1, sim->state_size);
    sim->sum = kip_arena_take(arena, nbody, sizeof *sim->sum);
    sim->stirred = kip_arena_take(arena, nbody, sizeof *sim->stirred);
    sim->loaded = kip_arena_take(arena, nbody, sizeof *sim->loaded);
    sim->d->impedance = kip_arena_room(arena, kip_force_impedances(sim), sizeof *sim->d->impedance);
    if (!sim->state || !sim->good || !sim->sum || !sim->mobility || !sim->loaded || !sim->stirred ||
        !sim->d->impedance || !kip_force_take_scratch(sim))
        return false;
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (!(*part[i] = kip_arena_take(arena, nv, sizeof(double))))
            return false;
    for (int i = 0; i < STAGES; i++)
        if (!(sim->dx[i] = kip_arena_take(arena, nv, sizeof(double))) ||
            !(sim->dv[i] = kip_arena_take(arena, nv, sizeof(double))))
            return false;
    lay_out(sim, sim->state);
    return true;
}

/* The axes of each tree. */
static bool fill_axes(KipSim *sim)
{
    const KipModel *model = sim->model;
    sim->run = kip_arena_take(sim->arena, (size_t)model->nv, sizeof *sim->run);
    if (!sim->run)
        return false;
    for (int k = 0; k < model->nv; k++) {
        const int tree = sim->tree_of_dof[k];
        const KipJoint *joint = model->joint + model->tree->dof_joint[k];
        if (sim->nrun == 0 || sim->run[sim->nrun - 1].tree != tree)
            sim->run[sim->nrun++] = (AxisRun){.first = k, .tree = tree, .q = joint->q};
        sim->run[sim->nrun - 1].end = k + 1;
        sim->run[sim->nrun - 1].q_end = joint->q + joint->nq;
    }
    return true;
}

static bool fill_trees(KipSim *sim)
{
    const KipModel *model = sim->model;
    sim->tree_of = kip_arena_take(sim->arena, (size_t)model->nbody, sizeof *sim->tree_of);
    sim->tree_of_dof = kip_arena_take(sim->arena, (size_t)model->nv, sizeof *sim->tree_of_dof);
    sim->tree = kip_arena_take(sim->arena, (size_t)model->nbody, sizeof *sim->tree);
    sim->mobility = kip_arena_take(sim->arena, (size_t)model->nbody, sizeof *sim->mobility);
    if (!sim->tree_of || !sim->tree_of_dof || !sim->tree || !sim->mobility)
        return false;
    sim->tree[0].root = 0;
    sim->ntree = 1; /* the world's own: all that stands still */
    for (int i = 1; i < model->nbody; i++) {
        const KipBody *body = model->body + i;
        if (body->parent == 0) {
            sim->tree_of[i] = sim->ntree;
            sim->tree[sim->ntree].single = true;
            sim->tree[sim->ntree++].root = i;
        } else {
            sim->tree[sim->tree_of[body->parent]].single = false;
            sim->tree_of[i] = sim->tree_of[body->parent];
        }
        sim->tree[sim->tree_of[i]].mass += body->mass;
        sim->mobility[i] = body->mass > 0 ? s3_inverse(body->inertia) : s3_diagonal(0, 0, 0);
        for (int k = body->v; k < body->v + body->nv; k++)
            sim->tree_of_dof[k] = sim->tree_of[i], sim->tree[sim->tree_of[i]].moves = true;
    }
    return true;
}

static Stage rest_of(const KipSim *sim, bool stepped)
{
    return (Stage){.index = REST, .h = sim->h, .method = sim->method, .stepped = stepped};
}

/* From kinematics on, what queries see, at d's state: first what may touch, next what does, then forces. */
static void refresh_pairs(KipSim *sim, bool stepped)
{
    sim->evaluation++;
    sim->masked = kip_masks_are_any(sim);
    sim->pushed = (sim->pushed || !stepped) && kip_pushes_are_any(sim);
    sim->d->nimpedance = 0;
    kip_broad_phase(sim);
}

void kip_sim_refresh(KipSim *sim)
{
    sim->d->gravity = v3_scale(*sim->gravity_scale, sim->model->gravity);
    kip_dynamics_set(sim->d, sim->q, sim->v);
    sim->near_holds = sim->slots_are_ahead = false;
    sim->in_lanes = 0;
    const Crew alone = {1, &sim, NULL};
    const Stage rest = rest_of(sim, false);
    refresh_pairs(sim, false);
    kip_contact_detect(sim);
    kip_forces_press(sim, &rest, true);
    kip_forces_press(sim, &rest, false);
    kip_momentum_measure(&alone);
}

static KipStatus check_def(const KipModel *model, const KipSimDef *def, KipError *error)
{
    if (!(def->timestep > 0) || !(def->timestep <= 0.1))
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "a time step of %g s cannot be used: it must be above 0 and at most 0.1 s; %g suits "
                        "this model",
                        def->timestep, fmin(kip_sim_def(model).timestep, 1e-3));
    if (model->nv == 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the model%s%s has no joint, so nothing in it can move", *model->name ? " " : "",
                        model->name);
    if (model->nv > KIP_MOST_DOF || model->ngeom > KIP_MOST_GEOMS)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "the model has %d degrees of freedom and %d geoms; up to %d and %d can be simulated",
                        model->nv, model->ngeom, KIP_MOST_DOF, KIP_MOST_GEOMS);
    if (def->max_contacts < 0 || def->max_contacts > most_contacts || def->max_constraints < 0)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                        "max_contacts is %d and max_constraints is %d; both must be 0 or more, and at most "
                        "%d "
                        "contacts are possible",
                        def->max_contacts, def->max_constraints, most_contacts);
    if (def->integrator < KIP_IMPLICIT_RK4 || def->integrator > KIP_EULER)
        return kip_fail(error, KIP_BAD_USE, kip_nowhere(), "there is no integrator %d", (int)def->integrator);
    return KIP_OK;
}

/* Distinguishes saved states of this simulation from those of others of the same size. */
static uint64_t tag_of(const KipSim *sim)
{
    const KipModel *model = sim->model;
    uint64_t tag = kip_hash(KIP_HASH_START, &sim->h, sizeof sim->h);
    tag = kip_hash(tag, sim->method->fold, sizeof sim->method->fold);
    tag = kip_hash(tag, &sim->contacts, sizeof sim->contacts);
    tag = kip_hash(tag, model->q0, (size_t)model->nq * sizeof *model->q0);
    tag = kip_hash(tag, &sim->state_size, sizeof sim->state_size);
    tag = kip_hash(tag, &sim->max_contacts, sizeof sim->max_contacts);
    tag = kip_hash(tag, &sim->max_constraints, sizeof sim->max_constraints);
    for (int j = 0; j < model->njoint; j++) {
        tag = kip_hash(tag, &model->joint[j].type, sizeof model->joint[j].type);
        tag = kip_hash(tag, model->joint[j].name, strlen(model->joint[j].name));
    }
    for (int i = 1; i < model->nbody; i++) {
        tag = kip_hash(tag, &model->body[i].mass, sizeof model->body[i].mass);
        tag = kip_hash(tag, &model->body[i].pos, sizeof model->body[i].pos);
    }
    for (int g = 0; g < model->ngeom; g++)
        tag = kip_hash(tag, model->geom[g].size, sizeof model->geom[g].size);
    return tag;
}

static KipStatus fill_sim(KipSim *sim, const KipSimDef *def, KipError *error)
{
    const KipModel *model = sim->model;
    KipStatus status = kip_dynamics_create(model, def->allocator, &sim->d, error);
    if (status == KIP_OK && !(fill_trees(sim) && fill_axes(sim)))
        status = no_memory(model, error);
    if (status == KIP_OK)
        status = kip_broad_create(sim, error);
    if (status == KIP_OK)
        status = kip_presence_create(sim, error);
    if (status == KIP_OK)
        status = kip_rows_create(sim, error);
    if (status == KIP_OK && !take_memory(sim))
        status = no_memory(model, error);
    if (status != KIP_OK)
        return status;
    if (def->limits && (status = kip_limit_springs(sim, error)) != KIP_OK)
        return status;
    *sim->tag = tag_of(sim);
    *sim->gravity_scale = 1;
    *sim->friction_scale = 1;
    memcpy(sim->q, model->q0, (size_t)model->nq * sizeof *sim->q);
    memcpy(sim->drives.target, model->q0, (size_t)model->nq * sizeof *sim->q);
    for (int k = 0; k < model->nv; k++)
        sim->drives.limit_lo[k] = -INFINITY, sim->drives.limit_hi[k] = INFINITY;
    kip_presence_start(sim);
    kip_sim_refresh(sim);
    return KIP_OK;
}

KipStatus kip_sim_create(const KipModel *model, const KipSimDef *def, KipSim **out, KipError *error)
{
    *out = NULL;
    const KipSimDef standard = kip_sim_def(model);
    if (!def)
        def = &standard;
    KipStatus status = check_def(model, def, error);
    if (status != KIP_OK)
        return status;
    KipArena *arena = kip_arena_create(def->allocator);
    KipSim *sim = arena ? kip_arena_take(arena, 1, sizeof *sim) : NULL;
    if (!sim) {
        kip_arena_destroy(arena);
        return no_memory(model, error);
    }
    sim->model = model;
    sim->arena = arena;
    sim->h = def->timestep;
    sim->method = kip_method(def->integrator);
    sim->contacts = def->contacts;
    sim->literal_limits = def->literal_limits;
    sim->max_contacts = def->max_contacts;
    sim->max_constraints = def->max_constraints;
    status = fill_sim(sim, def, error);
    if (status == KIP_OK && !kip_forest_create(sim))
        status = no_memory(model, error);
    if (status == KIP_OK)
        *out = sim;
    else
        kip_sim_destroy(sim);
    return status;
}

void kip_sim_destroy(KipSim *sim)
{
    if (sim) {
        kip_dynamics_destroy(sim->d);
        kip_arena_destroy(sim->arena);
    }
}

/* -- step ------------------------------------------------------------------------------------------------ */

void kip_sim_step_back(KipSim *sim)
{
    kip_sim_forget_contacts(sim);
    copy_state(sim, sim->state, sim->good, sim->good_size);
    kip_sim_refresh(sim);
}

static KipStatus report_full(KipSim *sim, KipError *error)
{
    return kip_fail(error, KIP_BAD_USE, kip_nowhere(),
                    "at %.4f s more than %d points touch, or more than %d pairs of geoms are near each "
                    "other; "
                    "give the simulation room for more: max_contacts",
                    kip_sim_time(sim), sim->max_contacts, sim->max_near);
}

/* Whether all have left their bounds. */
static bool find_lost(const Crew *crew)
{
    bool all = true;
    for (int i = 0; i < crew->n; i++) {
        KipSim *sim = crew->sim[i];
        if (!kip_is_lost(sim))
            sim->lost = kip_find_divergence(sim->model, sim->q, sim->v);
        all = all && kip_is_lost(sim);
    }
    return all;
}

/* One of the parts of a step. Those that are lost in it are left anyhow: they go back. */
static void take_part(const Crew *crew, int part, int parts)
{
    const double h = crew->sim[0]->h / parts;
    kip_crew_begin(crew);
    kip_integrate(crew, part, parts);
    if (find_lost(crew))
        return;
    for (int i = 0; i < crew->n; i++) {
        KipSim *sim = crew->sim[i];
        memcpy(sim->d->q, sim->q, (size_t)sim->model->nq * sizeof *sim->q);
        memcpy(sim->d->v, sim->v, (size_t)sim->model->nv * sizeof *sim->v);
    }
    kip_crew_set(crew, true);
    kip_momentum_keep(crew, h);
    kip_crew_end(crew);
    for (int i = 0; i < crew->n; i++)
        if (!kip_is_lost(crew->sim[i]))
            kip_rows_close(crew->sim[i], h);
    if (find_lost(crew))
        return;
    const Stage rest = rest_of(crew->sim[0], true);
    for (int i = 0; i < crew->n; i++) {
        if (kip_is_lost(crew->sim[i]))
            continue;
        *crew->sim[i]->steps += part == parts - 1;
        refresh_pairs(crew->sim[i], true);
    }
    kip_crew_detect(crew);
    for (int i = 0; i < crew->n; i++)
        if (!kip_is_lost(crew->sim[i]))
            kip_forces_press(crew->sim[i], &rest, true);
    kip_crew_rest(crew, &rest);
    for (int i = 0; i < crew->n; i++)
        if (!kip_is_lost(crew->sim[i]))
            kip_forces_press(crew->sim[i], &rest, false);
    kip_momentum_measure(crew);
    kip_crew_note(crew);
}

int kip_step_begin(KipSim *sim)
{
    kip_partings_end(sim);
    sim->lost = -1;
    sim->good_size = sim->full ? 0 : used_size(sim);
    if (sim->full)
        return 0;
    copy_state(sim, sim->good, sim->state, sim->good_size);
    return kip_haste(sim);
}

void kip_step_take(const Crew *crew)
{
    take_part(crew, 0, 1);
}

void kip_step_alone(KipSim *sim, int parts)
{
    const Crew alone = {1, &sim, kip_fits_lanes(sim) ? sim->forest : NULL};
    for (int part = 0; part < parts && !kip_is_lost(sim); part++) {
        kip_integrate_begin(sim);
        take_part(&alone, part, parts);
    }
}

KipStatus kip_step_end(KipSim *sim, KipError *error)
{
    if (!kip_is_lost(sim))
        return KIP_OK;
    const bool full = sim->full;
    const int joint = sim->lost;
    if (sim->good_size) /* it has begun */
        kip_sim_step_back(sim);
    return full ? report_full(sim, error) : kip_report_divergence(sim, joint, error);
}

KipStatus kip_sim_step(KipSim *sim, KipError *error)
{
    kip_step_alone(sim, kip_step_begin(sim));
    return kip_step_end(sim, error);
}
