/* The passes in lanes: kinematics.c, aba.c and tree_sum.c once more, with Reals of four worlds (real.h). */
#include "lanes.h"

#include <stdlib.h>

#if defined __GNUC__ && defined __x86_64__

#include "arena.h"
#include "dynamics.h"
#include "link.h"
#include "types.h"

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), apply_to = function)
#else
#pragma GCC target("avx2")
#endif

#define KIP_LANE_COUNT MOST_LANES
#include "real.h"
#include "twice.h"
#undef KIP_TWICE
#define KIP_TWICE /* once */
#include "aba.c"
#include "kinematics.c"
#include "tree_sum.c"
#include "contact_ahead.h"

struct KipLanes {
    KipDynamics d; /* first, see add_impedances */
    AxisFolds fold;
    Real *tau, *a;
    TreeSum *sum;          /* ntree */
    struct LaneSlot *slot; /* MOST_LANE_CONTACTS */
    struct LaneTree *tree; /* ntree */
    const int *tree_of;
    int ntree;
    LaneWorlds of;
};

bool kip_lanes_are_here(void)
{
    return __builtin_cpu_supports("avx2");
}

/* Of a type in lanes, and of a world's. */
#define NUMBERS(type) ((int)(sizeof(type) / sizeof(Real)))

/* Where members of a struct stand among its numbers: the same in lanes as in a world, since numbers come first in each, or
 * counted from a number on. */
#define AT(type, member) ((int)(offsetof(type, member) / sizeof(Real)))

/* -- between worlds and lanes ---------------------------------------------------------------------------- */

#ifdef __clang__
#define SHUFFLE(a, b, i, j, k, l) __builtin_shufflevector(a, b, i, j, k, l)
#else
#define SHUFFLE(a, b, i, j, k, l) __builtin_shuffle(a, b, (Truth){i, j, k, l})
#endif

/* Four numbers that stand anywhere. */
typedef double Four __attribute__((vector_size(32), aligned(8), may_alias));

static inline Real four_from(const double *x)
{
    return *(const Four *)x;
}

/* Rows of a 4 x 4 matrix become its columns. */
static inline void transpose(Real *x, Real *y, Real *z, Real *w)
{
    const Real a = SHUFFLE(*x, *y, 0, 4, 2, 6), b = SHUFFLE(*x, *y, 1, 5, 3, 7),
               c = SHUFFLE(*z, *w, 0, 4, 2, 6), d = SHUFFLE(*z, *w, 1, 5, 3, 7);
    *x = SHUFFLE(a, c, 0, 1, 4, 5), *y = SHUFFLE(b, d, 0, 1, 4, 5);
    *z = SHUFFLE(a, c, 2, 3, 6, 7), *w = SHUFFLE(b, d, 2, 3, 6, 7);
}

/* Numbers of each world, from `at` on, into lanes. */
static inline void load(void *to, double *const from[MOST_LANES], int at, int n)
{
    Real *p = to;
    const double *a = from[0] + at, *b = from[1] + at, *c = from[2] + at, *d = from[3] + at;
    for (int i = 0; i < n && n < 4; i++)
        p[i] = (Real){a[i], b[i], c[i], d[i]};
    for (int i = 0; i < n && n >= 4; i += 4) {
        i = i + 4 < n ? i : n - 4; /* the last four, some of them again */
        Real x = four_from(a + i), y = four_from(b + i), z = four_from(c + i), w = four_from(d + i);
        transpose(&x, &y, &z, &w);
        p[i] = x, p[i + 1] = y, p[i + 2] = z, p[i + 3] = w;
    }
}

/* And back: lanes that are not in use have what the first one has, and write it there. */
static inline void store(const void *from, double *const to[MOST_LANES], int at, int n)
{
    const Real *p = from;
    double *a = to[0] + at, *b = to[1] + at, *c = to[2] + at, *d = to[3] + at;
    for (int i = 0; i < n && n < 4; i++)
        a[i] = p[i][0], b[i] = p[i][1], c[i] = p[i][2], d[i] = p[i][3];
    for (int i = 0; i < n && n >= 4; i += 4) {
        i = i + 4 < n ? i : n - 4;
        Real x = p[i], y = p[i + 1], z = p[i + 2], w = p[i + 3];
        transpose(&x, &y, &z, &w);
        *(Four *)(a + i) = x, *(Four *)(b + i) = y, *(Four *)(c + i) = z, *(Four *)(d + i) = w;
    }
}

