/* The passes in lanes: kinematics.c, aba.c and tree_sum.c once more, with Reals of four worlds (real.h); or, where lanes8.c includes
 * this file, of eight. */
#include "lanes.h"

#include <stdlib.h>

#ifndef KIP_LANE_COUNT
#define KIP_LANE_COUNT 4
#endif

#if defined __GNUC__ && defined __x86_64__

#include "arena.h"
#include "carried.h"
#include "dynamics.h"
#include "link.h"
#include "types.h"

#if KIP_LANE_COUNT == 8
#define PROCESSOR "avx512f"
#else
#define PROCESSOR "avx2"
#endif
#ifdef __clang__
#pragma clang attribute push(__attribute__((target(PROCESSOR))), apply_to = function)
#elif KIP_LANE_COUNT == 8
#pragma GCC target("avx512f")
#else
#pragma GCC target("avx2")
#endif

#include "real.h"
#include "twice.h"
#undef KIP_TWICE
#define KIP_TWICE /* once */
#include "aba.c"
#include "kinematics.c"
#include "tree_sum.c"
#include "axis_pass.h"
#include "contact_ahead.h"
#include "collide_reach.h"

enum { LANES = KIP_LANE_COUNT };

/* What fold.c has of them, of each axis. */
typedef struct LaneAxes {
    AxisForces forces;
    Real *armature, *damping, *lo, *hi;
    Real *none;         /* zeros */
    Real *drive, *rest; /* scratch */
    Truth *reheld;
} LaneAxes;

struct KipLanes {
    KipDynamics d; /* first, see add_impedances */
    AxisFolds fold;
    Real *tau, *a;
    TreeSum *sum;            /* ntree */
    struct LaneSlot *slot;   /* of each contact */
    struct LaneTree *tree;   /* ntree */
    struct LaneSolid *solid; /* ngeom */
    LaneAxes axes;
    const int *tree_of;
    int ntree;
    LaneWorlds of;
};

/* Of a type in lanes, and of a world's. */
#define NUMBERS(type) ((int)(sizeof(type) / sizeof(Real)))

/* Where members of a struct stand among its numbers: the same in lanes as in a world, since numbers come first in each, or
 * counted from a number on. */
#define AT(type, member) ((int)(offsetof(type, member) / sizeof(Real)))

/* -- between worlds and lanes ---------------------------------------------------------------------------- */

#ifdef __clang__
#define SHUFFLE(a, b, ...) __builtin_shufflevector(a, b, __VA_ARGS__)
#else
#define SHUFFLE(a, b, ...) __builtin_shuffle(a, b, (Truth){__VA_ARGS__})
#endif

/* Of two rows that are n apart, columns that are n apart exchanged. */
#if KIP_LANE_COUNT == 8
#define LOW_1 0, 8, 2, 10, 4, 12, 6, 14
#define HIGH_1 1, 9, 3, 11, 5, 13, 7, 15
#define LOW_2 0, 1, 8, 9, 4, 5, 12, 13
#define HIGH_2 2, 3, 10, 11, 6, 7, 14, 15
#define LOW_4 0, 1, 2, 3, 8, 9, 10, 11
#define HIGH_4 4, 5, 6, 7, 12, 13, 14, 15
#else
#define LOW_1 0, 4, 2, 6
#define HIGH_1 1, 5, 3, 7
#define LOW_2 0, 1, 4, 5
#define HIGH_2 2, 3, 6, 7
#endif
#define EXCHANGE(x, n, low, high)                                                                            \
    for (int i = 0; i < LANES; i++)                                                                          \
        if (!(i & n)) {                                                                                      \
            const Real a = x[i], b = x[i + n];                                                               \
            x[i] = SHUFFLE(a, b, low), x[i + n] = SHUFFLE(a, b, high);                                       \
        }

/* Rows of a square matrix become its columns. */
static inline void transpose(Real x[LANES])
{
    EXCHANGE(x, 1, LOW_1, HIGH_1)
    EXCHANGE(x, 2, LOW_2, HIGH_2)
#if KIP_LANE_COUNT == 8
    EXCHANGE(x, 4, LOW_4, HIGH_4)
#endif
}

