/* Where solids meet, against sampled surfaces, grids and projections; and that nothing jumps under motion. */
#include <math.h>
#include <string.h>

#include "dynamics/collide.h"
#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "study.h"

Suite *suite_collide(void);

enum { TYPES = 6 };

static const int unknown[MAX_TOUCH] = {NO_FACE, NO_FACE, NO_FACE, NO_FACE,
                                       NO_FACE, NO_FACE, NO_FACE, NO_FACE};

/* -- things ---------------------------------------------------------------------------------------------- */

typedef struct Thing {
    KipGeomType type;
    double size[3];
    KipQuat q;
    KipVec3 p;
} Thing;

static Thing thing(KipGeomType type, double x, double y, double z, KipVec3 p)
{
    Thing t = {type, {x, y, z}, q_identity(), p};
    return t;
}

static Thing sphere(double radius, KipVec3 p)
{
    return thing(KIP_GEOM_SPHERE, radius, 0, 0, p);
}

/* The touches of two things, which must be well formed. */
static int meet_kept(const Thing *a, const Thing *b, const int *kept, Touch *touch)
{
    KipGeom ga = kip_geom_def(), gb = kip_geom_def();
    Solid sa = {&ga, q_matrix(a->q), a->p}, sb = {&gb, q_matrix(b->q), b->p};
    bool seen[MAX_TOUCH] = {false};
    int n;
    ga.type = a->type, gb.type = b->type;
    memcpy(ga.size, a->size, sizeof ga.size);
    memcpy(gb.size, b->size, sizeof gb.size);
    n = kip_collide(&sa, &sb, kept, touch);
    for (int i = 0; i < n; i++) {
        const Touch *t = touch + i;
        bool well =
            t->feature >= 0 && t->feature < kip_collide_features(a->type, b->type) && !seen[t->feature];
        well = well && t->depth > 0 && t->depth < 10 && v3_length(v3_sub(t->point, a->p)) < 10;
        if (!well || !(fabs(v3_length(t->normal) - 1) < 1e-12))
            ck_abort_msg("touch %d of types %d, %d is not well formed", i, (int)a->type, (int)b->type);
        seen[t->feature] = true;
    }
    return n;
}

static int meet(const Thing *a, const Thing *b, Touch *touch)
{
    return meet_kept(a, b, unknown, touch);
}

static double deepest(const Touch *touch, int n)
{
    double depth = 0;
    for (int i = 0; i < n; i++)
        depth = touch[i].depth > depth ? touch[i].depth : depth;
    return depth;
}

static KipVec3 random_vector(KipRandom *random, double scale)
{
    double x = scale * kip_random_normal(random), y = scale * kip_random_normal(random);
    return v3(x, y, scale * kip_random_normal(random));
}

static KipQuat random_turn(KipRandom *random)
{
    KipVec3 v = random_vector(random, 1);
    return q_normalize(quat(kip_random_normal(random), v.x, v.y, v.z));
}

static Thing random_thing(KipRandom *random, KipGeomType type, double spread)
{
    Thing t = {.type = type};
    for (int i = 0; i < 3; i++)
        t.size[i] = kip_random_uniform(random, 0.05, 0.2);
    t.q = random_turn(random);
    t.p = random_vector(random, spread);
    return t;
}

static KipVec3 axis_of(const Thing *t)
{
    return q_rotate(t->q, v3(0, 0, 1));
}

static double total(const Touch *touch, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += touch[i].depth;
    return sum;
}

/* Moves b away from a in a random direction, or out of a plane, until the depths have this sum. */
static void place_at_depth(KipRandom *random, const Thing *a, Thing *b, double depth)
{
    KipVec3 way = random_vector(random, 1);
    double in = 0, out = 2;
    Touch touch[MAX_TOUCH];
    way = v3_scale(1 / v3_length(way), way);
    if (a->type == KIP_GEOM_PLANE)
        way = axis_of(a);
    for (int i = 0; i < 60; i++) {
        double middle = 0.5 * (in + out);
        b->p = v3_add_scaled(a->p, middle, way);
        *(total(touch, meet(a, b, touch)) > depth ? &in : &out) = middle;
    }
    b->p = v3_add_scaled(a->p, in, way);
}

/* -- an independent answer: the nearest of many points of a surface -------------------------------------- */