#include "lanes_contact.h"

/* -- memory ---------------------------------------------------------------------------------------------- */

/* n * size zeroed bytes, of the alignment of a Real. */
static void *take(struct KipArena *arena, int n, size_t size)
{
    char *memory = kip_arena_take(arena, 1, (size_t)n * size + sizeof(Real));
    if (!memory)
        return NULL;
    return memory + (sizeof(Real) - (uintptr_t)memory % sizeof(Real)) % sizeof(Real);
}

KipLanes *kip_lanes_create(const KipModel *model, const int *tree_of, int ntree, struct KipArena *arena)
{
    KipLanes *lanes = take(arena, 1, sizeof *lanes);
    if (!lanes)
        return NULL;
    KipDynamics *d = &lanes->d;
    const int nbody = model->nbody, nv = model->nv;
    d->model = model;
    lanes->tree_of = tree_of, lanes->ntree = ntree;
    d->q = take(arena, model->nq, sizeof(Real));
    d->v = take(arena, nv, sizeof(Real));
    d->link = take(arena, nbody, sizeof *d->link);
    d->general = take(arena, nbody, sizeof *d->general);
    d->world = take(arena, nbody, sizeof *d->world);
    d->external = take(arena, nbody, sizeof *d->external);
    d->diagonal = take(arena, nv, sizeof(Real));
    d->prescribed = take(arena, nv, sizeof *d->prescribed);
    d->is_general = take(arena, nbody, sizeof *d->is_general);
    d->idle = take(arena, nbody, sizeof *d->idle);
    d->kept = lanes->of.kept = take(arena, nbody, sizeof *d->kept);
    lanes->tau = take(arena, nv, sizeof(Real));
    lanes->a = take(arena, nv, sizeof(Real));
    lanes->sum = take(arena, ntree, sizeof *lanes->sum);
    lanes->fold.weight = take(arena, nv, sizeof(Real));
    lanes->fold.x = take(arena, nv, sizeof(Real));
    lanes->fold.bias = take(arena, nv, sizeof(Real));
    lanes->fold.folded = take(arena, nv, sizeof(Real));
    lanes->of.impeded = take(arena, nbody, sizeof(bool));
    lanes->of.summed = take(arena, ntree, sizeof(bool));
    lanes->of.floats = take(arena, ntree, sizeof(bool));
    lanes->of.contact = take(arena, MOST_LANE_CONTACTS, sizeof(LaneContact));
    lanes->slot = take(arena, MOST_LANE_CONTACTS, sizeof *lanes->slot);
    lanes->tree = take(arena, ntree, sizeof *lanes->tree);
    if (!d->q || !d->v || !d->link || !d->general || !d->world || !d->external || !d->diagonal ||
        !d->prescribed || !d->is_general || !d->idle || !d->kept || !lanes->tau || !lanes->a || !lanes->sum ||
        !lanes->fold.weight || !lanes->fold.x || !lanes->fold.bias || !lanes->fold.folded ||
        !lanes->of.impeded || !lanes->of.summed || !lanes->of.floats || !lanes->of.contact || !lanes->slot ||
        !lanes->tree)
        return NULL;
    for (int i = 0; i < nbody; i++) {
        d->is_general[i] = model->tree->link[i].kind == LINK_GENERAL;
        d->link[i].turn = link_turn(model->tree->link + i);
    }
    return lanes;
}

LaneWorlds *kip_lanes_worlds(KipLanes *lanes)
{
    return &lanes->of;
}

enum {
    KINEMATICS = AT(LinkState, A),
    VELOCITY = AT(LinkState, v),
    FACTORS = AT(LinkState, A),
    FACTORS_END = AT(LinkState, U),
    ACCELERATION = AT(LinkState, a)
};

