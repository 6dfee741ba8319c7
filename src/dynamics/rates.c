/* The boxed problem of wanted rates (rates.h). The free accelerations and the responses of rows are those of one linearly
 * implicit Euler step of the whole period, with the present rates and the positions of its middle; constraints and folds are as
 * in a step's stage. */
#include <limits.h>
#include <math.h>
#include <string.h>

#include "lcp.h"
#include "quat.h"
#include "rates.h"
#include "rows.h"

/* Relative compliance of each rate, by which motors do not act against constraints that determine it. */
static const double yielding = 1e-9;

/* A joint that may reach its limit: about `axis` (child axes; 1 for a hinge) it has this distance to its spring. */
typedef struct Limit {
    int dof, n;
    double axis[3];
    double room, stiffness; /* rad, N m/rad */
} Limit;

struct KipRates {
    KipSim *sim;
    KipSim trial; /* the simulation at another state: its kinematics and contacts are the rates' own */
    KipDynamics *d;
    ContactSlot *slot;
    ContactTwist *twist; /* NULL: no contact resists spinning */
    struct KipArena *arena;
    int most;     /* rates */
    int *rate_of; /* nv: its place in the list, or -1 */
    Limit *limit; /* 2 most */
    int nlimit;
    double *X;                            /* rows x nv: what the rows move */
    double *A, *b, *lo, *hi, *x, *memory; /* of the problem */
};

void kip_rates_destroy(KipRates *rates)
{
    if (rates)
        kip_dynamics_destroy(rates->d), kip_arena_destroy(rates->arena);
}

/* As many as the simulation has room for. */
static bool take_impedances(KipRates *rates)
{
    rates->d->impedance =
        kip_arena_room(rates->arena, kip_force_impedances(rates->sim), sizeof *rates->d->impedance);
    return rates->d->impedance != NULL;
}

KipStatus kip_rates_create(KipSim *sim, int most, const KipAllocator *allocator, KipRates **rates,
                           KipError *error)
{
    *rates = NULL;
    KipArena *arena = kip_arena_create(allocator);
    KipRates *made = arena ? kip_arena_take(arena, 1, sizeof *made) : NULL;
    const size_t nv = (size_t)sim->model->nv, n = (size_t)(3 * most + sim->max_rows);
    bool taken = made != NULL;
    if (made) {
        double **const list[] = {&made->X, &made->A, &made->b, &made->lo, &made->hi, &made->x, &made->memory};
        const size_t size[] = {n * nv, n * n, n, n, n, n, kip_lcp_memory((int)n)};
        *made = (KipRates){.sim = sim, .arena = arena, .most = most};
        made->rate_of = kip_arena_take(arena, nv, sizeof *made->rate_of);
        made->limit = kip_arena_take(arena, 2 * (size_t)most, sizeof *made->limit);
        made->slot = kip_arena_room(arena, (size_t)sim->max_slots, sizeof *made->slot);
        made->twist = sim->twist ? kip_arena_room(arena, (size_t)sim->max_slots, sizeof *made->twist) : NULL;
        taken = made->rate_of && made->limit && made->slot && (made->twist || !sim->twist) &&
                kip_dynamics_create(sim->model, allocator, &made->d, NULL) == KIP_OK && take_impedances(made);
        for (size_t i = 0; i < sizeof list / sizeof *list && taken; i++)
            taken = (*list[i] = kip_arena_take(arena, size[i], sizeof(double))) != NULL;
    }
    if (!taken) {
        kip_rates_destroy(made);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for velocity control of '%s'",
                        sim->model->name);
    }
    *rates = made;
    return KIP_OK;
}

static double clamp(double x, double lo, double hi)
{
    return x < lo ? lo : x > hi ? hi : x;
}

/* -- the free motion ------------------------------------------------------------------------------------- */

/* The simulation as its laws find it in the middle of the period: forces are held, so that their mean counts. */
static void begin_trial(KipRates *rates, double period)
{
    const KipSim *sim = rates->sim;
    KipSim *trial = &rates->trial;
    KipDynamics *d = rates->d;
    *trial = *sim;
    trial->d = d, trial->slot = rates->slot, trial->twist = rates->twist, trial->unplaced = INT_MAX;
    memcpy(trial->slot, sim->slot, (size_t)sim->nslot * sizeof *trial->slot);
    if (sim->twist)
        memcpy(trial->twist, sim->twist, (size_t)sim->nslot * sizeof *trial->twist);
    kip_presence_show(sim, d);
    d->gravity = sim->d->gravity;
    kip_model_integrate(sim->model, sim->q, sim->v, 0.5 * period, d->q);
    kip_dynamics_set(d, d->q, sim->v);
}