/* A point of the surface of a box, cylinder or ellipsoid, in its frame; 0 <= s, t <= 1. */
static KipVec3 surface(const Thing *body, int patch, double s, double t)
{
    const double *h = body->size, pi = 3.14159265358979323846;
    double x[3], r, u = 2 * s - 1, v = 2 * t - 1;
    switch (body->type) {
    case KIP_GEOM_BOX:
        x[patch / 2] = patch & 1 ? h[patch / 2] : -h[patch / 2];
        x[(patch / 2 + 1) % 3] = u * h[(patch / 2 + 1) % 3];
        x[(patch / 2 + 2) % 3] = v * h[(patch / 2 + 2) % 3];
        return v3(x[0], x[1], x[2]);
    case KIP_GEOM_CYLINDER:
        r = patch == 0 ? h[0] : t * h[0];
        return v3(r * kip_cos(pi * u), r * kip_sin(pi * u),
                  patch == 0   ? v * h[1]
                  : patch == 1 ? h[1]
                               : -h[1]);
    default:
        r = kip_sin(pi * t);
        return v3(h[0] * r * kip_cos(pi * u), h[1] * r * kip_sin(pi * u), h[2] * kip_cos(pi * t));
    }
}

static bool inside(const Thing *body, KipVec3 p)
{
    const double *h = body->size;
    if (body->type == KIP_GEOM_BOX)
        return fabs(p.x) < h[0] && fabs(p.y) < h[1] && fabs(p.z) < h[2];
    if (body->type == KIP_GEOM_CYLINDER)
        return p.x * p.x + p.y * p.y < h[0] * h[0] && fabs(p.z) < h[1];
    return p.x * p.x / (h[0] * h[0]) + p.y * p.y / (h[1] * h[1]) + p.z * p.z / (h[2] * h[2]) < 1;
}

/* A coarse grid, then finer and finer ones around its best point. */
static double patch_distance(const Thing *body, KipVec3 p, int patch)
{
    double s = 0.5, t = 0.5, width = 0.5, best = HUGE_VAL;
    for (int round = 0; round < 24; round++, width *= round == 1 ? 0.1 : 0.4) {
        int cells = round == 0 ? 30 : 4;
        double middle_s = s, middle_t = t;
        for (int i = -cells; i <= cells; i++)
            for (int j = -cells; j <= cells; j++) {
                double si = middle_s + width * i / cells, tj = middle_t + width * j / cells, d;
                si = si < 0 ? 0 : si > 1 ? 1 : si;
                tj = tj < 0 ? 0 : tj > 1 ? 1 : tj;
                d = v3_length(v3_sub(surface(body, patch, si, tj), p));
                if (d < best)
                    best = d, s = si, t = tj;
            }
    }
    return best;
}

/* The signed distance of a point in the world. */
static double sampled_distance(const Thing *body, KipVec3 world)
{
    KipVec3 p = q_rotate(q_conjugate(body->q), v3_sub(world, body->p));
    int patches = body->type == KIP_GEOM_BOX ? 6 : body->type == KIP_GEOM_CYLINDER ? 3 : 1;
    double best = HUGE_VAL;
    for (int patch = 0; patch < patches; patch++) {
        double d = patch_distance(body, p, patch);
        best = d < best ? d : best;
    }
    return inside(body, p) ? -best : best;
}

/* A great sphere touches from anywhere: depth tells the distance of its centre, and the normal the way in
 * which that falls fastest, metre for metre. */
START_TEST(test_sphere_is_where_samples_say)
{
    static const KipGeomType type[3] = {KIP_GEOM_BOX, KIP_GEOM_CYLINDER, KIP_GEOM_ELLIPSOID};
    KipRandom random = {11};
    int within = 0;
    for (int i = 0; i < 60; i++) {
        Thing b = random_thing(&random, type[i % 3], 0.1), a = sphere(1, random_vector(&random, 0.1));
        Touch touch[MAX_TOUCH];
        double distance = sampled_distance(&b, a.p), further;
        ck_assert_int_eq(meet(&a, &b, touch), 1);
        ck_assert_double_eq_tol(1 - touch[0].depth, distance, 1e-7);
        further = sampled_distance(&b, v3_add_scaled(a.p, -1e-4, touch[0].normal));
        ck_assert_double_eq_tol(further - distance, 1e-4, 1e-6);
        within += distance < 0;
    }
    ck_assert_int_ge(within, 10);
    ck_assert_int_le(within, 50);
}
END_TEST

/* The interval of a capsule in touch, by walking along it with a sphere; its touches are those of the
 * sphere at the interval's Gauss points. */