/* As many numbers as there are lanes, which stand anywhere. */
typedef double Row __attribute__((vector_size(8 * KIP_LANE_COUNT), aligned(8), may_alias));

/* Numbers of each world, from `at` on, into lanes. */
static inline void load(void *to, double *const from[MOST_LANES], int at, int n)
{
    Real *p = to;
    for (int i = at; i < at + n && n < LANES; i++) {
        const Real x =
        { from[0][i],
          from[1][i],
          from[2][i],
          from[3][i],
#if KIP_LANE_COUNT == 8
          from[4][i],
          from[5][i],
          from[6][i],
          from[7][i]
#endif
        };
        p[i - at] = x;
    }
    for (int i = 0; i < n && n >= LANES; i += LANES) {
        Real x[LANES];
        i = i + LANES < n ? i : n - LANES; /* the last ones, some of them again */
        for (int l = 0; l < LANES; l++)
            x[l] = *(const Row *)(from[l] + at + i);
        transpose(x);
        for (int l = 0; l < LANES; l++)
            p[i + l] = x[l];
    }
}

#if KIP_LANE_COUNT == 8
typedef __m256d FourRow __attribute__((aligned(8), may_alias));

/* From four numbers on: of half of the lanes at a time. */
static inline void store_fours(const Real *p, double *const to[MOST_LANES], int at, int n)
{
    for (int i = 0; i < n; i += 4) {
        i = i + 4 < n ? i : n - 4;
        for (int half = 0; half < LANES; half += 4) {
            __m256d x[4];
            for (int k = 0; k < 4; k++)
                x[k] = *(const FourRow *)((const double *)(p + i + k) + half);
            const __m256d a = _mm256_unpacklo_pd(x[0], x[1]), b = _mm256_unpackhi_pd(x[0], x[1]),
                          c = _mm256_unpacklo_pd(x[2], x[3]), d = _mm256_unpackhi_pd(x[2], x[3]);
            *(FourRow *)(to[half] + at + i) = _mm256_permute2f128_pd(a, c, 0x20);
            *(FourRow *)(to[half + 1] + at + i) = _mm256_permute2f128_pd(b, d, 0x20);
            *(FourRow *)(to[half + 2] + at + i) = _mm256_permute2f128_pd(a, c, 0x31);
            *(FourRow *)(to[half + 3] + at + i) = _mm256_permute2f128_pd(b, d, 0x31);
        }
    }
}
#endif

/* And back: lanes that are not in use have what the first one has, and write it there. */
static inline void store(const void *from, double *const to[MOST_LANES], int at, int n)
{
    const Real *p = from;
#if KIP_LANE_COUNT == 8
    if (n >= 4 && n < LANES) {
        store_fours(p, to, at, n);
        return;
    }
#endif
    for (int i = 0; i < n && n < LANES; i++)
        for (int l = 0; l < LANES; l++)
            to[l][at + i] = p[i][l];
    for (int i = 0; i < n && n >= LANES; i += LANES) {
        Real x[LANES];
        i = i + LANES < n ? i : n - LANES;
        for (int l = 0; l < LANES; l++)
            x[l] = p[i + l];
        transpose(x);
        for (int l = 0; l < LANES; l++)
            *(Row *)(to[l] + at + i) = x[l];
    }
}

/* -- memory ---------------------------------------------------------------------------------------------- */

/* n * size zeroed bytes, of the alignment of a Real. */
static void *take(struct KipArena *arena, int n, size_t size)
{
    char *memory = kip_arena_take(arena, 1, (size_t)n * size + sizeof(Real));
    if (!memory)
        return NULL;
    return memory + (sizeof(Real) - (uintptr_t)memory % sizeof(Real)) % sizeof(Real);
}

/* -- contacts and axes ------------------------------------------------------------------------------------- */

#include "lanes_contact.h"
#include "lanes_axis.h"
#include "lanes_collide.h"

static const LanePasses passes;