static void load_kinematics(KipLanes *lanes)
{
    KipDynamics *d = &lanes->d;
    const LaneWorlds *of = &lanes->of;
    for (int i = 0; i < d->model->nbody; i++) {
        load(d->link + i, of->link, i * of->link_size, KINEMATICS);
        if (d->is_general[i])
            load(d->general + i, of->general, i * of->general_size, AT(GeneralState, c));
    }
}

static void store_world(const KipLanes *lanes)
{
    store(lanes->d.world, lanes->of.world, 0, lanes->d.model->nbody * NUMBERS(WorldPose));
}

static void store_links(const KipLanes *lanes, int from, int end)
{
    for (int i = 0; i < lanes->d.model->nbody; i++)
        store((const Real *)(lanes->d.link + i) + from, lanes->of.link, i * lanes->of.link_size + from,
              end - from);
}

/* -- passes ---------------------------------------------------------------------------------------------- */

void kip_lanes_begin(KipLanes *lanes)
{
    load(&lanes->d.gravity, lanes->of.gravity, 0, 3);
    load_kinematics(lanes);
    load(lanes->d.world, lanes->of.world, 0, lanes->d.model->nbody * NUMBERS(WorldPose));
}

void kip_lanes_set(KipLanes *lanes, bool last)
{
    KipDynamics *d = &lanes->d;
    load(d->q, lanes->of.q, 0, d->model->nq);
    load(d->v, lanes->of.v, 0, d->model->nv);
    kip_joint_pass(d, d->q);
    kip_velocity_pass(d, d->v);
    kip_world_pass(d);
    if (last)
        return;
    store_world(lanes);
    store_links(lanes, VELOCITY, KINEMATICS);
}

/* Of worlds without contacts in lanes, what their own first pass has made of the links. */
static void add_impedances(KipDynamics *d)
{
    const LaneWorlds *of = &((KipLanes *)d)->of;
    const Truth alone = truths(of->started);
    for (int i = 1; i < d->model->nbody && truth_any(alone); i++)
        if (of->impeded[i] && !is_left(d, i)) {
            Real own[FACTORS_END - FACTORS];
            load(own, of->link, i * of->link_size + FACTORS, FACTORS_END - FACTORS);
            real_take(alone, (Real *)(d->link + i) + FACTORS, own, FACTORS_END - FACTORS);
        }
    impede_links((KipLanes *)d);
}

/* External forces from their worlds, where some are not in lanes. */
static void load_external(KipLanes *lanes)
{
    const Truth alone = truths(lanes->of.apart);
    for (int i = 1; i < lanes->d.model->nbody && truth_any(alone); i++) {
        Force own;
        load(&own, lanes->of.external, i * NUMBERS(Force), NUMBERS(Force));
        real_take(alone, &lanes->d.external[i].n.x, &own.n.x, NUMBERS(Force));
    }
}

void kip_lanes_aba(KipLanes *lanes, bool decides)
{
    KipDynamics *d = &lanes->d;
    const LaneWorlds *of = &lanes->of;
    const int nv = d->model->nv;
    d->any_kept = of->any_kept;
    load_external(lanes);
    load(lanes->tau, of->tau, 0, nv);
    load(d->diagonal, of->diagonal, 0, nv);
    if (decides) {
        load(lanes->fold.weight, of->weight, 0, nv);
        load(lanes->fold.x, of->x, 0, nv);
        load(lanes->fold.bias, of->bias, 0, nv);
        load(lanes->fold.folded, of->folded, 0, nv);
    }
    kip_aba(d, d->gravity, decides ? &lanes->fold : NULL, lanes->tau, lanes->a, NULL);
    if (decides) {
        store(lanes->tau, of->tau, 0, nv);
        store(d->diagonal, of->diagonal, 0, nv);
        store(lanes->fold.folded, of->folded, 0, nv);
    }
    store(lanes->a, of->a, 0, nv);
    store_links(lanes, ACCELERATION, ACCELERATION + NUMBERS(Motion));
}

static void begin_sums(KipLanes *lanes)
{
    for (int t = 0; t < lanes->ntree; t++) {
        TreeSum *sum = lanes->sum + t;
        *sum = (TreeSum){.counts = lanes->of.summed[t]};
        load(&sum->about, lanes->of.sum, t * lanes->of.sum_size, NUMBERS(KipVec3));
    }
}