START_TEST(test_capsule_is_two_spheres)
{
    enum { STEPS = 4000 };
    KipRandom random = {12};
    for (int type = KIP_GEOM_CAPSULE; type < TYPES; type++)
        for (int i = 0; i < 12; i++) {
            Thing a = random_thing(&random, KIP_GEOM_CAPSULE, 0.1), b;
            Thing ball = sphere(a.size[0], a.p);
            Touch touch[MAX_TOUCH], alone[MAX_TOUCH];
            double from = HUGE_VAL, to = -HUGE_VAL, cell = 2 * a.size[1] / STEPS;
            b = random_thing(&random, (KipGeomType)type, 0.1);
            place_at_depth(&random, &a, &b, 0.003 * (i + 1));
            ck_assert_int_eq(meet(&a, &b, touch), 2);
            for (int k = 0; k <= STEPS; k++) {
                double t = -a.size[1] + k * cell;
                ball.p = v3_add_scaled(a.p, t, axis_of(&a));
                if (meet(&ball, &b, alone)) {
                    from = t < from ? t : from;
                    to = t;
                }
            }
            for (int k = 0; k < 2; k++) {
                double t = 0.5 * (from + to) + (k ? 1 : -1) * (to - from) / sqrt(12);
                KipVec3 centre =
                    v3_add_scaled(touch[k].point, 0.5 * touch[k].depth - a.size[0], touch[k].normal);
                ck_assert_int_eq(touch[k].feature, k);
                ck_assert_double_eq_tol(v3_dot(v3_sub(centre, a.p), axis_of(&a)), t, 2 * cell);
                ball.p = centre;
                ck_assert_int_eq(meet(&ball, &b, alone), 1);
                ck_assert_double_eq_tol(alone[0].depth, touch[k].depth, 1e-9);
                ck_assert_double_le(v3_length(v3_sub(alone[0].normal, touch[k].normal)), 1e-6);
            }
        }
}
END_TEST

/* -- placements with known answers ----------------------------------------------------------------------- */

typedef struct Known {
    Thing a, b;
    int n;
    double depth;           /* the deepest's */
    KipVec3 normal, middle; /* every normal; the middle of the points */
} Known;