static LaneWorlds *lanes_create(const KipModel *model, const int *tree_of, int ntree, int contacts,
                                struct KipArena *arena)
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
    lanes->of.begun = take(arena, nbody, sizeof(bool));
    lanes->of.summed = take(arena, ntree, sizeof(bool));
    lanes->of.floats = take(arena, ntree, sizeof(bool));
    lanes->of.contact = take(arena, contacts, sizeof(LaneContact));
    lanes->slot = take(arena, contacts, sizeof *lanes->slot);
    lanes->tree = take(arena, ntree, sizeof *lanes->tree);
    lanes->solid = take(arena, model->ngeom, sizeof *lanes->solid);
    lanes->of.most_pairs = 4 * contacts;
    lanes->of.pair = take(arena, lanes->of.most_pairs, sizeof(LanePair));
    const bool taken = take_axes(&lanes->axes, &lanes->of, nv, arena);
    if (!taken || !d->q || !d->v || !d->link || !d->general || !d->world || !d->external || !d->diagonal ||
        !d->prescribed || !d->is_general || !d->idle || !d->kept || !lanes->tau || !lanes->a || !lanes->sum ||
        !lanes->fold.weight || !lanes->fold.x || !lanes->fold.bias || !lanes->fold.folded ||
        !lanes->of.impeded || !lanes->of.begun || !lanes->of.summed || !lanes->of.floats ||
        !lanes->of.contact || !lanes->slot || !lanes->tree || !lanes->solid || !lanes->of.pair)
        return NULL;
    for (int i = 0; i < nbody; i++) {
        d->is_general[i] = model->tree->link[i].kind == LINK_GENERAL;
        d->link[i].turn = link_turn(model->tree->link + i);
    }
    d->world[0].R = m3_identity();
    lanes->of.pass = &passes, lanes->of.lanes = lanes;
    lanes->of.nbody = nbody, lanes->of.ntree = ntree;
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
    for (int i = 1; i < d->model->nbody; i++) {
        load(d->link + i, of->link, i * of->link_size, KINEMATICS);
        if (d->is_general[i])
            load(d->general + i, of->general, i * of->general_size, AT(GeneralState, c));
    }
}

/* All but the first of an array of the bodies. */
#define BODIES(lanes, type) NUMBERS(type), ((lanes)->d.model->nbody - 1) * NUMBERS(type)

static void store_world(const KipLanes *lanes)
{
    store(lanes->d.world + 1, lanes->of.world, BODIES(lanes, WorldPose));
}

static void store_links(const KipLanes *lanes, int from, int end)
{
    for (int i = 1; i < lanes->d.model->nbody; i++)
        store((const Real *)(lanes->d.link + i) + from, lanes->of.link, i * lanes->of.link_size + from,
              end - from);
}

/* -- passes ---------------------------------------------------------------------------------------------- */

static void lanes_begin(KipLanes *lanes, bool have)
{
    const int nv = lanes->d.model->nv;
    load(&lanes->d.gravity, lanes->of.gravity, 0, 3);
    if (have)
        return;
    load(lanes->d.v, lanes->of.v, 0, nv);
    load(lanes->axes.armature, lanes->of.armature, 0, nv);
    load(lanes->axes.damping, lanes->of.damping, 0, nv);
    load_kinematics(lanes);
    load(lanes->d.world + 1, lanes->of.world, BODIES(lanes, WorldPose));
}

static void lanes_set(KipLanes *lanes, bool last)
{
    KipDynamics *d = &lanes->d;
    load(d->q, lanes->of.q, 0, d->model->nq);
    load(d->v, lanes->of.v, 0, d->model->nv);
    kip_joint_pass(d, all_bodies(d), d->q);
    kip_velocity_pass(d, all_bodies(d), d->v);
    kip_world_pass(d, all_bodies(d));
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
    if (truth_all(alone))
        load(lanes->d.external + 1, lanes->of.external, BODIES(lanes, Force));
    for (int i = 1; i < lanes->d.model->nbody && truth_any(alone) && !truth_all(alone); i++) {
        Force own;
        load(&own, lanes->of.external, i * NUMBERS(Force), NUMBERS(Force));
        real_take(alone, &lanes->d.external[i].n.x, &own.n.x, NUMBERS(Force));
    }
}