static void end_sums(const KipLanes *lanes)
{
    for (int t = 0; t < lanes->ntree; t++)
        store(&lanes->sum[t].I, lanes->of.sum, t * lanes->of.sum_size + AT(TreeSum, I),
              NUMBERS(Inertia) + NUMBERS(Force));
}

void kip_lanes_sum_firsts(KipLanes *lanes)
{
    begin_sums(lanes);
    kip_sum_firsts(&lanes->d, lanes->tree_of, lanes->sum);
    end_sums(lanes);
}

void kip_lanes_sum_momenta(KipLanes *lanes)
{
    begin_sums(lanes);
    kip_sum_momenta(&lanes->d, lanes->tree_of, lanes->sum);
    end_sums(lanes);
}

void kip_lanes_sum_inertias(KipLanes *lanes)
{
    begin_sums(lanes);
    kip_sum_inertias(&lanes->d, lanes->tree_of, lanes->sum);
    end_sums(lanes);
}

void kip_lanes_move_places(KipLanes *lanes)
{
    KipDynamics *d = &lanes->d;
    for (int i = 1; i < d->model->nbody; i++)
        if (d->model->tree->link[i].parent == 0 && lanes->of.summed[lanes->tree_of[i]])
            load(&d->link[i].r, lanes->of.link, i * lanes->of.link_size + AT(LinkState, r), NUMBERS(KipVec3));
    kip_world_places(d);
    for (int i = 1; i < d->model->nbody; i++)
        if (d->model->tree->link[i].parent == 0)
            store(d->world + i, lanes->of.world, i * NUMBERS(WorldPose), NUMBERS(WorldPose));
}

void kip_lanes_move_velocities(KipLanes *lanes)
{
    KipDynamics *d = &lanes->d;
    load(d->v, lanes->of.v, 0, d->model->nv);
    kip_velocity_pass(d, d->v);
}

void kip_lanes_end(KipLanes *lanes)
{
    store_world(lanes);
    store_links(lanes, 0, KINEMATICS);
    for (int i = 1; i < lanes->d.model->nbody; i++)
        if (lanes->d.is_general[i])
            store(lanes->d.general + i, lanes->of.general, i * lanes->of.general_size, AT(GeneralState, c));
}

#ifdef __clang__
#pragma clang attribute pop
#endif

#else

bool kip_lanes_are_here(void)
{
    return false;
}

KipLanes *kip_lanes_create(const KipModel *model, const int *tree_of, int ntree, struct KipArena *arena)
{
    (void)model, (void)tree_of, (void)ntree, (void)arena;
    return NULL;
}

LaneWorlds *kip_lanes_worlds(KipLanes *lanes)
{
    (void)lanes;
    return NULL;
}

void kip_lanes_begin(KipLanes *lanes)
{
    (void)lanes;
}

void kip_lanes_set(KipLanes *lanes, bool last)
{
    (void)lanes, (void)last;
}

void kip_lanes_press(KipLanes *lanes, const LaneStage *stage)
{
    (void)lanes, (void)stage;
}

void kip_lanes_regrip(KipLanes *lanes, int round)
{
    (void)lanes, (void)round;
}

void kip_lanes_account(KipLanes *lanes, const LaneStage *stage)
{
    (void)lanes, (void)stage;
}

void kip_lanes_aba(KipLanes *lanes, bool decides)
{
    (void)lanes, (void)decides;
}

void kip_lanes_sum_firsts(KipLanes *lanes)
{
    (void)lanes;
}

void kip_lanes_sum_momenta(KipLanes *lanes)
{
    (void)lanes;
}

void kip_lanes_sum_inertias(KipLanes *lanes)
{
    (void)lanes;
}

void kip_lanes_move_places(KipLanes *lanes)
{
    (void)lanes;
}

void kip_lanes_move_velocities(KipLanes *lanes)
{
    (void)lanes;
}

void kip_lanes_end(KipLanes *lanes)
{
    (void)lanes;
}

#endif