/* Accelerations under all but the forces that are sought, into the trial's a; the list of constraints' rows. */
static void move_freely(KipSim *trial, double period)
{
    const Stage whole = {.h = period, .method = kip_method(KIP_EULER), .first = true};
    KipDynamics *d = trial->d;
    trial->strong_between = false;
    kip_stage_enter(&(Crew){1, &trial, NULL}, &whole);
    kip_rows_list(trial, &whole);
    kip_contact_impede_between(trial);
    for (int k = 0; k < trial->model->nv; k++)
        if (d->prescribed[k])
            trial->a[k] = trial->told[k];
    kip_aba(d, d->gravity, kip_axis_are_undecided(&whole) ? &trial->fold : NULL, trial->tau, trial->a, NULL);
}

/* -- limits ---------------------------------------------------------------------------------------------- */

/* A limit whose spring begins within the period; its force is not yet among the forces, unlike that of one that has
 * begun. */
static void add_limit(KipRates *rates, const KipJoint *joint, KipVec3 axis, double room, double reach)
{
    const LimitSpring *spring = rates->sim->limit + (joint - rates->sim->model->joint);
    if (!(room >= 0 && room < reach && spring->a > 0))
        return;
    Limit *limit = rates->limit + rates->nlimit++;
    *limit = (Limit){.dof = joint->v, .n = joint->nv, .room = room, .stiffness = spring->a * spring->b};
    v3_store(limit->axis, axis);
}

/* `reach` is its greatest displacement in the period. */
static void limit_joint(KipRates *rates, const KipJoint *joint, double reach)
{
    const double *q = rates->sim->q + joint->q;
    if (joint->nv == 1) {
        add_limit(rates, joint, v3(1, 0, 0), joint->range[1] - *q, reach);
        add_limit(rates, joint, v3(-1, 0, 0), *q - joint->range[0], reach);
        return;
    }
    KipVec3 e = q_log(q_from(q));
    double angle = v3_length(e);
    if (angle > 0)
        add_limit(rates, joint, v3_scale(1 / angle, e), joint->range[1] - angle, reach);
}

static void list_limits(KipRates *rates, double period, int n, const KipRate *rate)
{
    const KipSim *sim = rates->sim;
    const KipModel *model = sim->model;
    rates->nlimit = 0;
    for (int i = 0; i < n && sim->limit && !sim->literal_limits; i++) {
        int j = model->tree->dof_joint[rate[i].dof];
        const KipJoint *joint = model->joint + j;
        bool elliptic = sim->swing_twist && sim->swing_twist[j].swing_x > 0;
        bool whole = true;
        for (int k = joint->v; k < joint->v + joint->nv; k++)
            whole = whole && rates->rate_of[k] >= 0;
        if (rate[i].dof != joint->v || !joint->limited || elliptic || !whole)
            continue;
        double fastest = 0;
        for (int k = 0; k < joint->nv; k++)
            fastest += fabs(sim->v[joint->v + k]) + fabs(rate[rates->rate_of[joint->v + k]].wanted);
        limit_joint(rates, joint, period * fastest);
    }
}

/* -- the problem ----------------------------------------------------------------------------------------- */

/* Fills b of all rows (constraints, rates, limits) and the box of the impulses. Returns their number. */
static int fill_rows(KipRates *rates, double period, int n, const KipRate *rate)
{
    KipSim *sim = &rates->trial;
    const int nv = sim->model->nv, nrow = sim->nrow;
    double *free_rate = sim->move; /* v + T a0 */
    for (int k = 0; k < nv; k++)
        free_rate[k] = sim->v[k] + period * sim->a[k];
    for (int r = 0; r < nrow; r++) {
        const Row *row = sim->row + r;
        rates->b[r] = period * (row->wanted - kip_row_acceleration(sim, row));
        rates->lo[r] = period * row->lo, rates->hi[r] = period * row->hi;
    }
    for (int i = 0, r = nrow; i < n; i++, r++) {
        rates->b[r] = rate[i].wanted - free_rate[rate[i].dof];
        rates->lo[r] = period * (rate[i].lo - rate[i].force),
        rates->hi[r] = period * (rate[i].hi - rate[i].force);
    }
    for (int i = 0, r = nrow + n; i < rates->nlimit; i++, r++) {
        const Limit *limit = rates->limit + i;
        rates->b[r] = -limit->room / period;
        for (int k = 0; k < limit->n; k++)
            rates->b[r] += limit->axis[k] * free_rate[limit->dof + k];
        rates->lo[r] = 0, rates->hi[r] = INFINITY;
    }
    return nrow + n + rates->nlimit;
}