static void lanes_aba(KipLanes *lanes, bool decides)
{
    KipDynamics *d = &lanes->d;
    const LaneWorlds *of = &lanes->of;
    const int nv = d->model->nv;
    d->any_kept = of->any_kept;
    load_external(lanes);
    if (!of->axes) {
        load(lanes->tau, of->tau, 0, nv);
        load(d->diagonal, of->diagonal, 0, nv);
    }
    if (decides && !of->axes) {
        load(lanes->fold.weight, of->weight, 0, nv);
        load(lanes->fold.x, of->x, 0, nv);
        load(lanes->fold.bias, of->bias, 0, nv);
        load(lanes->fold.folded, of->folded, 0, nv);
    }
    kip_aba(d, d->gravity, decides ? &lanes->fold : NULL, lanes->tau, lanes->a, NULL);
    if (decides && !of->axes) {
        store(lanes->tau, of->tau, 0, nv);
        store(d->diagonal, of->diagonal, 0, nv);
        store(lanes->fold.folded, of->folded, 0, nv);
    }
    if (!of->axes)
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

static void lanes_sum_firsts(KipLanes *lanes)
{
    begin_sums(lanes);
    kip_sum_firsts(&lanes->d, lanes->tree_of, lanes->sum);
    end_sums(lanes);
}

static void lanes_sum_momenta(KipLanes *lanes)
{
    begin_sums(lanes);
    kip_sum_momenta(&lanes->d, lanes->tree_of, lanes->sum);
    end_sums(lanes);
}

static void lanes_sum_inertias(KipLanes *lanes)
{
    begin_sums(lanes);
    kip_sum_inertias(&lanes->d, lanes->tree_of, lanes->sum);
    end_sums(lanes);
}

static void lanes_move_places(KipLanes *lanes)
{
    KipDynamics *d = &lanes->d;
    for (int i = 1; i < d->model->nbody; i++)
        if (d->model->tree->link[i].parent == 0 && lanes->of.summed[lanes->tree_of[i]])
            load(&d->link[i].r, lanes->of.link, i * lanes->of.link_size + AT(LinkState, r), NUMBERS(KipVec3));
    kip_world_places(d, all_bodies(d));
    for (int i = 1; i < d->model->nbody; i++)
        if (d->model->tree->link[i].parent == 0)
            store(d->world + i, lanes->of.world, i * NUMBERS(WorldPose), NUMBERS(WorldPose));
}

static void lanes_move_velocities(KipLanes *lanes)
{
    KipDynamics *d = &lanes->d;
    load(d->v, lanes->of.v, 0, d->model->nv);
    kip_velocity_pass(d, all_bodies(d), d->v);
}

static void lanes_end(KipLanes *lanes)
{
    store_world(lanes);
    store_links(lanes, 0, KINEMATICS);
    for (int i = 1; i < lanes->d.model->nbody; i++)
        if (lanes->d.is_general[i])
            store(lanes->d.general + i, lanes->of.general, i * lanes->of.general_size, AT(GeneralState, c));
}

static const LanePasses passes = {LANES,
                                  lanes_create,
                                  lanes_begin,
                                  lanes_set,
                                  lanes_collide,
                                  lanes_rest,
                                  lanes_couple,
                                  lanes_press,
                                  lanes_regrip,
                                  lanes_account,
                                  lanes_begin_axes,
                                  lanes_fold,
                                  lanes_hold,
                                  lanes_leave,
                                  lanes_aba,
                                  lanes_sum_firsts,
                                  lanes_sum_momenta,
                                  lanes_sum_inertias,
                                  lanes_move_places,
                                  lanes_move_velocities,
                                  lanes_end};
#define PASSES (__builtin_cpu_supports(PROCESSOR) ? &passes : NULL)

#ifdef __clang__
#pragma clang attribute pop
#endif

#else
#define PASSES NULL
#endif

#if KIP_LANE_COUNT == 8
const LanePasses *kip_eight_lanes(void)
#else
const LanePasses *kip_four_lanes(void)
#endif
{
    return PASSES;
}