START_TEST(test_known_placements)
{
    const double r = sqrt(0.5);
    const Known known[] = {
        {sphere(0.1, v3(0, 0, 0)), sphere(0.2, v3(0.28, 0, 0)), 1, 0.02, {1, 0, 0}, {0.09, 0, 0}},
        {sphere(0.1, v3(0.28, 0, 0.25)),
         thing(KIP_GEOM_CAPSULE, 0.2, 0.3, 0, v3_zero()),
         1,
         0.02,
         {-1, 0, 0},
         {0.19, 0, 0.25}},
        {sphere(0.1, v3(0.2, 0.1, 0.39)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         1,
         0.01,
         {0, 0, -1},
         {0.2, 0.1, 0.295}},
        {sphere(0.1, v3(0.36, 0, 0.36)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         1,
         0.1 - 0.06 / r,
         {-r, 0, -r},
         {0.36 - r * (0.05 + 0.03 / r), 0, 0.36 - r * (0.05 + 0.03 / r)}},
        {sphere(0.1, v3(0.1, 0, 0.29)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         1,
         0.11,
         {0, 0, -1},
         {0.1, 0, 0.245}},
        {sphere(0.1, v3(0, 0.29, 0.1)),
         thing(KIP_GEOM_CYLINDER, 0.2, 0.3, 0, v3_zero()),
         1,
         0.01,
         {0, -1, 0},
         {0, 0.195, 0.1}},
        {sphere(0.1, v3(0, 0.15, -0.38)),
         thing(KIP_GEOM_CYLINDER, 0.2, 0.3, 0, v3_zero()),
         1,
         0.02,
         {0, 0, 1},
         {0, 0.15, -0.29}},
        {sphere(0.1, v3(0, 0, 0.39)),
         thing(KIP_GEOM_ELLIPSOID, 0.1, 0.2, 0.3, v3_zero()),
         1,
         0.01,
         {0, 0, -1},
         {0, 0, 0.295}},
        {thing(KIP_GEOM_CAPSULE, 0.1, 0.3, 0, v3_zero()),
         thing(KIP_GEOM_CAPSULE, 0.1, 0.5, 0, v3(0.19, 0, 0.1)),
         2,
         0.01,
         {1, 0, 0},
         {0.095, 0, 0}},
        {thing(KIP_GEOM_CAPSULE, 0.1, 0.2, 0, v3(0.39, 0, 0)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         2,
         0.01,
         {-1, 0, 0},
         {0.295, 0, 0}},
        {thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()),
         thing(KIP_GEOM_BOX, 0.1, 0.1, 0.1, v3(0.1, 0, 0.198)),
         4,
         0.002,
         {0, 0, 1},
         {0.1, 0, 0.099}},
        {thing(KIP_GEOM_BOX, 0.1, 0.1, 0.1, v3(0.3, 0, 0.198)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()),
         4,
         0.002,
         {0, 0, -1},
         {0.25, 0, 0.099}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         thing(KIP_GEOM_ELLIPSOID, 0.1, 0.2, 0.3, v3(1, 2, 0.29)),
         1,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         thing(KIP_GEOM_CYLINDER, 0.1, 0.3, 0, v3(1, 2, 0.29)),
         3,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         thing(KIP_GEOM_BOX, 0.1, 0.2, 0.3, v3(1, 2, 0.29)),
         4,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         sphere(0.1, v3(1, 2, 0.09)),
         1,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const Known *k = known + i;
        Touch touch[MAX_TOUCH];
        KipVec3 middle = v3_zero();
        int n = meet(&k->a, &k->b, touch);
        ck_assert_msg(n == k->n, "placement %d: %d touches", (int)i, n);
        ck_assert_double_eq_tol(deepest(touch, n), k->depth, 1e-12);
        for (int j = 0; j < n; j++) {
            ck_assert_msg(v3_length(v3_sub(touch[j].normal, k->normal)) < 1e-9, "placement %d", (int)i);
            middle = v3_add_scaled(middle, 1.0 / n, touch[j].point);
        }
        ck_assert_msg(v3_length(v3_sub(middle, k->middle)) < 1e-9, "placement %d: middle %g %g %g", (int)i,
                      middle.x, middle.y, middle.z);
    }
}
END_TEST

START_TEST(test_which_pairs_meet)
{
    for (int a = 0; a < TYPES; a++)
        for (int b = 0; b < TYPES; b++) {
            bool want = a == KIP_GEOM_PLANE ? b != KIP_GEOM_PLANE
                        : b >= KIP_GEOM_BOX ? a < KIP_GEOM_BOX || (a == b && a == KIP_GEOM_BOX)
                                            : true;
            ck_assert_int_eq(kip_can_collide((KipGeomType)a, (KipGeomType)b), want);
            ck_assert_int_eq(kip_collide_features((KipGeomType)a, (KipGeomType)b) > 0, want);
            ck_assert_int_le(kip_collide_features((KipGeomType)a, (KipGeomType)b), MAX_TOUCH);
        }
}
END_TEST

/* -- any pair -------------------------------------------------------------------------------------------- */

static void for_pairs(void (*check)(KipRandom *, Thing *, Thing *), int times, double spread)
{
    KipRandom random = {13};
    for (int a = 0; a < TYPES; a++)
        for (int b = a; b < TYPES; b++)
            for (int i = 0; i < times && kip_can_collide((KipGeomType)a, (KipGeomType)b); i++) {
                Thing ta = random_thing(&random, (KipGeomType)a, spread);
                Thing tb = random_thing(&random, (KipGeomType)b, spread);
                check(&random, &ta, &tb);
            }
}

/* Everything turned and shifted together: the touches go along. */
static void check_rigid(KipRandom *random, Thing *a, Thing *b)
{
    KipQuat q = random_turn(random);
    KipVec3 shift = random_vector(random, 1);
    Thing a2 = *a, b2 = *b;
    Touch touch[MAX_TOUCH], moved[MAX_TOUCH];
    place_at_depth(random, a, b, 0.003);
    a2.q = q_mul(q, a->q), a2.p = v3_add(shift, q_rotate(q, a->p));
    b2.q = q_mul(q, b->q), b2.p = v3_add(shift, q_rotate(q, b->p));
    ck_assert_int_ge(meet(a, b, touch), 1);
    ck_assert_int_eq(meet(a, b, touch), meet(&a2, &b2, moved));
    for (int i = 0; i < meet(a, b, touch); i++) {
        ck_assert_int_eq(touch[i].feature, moved[i].feature);
        ck_assert_double_eq_tol(touch[i].depth, moved[i].depth, 1e-12);
        ck_assert_double_le(v3_length(v3_sub(q_rotate(q, touch[i].normal), moved[i].normal)), 1e-10);
        ck_assert_double_le(v3_length(v3_sub(v3_add(shift, q_rotate(q, touch[i].point)), moved[i].point)),
                            1e-10);
    }
}

START_TEST(test_touches_move_with_both)
{
    for_pairs(check_rigid, 40, 0.1);
}
END_TEST

/* b moved along the normal by the depth is free, by a little less is not. */
static void check_parted(KipRandom *random, Thing *a, Thing *b)
{
    Touch touch[MAX_TOUCH], after[MAX_TOUCH];
    KipVec3 p;
    if (kip_collide_features(a->type, b->type) > 1)
        return;
    place_at_depth(random, a, b, kip_random_uniform(random, 0.001, 0.2));
    p = b->p;
    ck_assert_int_eq(meet(a, b, touch), 1);
    b->p = v3_add_scaled(p, touch[0].depth * (1 + 1e-9), touch[0].normal);
    ck_assert_int_eq(meet(a, b, after), 0);
    b->p = v3_add_scaled(p, touch[0].depth * (1 - 1e-6), touch[0].normal);
    ck_assert_int_eq(meet(a, b, after), 1);
}

START_TEST(test_depth_along_normal_parts)
{
    for_pairs(check_parted, 60, 0.1);
}
END_TEST

/* -- motion ---------------------------------------------------------------------------------------------- */

enum { PATH = 600 };

static const Touch *of_feature(const Touch *touch, int n, int feature)
{
    for (int i = 0; i < n; i++)
        if (touch[i].feature == feature)
            return touch + i;
    return NULL;
}

static void remember(const Touch *touch, int n, int *kept)
{
    for (int i = 0; i < MAX_TOUCH; i++)
        kept[i] = of_feature(touch, n, i) ? of_feature(touch, n, i)->face : NO_FACE;
}

/* In small steps along a smooth path: no depth changes by much more than the step, no normal turns by more
 * than a degree. The step is what any point of b moves. Four touches of boxes may share their sum
 * otherwise when the direction changes in which they are spread; that sum is as smooth. */
static void check_smooth(KipRandom *random, Thing *a, Thing *b)
{
    KipVec3 step = random_vector(random, 4e-6), turn = random_vector(random, 2e-5);
    double motion = v3_length(step) + v3_length(turn) * 0.35, jump = 0, bend = 0;
    Touch now[MAX_TOUCH], before[MAX_TOUCH];
    bool boxes = a->type == KIP_GEOM_BOX;
    int kept[MAX_TOUCH], n_before = 0;
    remember(now, 0, kept);
    place_at_depth(random, a, b, kip_random_uniform(random, 0, boxes ? 0.003 : 0.02));
    for (int i = 0; i < PATH; i++) {
        int n = meet_kept(a, b, kept, now);
        if (boxes && deepest(now, n) > 0.001) /* towards the core the normal turns faster and faster */
            break;
        if (boxes && i)
            jump = most_of(jump, fabs(total(now, n) - total(before, n_before)) / 4);
        for (int f = 0; f < MAX_TOUCH && i; f++) {
            const Touch *t = of_feature(now, n, f), *u = of_feature(before, n_before, f);
            if (!boxes)
                jump = most_of(jump, fabs((t ? t->depth : 0) - (u ? u->depth : 0)));
            if (t && u)
                bend = most_of(bend, v3_length(v3_sub(t->normal, u->normal)));
        }
        remember(now, n, kept);
        memcpy(before, now, sizeof before);
        n_before = n;
        b->p = v3_add(b->p, step);
        b->q = q_normalize(q_mul(q_exp(turn), b->q));
    }
    ck_below(jump, 1.5 * motion);
    ck_below(bend, 0.02);
}

START_TEST(test_nothing_jumps)
{
    for_pairs(check_smooth, STUDY(40, 400), 0.1);
}
END_TEST

/* A box rocking on a greater one, over its edges and corners too: the force of all four touches goes as
 * smoothly. */
START_TEST(test_rocking_box)
{
    KipRandom random = {14};
    double worst = 0;
    for (int path = 0; path < STUDY(30, 1000); path++) {
        Thing a = thing(KIP_GEOM_BOX, 0.5, 0.3, 0.1, v3_zero()), b;
        KipVec3 step = random_vector(&random, 1e-6), turn = random_vector(&random, 2e-6), force = v3_zero();
        double x = kip_random_uniform(&random, -0.62, 0.62), y = kip_random_uniform(&random, -0.42, 0.42);
        double motion = v3_length(step) + v3_length(turn) * 0.2;
        int kept[MAX_TOUCH];
        Touch touch[MAX_TOUCH];
        b = thing(KIP_GEOM_BOX, 0.1, 0.12, 0.08, v3(x, y, 0.18 - kip_random_uniform(&random, 0, 0.001)));
        b.q = q_axis_angle(v3(0, 0, 1), kip_random_uniform(&random, -3, 3));
        remember(touch, 0, kept);
        for (int i = 0; i < 1500; i++) {
            KipVec3 sum = v3_zero();
            int n = meet_kept(&a, &b, kept, touch);
            for (int k = 0; k < n; k++)
                sum = v3_add_scaled(sum, touch[k].depth, touch[k].normal);
            if (i)
                worst = most_of(worst, v3_length(v3_sub(sum, force)) / motion);
            force = sum;
            remember(touch, n, kept);
            if (i % 500 == 250)
                turn = v3_neg(turn), step = v3_neg(step);
            b.p = v3_add(b.p, step);
            b.q = q_normalize(q_mul(q_exp(turn), b.q));
        }
    }
    study_print("rocking box: force by motion at most %.2f kn\n", worst);
    ck_assert_double_gt(worst, 1); /* they did touch */
    ck_below(worst, 6);
}
END_TEST

/* A ball whose centre is inside wanders past the middle: the face stays, and so the normal. */
START_TEST(test_kept_face_inside)
{
    static const KipGeomType type[2] = {KIP_GEOM_BOX, KIP_GEOM_CYLINDER};
    for (int i = 0; i < 2; i++) {
        Thing b = thing(type[i], 0.3, 0.3, 0.3, v3_zero()), a = sphere(0.05, v3(0.02, 0.01, 0.36));
        Touch touch[MAX_TOUCH];
        int kept[MAX_TOUCH], inner = 0;
        double before = 0;
        remember(touch, 0, kept);
        for (int step = 0; step < 600; step++) {
            int n = meet_kept(&a, &b, kept, touch);
            if (n) {
                ck_near(touch[0].normal.z, -1, 1e-12);
                ck_below(fabs(touch[0].depth - before), 1.0001e-3);
                before = touch[0].depth;
            }
            inner += n && inside(&b, a.p);
            remember(touch, n, kept);
            a.p = v3_add(a.p, v3(3e-4, 2e-4, -1e-3));
        }
        ck_assert_int_gt(inner, 500);
    }
}
END_TEST

/* Two boxes pressed through each other keep their normal too. */
START_TEST(test_kept_row_of_boxes)
{
    Thing a = thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()), b = a;
    Touch touch[MAX_TOUCH];
    int kept[MAX_TOUCH], inner = 0;
    double before = 0;
    b.p = v3(0.03, 0.02, 0.22);
    b.q = q_exp(v3(0.02, 0.03, 0.5));
    remember(touch, 0, kept);
    for (int step = 0; step < 410; step++) {
        int n = meet_kept(&a, &b, kept, touch);
        if (n) {
            ck_assert_double_gt(touch[0].normal.z, 0.99);
            ck_below(fabs(deepest(touch, n) - before), 1.1e-3);
            before = deepest(touch, n);
            inner += before > 0.1;
        }
        remember(touch, n, kept);
        b.p.z -= 1e-3;
    }
    ck_assert_int_gt(inner, 150);
}
END_TEST

/* -- energy ---------------------------------------------------------------------------------------------- */

/* A closed path of b in the x z plane past an edge along y, with the work of the springs along it, by the
 * stiffness, and the greatest energy met. The touches
 * should be those of a pair without a past. */
typedef struct Loop {
    double work, energy;
    int past; /* touches that were other than without a past */
} Loop;

static Loop go_round(const Thing *floor, int floors, Thing b, double rx, double rz, int steps)
{
    Loop loop = {0, 0, 0};
    KipVec3 middle = b.p;
    Touch touch[MAX_TOUCH], alone[MAX_TOUCH];
    int kept[2][MAX_TOUCH];
    remember(touch, 0, kept[0]);
    remember(touch, 0, kept[1]);
    for (int i = 0; i < steps; i++) {
        double angle = 2 * 3.14159265358979323846 * i / steps, energy = 0;
        KipVec3 along =
            v3_scale(2 * 3.14159265358979323846 / steps, v3(-rx * kip_sin(angle), 0, rz * kip_cos(angle)));
        b.p = v3_add(middle, v3(rx * kip_cos(angle), 0, rz * kip_sin(angle)));
        for (int f = 0; f < floors; f++) {
            bool first = b.type <= floor[f].type;
            const Thing *one = first ? &b : floor + f, *two = first ? floor + f : &b;
            int n = meet_kept(one, two, kept[f], touch);
            loop.past += meet(one, two, alone) != n;
            for (int k = 0; k < n; k++) {
                loop.past += touch[k].depth < alone[k].depth || touch[k].depth > alone[k].depth;
                loop.work += (first ? -1 : 1) * touch[k].depth * v3_dot(touch[k].normal, along);
                energy += 0.5 * touch[k].depth * touch[k].depth;
            }
            remember(touch, n, kept[f]);
        }
        loop.energy = energy > loop.energy ? energy : loop.energy;
    }
    return loop;
}

START_TEST(test_loops_give_no_energy)
{
    const Thing floor[2] = {thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()),
                            thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3(0.6, 0, 0))};
    Thing ball = sphere(0.05, v3(0.3, 0, 0.15)), capsule = ball;
    Loop loop;
    loop = go_round(floor, 1, ball, 0.06, 0.02, 5000);
    study_print("ball round an edge: work %.2g of %.2g\n", loop.work, loop.energy);
    ck_below(fabs(loop.work), 1e-5 * loop.energy);
    loop = go_round(floor, 2, ball, 0.06, 0.02, 5000);
    study_print("ball over a seam: work %.2g of %.2g\n", loop.work, loop.energy);
    ck_below(fabs(loop.work), 1e-5 * loop.energy);
    capsule.type = KIP_GEOM_CAPSULE, capsule.size[1] = 0.1;
    for (int i = 0; i < 8; i++) { /* along the edge, then across it, level and sloping */
        KipVec3 axis = i < 2 ? v3(1, 0, 0) : v3(0, 1, 0);
        capsule.q = q_axis_angle(axis, (0.5 - 0.05 * (i / 2)) * 3.14159265358979323846);
        loop = go_round(floor, 1 + i % 2, capsule, 0.06, 0.02, 5000);
        study_print("capsule %d, %d floors: work %.2g of %.2g\n", i / 2, 1 + i % 2, loop.work, loop.energy);
        ck_assert_double_gt(loop.energy, 1e-4);
        ck_assert_int_eq(loop.past, 0);
        if (i < 2)
            ck_below(fabs(loop.work), 1e-5 * loop.energy);
    }
    for (int floors = 1; floors <= 2; floors++) {
        Thing box = thing(KIP_GEOM_BOX, 0.1, 0.1, 0.05, v3(0.4 - 0.2 * floors, 0, 0.15));
        loop = go_round(floor, floors, box, 0.02, 0.002, 5000);
        ck_assert_int_eq(loop.past, 0);
        ck_below(fabs(loop.work), 1e-4 * loop.energy);
    }
}
END_TEST

/* -- boxes ----------------------------------------------------------------------------------------------- */

/* The nearest point of a box. */
static KipVec3 onto(const Thing *box, KipVec3 world)
{
    KipVec3 p = q_rotate(q_conjugate(box->q), v3_sub(world, box->p));
    double x[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++)
        x[i] = x[i] > box->size[i] ? box->size[i] : x[i] < -box->size[i] ? -box->size[i] : x[i];
    return v3_add(box->p, q_rotate(box->q, v3(x[0], x[1], x[2])));
}

/* How far apart two boxes are, by projecting from one to the other and back. */
static double gap(const Thing *a, const Thing *b)
{
    KipVec3 p = a->p, q = b->p;
    for (int i = 0; i < 3000; i++) {
        q = onto(b, p);
        p = onto(a, q);
    }
    return v3_length(v3_sub(p, q));
}

/* Boxes apart do not touch; boxes that would still meet if each were thinner by the 4 mm by which edges are
 * rounded do, and moved along the normal by the depth and the rounding they are apart. */
START_TEST(test_boxes_meet_where_they_overlap)
{
    KipRandom random = {15};
    int apart = 0, deep = 0;
    for (int i = 0; i < 400; i++) {
        Thing a = random_thing(&random, KIP_GEOM_BOX, 0.09), b = random_thing(&random, KIP_GEOM_BOX, 0.09);
        Thing thin = b, moved = b;
        Touch touch[MAX_TOUCH];
        int n = meet(&a, &b, touch);
        for (int k = 0; k < 3; k++)
            thin.size[k] -= 0.004;
        if (gap(&a, &b) > 1e-4) {
            ck_assert_int_eq(n, 0);
            apart++;
        } else if (gap(&a, &thin) < 1e-6) {
            ck_assert_int_ge(n, 1);
            deep++;
        }
        if (n) {
            Touch after[MAX_TOUCH];
            double depth = 0;
            while (depth < 1 && meet(&a, &moved, after)) { /* a touch is no deeper than its boxes */
                depth += 1e-3;
                moved.p = v3_add_scaled(b.p, depth, touch[0].normal);
            }
            ck_below(deepest(touch, n), depth + 1e-9);
            ck_below(depth, 0.6);
        }
    }
    ck_assert_int_gt(apart, 30);
    ck_assert_int_gt(deep, 50);
}
END_TEST

/* How far up a vertical line leaves a box, from below: the height of its lower surface; HUGE_VAL beside
 * it. */
static double lower_surface(const Thing *box, double x, double y)
{
    KipVec3 p = q_rotate(q_conjugate(box->q), v3_sub(v3(x, y, 0), box->p));
    KipVec3 up = q_rotate(q_conjugate(box->q), v3(0, 0, 1));
    const double at[3] = {p.x, p.y, p.z}, d[3] = {up.x, up.y, up.z};
    double in = -HUGE_VAL, out = HUGE_VAL;
    for (int i = 0; i < 3; i++) {
        double low = (-box->size[i] - at[i]) / d[i], high = (box->size[i] - at[i]) / d[i];
        in = fmax(in, fmin(low, high));
        out = fmin(out, fmax(low, high));
    }
    return in < out ? in : HUGE_VAL;
}

/* A box, slanting a little or standing on its edge, in the top of another: the four touches have the mean
 * depth, and the centre of pressure, of an elastic bed on a fine grid. */
START_TEST(test_boxes_rest_as_on_a_bed)
{
    enum { GRID = 600 };
    KipRandom random = {16};
    int checked = 0;
    for (int i = 0; i < 30; i++) {
        const double wide = 0.3;
        Thing a = thing(KIP_GEOM_BOX, wide, wide, 0.1, v3_zero()),
              b = thing(KIP_GEOM_BOX, 0.1, 0.12, 0.08, a.p);
        double area = 0, sum = 0, x = 0, y = 0, middle_x = 0, middle_y = 0, total = 0;
        double tilt = i % 3 == 0 ? 0.5 : i % 3 == 1 ? 0.002 : 0.02, in = 0.05, out = 0.5;
        Touch touch[MAX_TOUCH];
        int n;
        b.q = q_mul(q_axis_angle(v3(0, 0, 1), kip_random_uniform(&random, -3, 3)),
                    q_exp(v3(tilt, 0.3 * tilt, 0)));
        b.p = v3(kip_random_uniform(&random, -0.1, 0.3), kip_random_uniform(&random, -0.1, 0.3), 0);
        while (out - in > 1e-9) {
            b.p.z = 0.5 * (in + out);
            *(deepest(touch, meet(&a, &b, touch)) > 0.0005 ? &in : &out) = b.p.z;
        }
        n = meet(&a, &b, touch);
        if (touch[0].normal.z < 1 - 1e-12) /* over the edge: its depth is held down to the rounding's */
            continue;
        ck_assert_int_eq(n, 4);
        for (int j = 0; j < GRID * GRID; j++) {
            double gx = b.p.x + 0.2 * (2 * (j % GRID + 0.5) / GRID - 1), depth;
            double gy = b.p.y + 0.2 * (2 * (j / GRID + 0.5) / GRID - 1);
            depth = a.size[2] - lower_surface(&b, gx, gy);
            if (fabs(gx) < wide && fabs(gy) < wide && depth > 0) {
                area += 1;
                sum += depth;
                x += gx * depth, y += gy * depth;
            }
        }
        for (int k = 0; k < n; k++) {
            total += touch[k].depth;
            middle_x += touch[k].depth * touch[k].point.x;
            middle_y += touch[k].depth * touch[k].point.y;
        }
        if (area < 1000) /* too small for the grid */
            continue;
        ck_near(total / 4, sum / area, 2e-2 * sum / area);
        ck_near(middle_x / total, x / sum, 1e-3);
        ck_near(middle_y / total, y / sum, 1e-3);
        checked++;
    }
    ck_assert_int_gt(checked, 10);
}
END_TEST

/* -- where formulas divide by zero ----------------------------------------------------------------------- */

/* Concentric and aligned, and centres on corners, edges, axes and symmetry planes; meet() looks at what
 * comes. */
START_TEST(test_degenerate_placements)
{
    static const double where[4] = {0, 0.1, -0.1, 0.05};
    int touches = 0;
    for (int a = KIP_GEOM_PLANE; a < TYPES; a++)
        for (int b = a; b < TYPES; b++)
            for (int i = 0; i < 64 * 6; i++) {
                static const double size[2][3] = {{0.1, 0.1, 0.1}, {0.1, 0.05, 0.2}};
                KipVec3 p = v3(where[i % 4], where[i / 4 % 4], where[i / 16 % 4]);
                const double *s = size[i / 64 % 2];
                Thing ta = thing((KipGeomType)a, s[0], s[1], s[2], v3_zero());
                Thing tb = thing((KipGeomType)b, s[0], s[1], s[2], p);
                Touch touch[MAX_TOUCH];
                if (i / 128 == 1)
                    tb.q = q_axis_angle(v3(1, 0, 0), 1.57079632679489661923);
                if (i / 128 == 2)
                    tb.q = quat(0, 1, 0, 0);
                if (a == KIP_GEOM_CAPSULE && i % 3 == 0)
                    ta.size[1] = 0;
                if (b == KIP_GEOM_CAPSULE && i % 2 == 0)
                    tb.size[1] = 0;
                touches += meet(&ta, &tb, touch);
            }
    ck_assert_int_gt(touches, 5000);
}
END_TEST

Suite *suite_collide(void)
{
    Suite *suite = suite_create("collide");
    TCase *pairs = tcase_create("pairs"), *motion = tcase_create("motion");
    TCase *boxes = tcase_create("boxes");
    tcase_add_test(pairs, test_which_pairs_meet);
    tcase_add_test(pairs, test_known_placements);
    tcase_add_test(pairs, test_sphere_is_where_samples_say);
    tcase_add_test(pairs, test_capsule_is_two_spheres);
    tcase_add_test(pairs, test_touches_move_with_both);
    tcase_add_test(pairs, test_depth_along_normal_parts);
    tcase_add_test(motion, test_nothing_jumps);
    tcase_add_test(motion, test_rocking_box);
    tcase_add_test(motion, test_kept_face_inside);
    tcase_add_test(motion, test_kept_row_of_boxes);
    tcase_add_test(motion, test_loops_give_no_energy);
    tcase_add_test(boxes, test_boxes_meet_where_they_overlap);
    tcase_add_test(boxes, test_boxes_rest_as_on_a_bed);
    tcase_add_test(pairs, test_degenerate_placements);
    tcase_set_timeout(motion, 300);
    tcase_set_timeout(boxes, 60);
    suite_add_tcase(suite, pairs);
    suite_add_tcase(suite, boxes);
    suite_add_tcase(suite, motion);
    return suite;
}