/* Computes row r of A for torques on the axes of one joint. */
static void meet_axes(KipRates *rates, int n, int r, int dof, int ndof, const double *torque)
{
    KipSim *sim = &rates->trial;
    const int body = sim->model->joint[sim->model->tree->dof_joint[dof]].body;
    double tau[MAX_DOF] = {0};
    memcpy(tau + (dof - sim->model->tree->link[body].v), torque, (size_t)ndof * sizeof *tau);
    sim->unit.x = rates->X + (size_t)r * (size_t)sim->model->nv;
    kip_respond_to_torques(sim->d, body, tau, &sim->unit);
    kip_rows_meet(sim, n, r, rates->A);
}

/* Computes the lower triangle of A; the spring of a limit, evaluated at the end of the period, makes its row compliant. False
 * where the state is not finite. */
static bool fill_mobility(KipRates *rates, double period, int n, int nrate, const KipRate *rate)
{
    static const double unit[1] = {1};
    const int nrow = rates->trial.nrow;
    bool sound = kip_rows_fill(&rates->trial, n, rates->X, rates->A);
    for (int i = 0; i < nrate; i++)
        meet_axes(rates, n, nrow + i, rate[i].dof, 1, unit);
    for (int i = 0; i < rates->nlimit; i++) {
        const Limit *limit = rates->limit + i;
        const double torque[3] = {-limit->axis[0], -limit->axis[1], -limit->axis[2]};
        meet_axes(rates, n, nrow + nrate + i, limit->dof, limit->n, torque);
    }
    for (int r = 0; r < n; r++) {
        double *own = rates->A + r * n + r;
        sound = sound && *own >= 0;
        *own *= 1 + yielding;
        if (r >= nrow + nrate)
            *own += 1 / (period * period * rates->limit[r - nrow - nrate].stiffness);
    }
    return sound;
}

static void read_forces(const KipRates *rates, double period, int n, KipRate *rate)
{
    const double *x = rates->x + rates->trial.nrow;
    for (int i = 0; i < n; i++) {
        double force = rate[i].force + x[i] / period;
        rate[i].force = clamp(force, rate[i].lo, rate[i].hi);
    }
    for (int i = 0; i < rates->nlimit; i++)
        for (int k = 0; k < rates->limit[i].n; k++)
            rate[rates->rate_of[rates->limit[i].dof + k]].limit -=
                rates->limit[i].axis[k] * x[n + i] / period;
}

/* The drives of these rates give their force, and that alone. */
static void drive(KipRates *rates, int n, const KipRate *rate)
{
    const KipDrives *drives = &rates->sim->drives;
    for (int i = 0; i < n; i++) {
        int k = rate[i].dof;
        drives->stiffness[k] = drives->damping[k] = 0;
        drives->feedforward[k] = rate[i].force;
    }
}

int kip_rates_solve(KipRates *rates, double period, int n, KipRate *rate)
{
    int pivots = -1;
    memset(rates->rate_of, -1, (size_t)rates->sim->model->nv * sizeof *rates->rate_of);
    for (int i = 0; i < n; i++) {
        rates->rate_of[rate[i].dof] = i;
        rate[i].force =
            clamp(0, rate[i].lo, rate[i].hi); /* the unknown is the increment, whose box contains 0 */
        rate[i].limit = 0;
    }
    drive(rates, n, rate);
    begin_trial(rates, period);
    move_freely(&rates->trial, period);
    list_limits(rates, period, n, rate);
    const int rows = fill_rows(rates, period, n, rate);
    if (fill_mobility(rates, period, rows, n, rate)) {
        pivots = kip_lcp_solve(rows, rates->A, rates->b, rates->lo, rates->hi, rates->x, rates->memory);
        read_forces(rates, period, n, rate);
    }
    drive(rates, n, rate);
    return pivots;
}
