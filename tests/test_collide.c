/* Where solids meet, against sampled surfaces, grids and projections; and that nothing jumps under motion. */
#include <math.h>
#include <string.h>

#include "dynamics/collide.h"
#include "dynamics/collide_parts.h"
#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "random_model.h"
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

static Solid solid_of(const Thing *t, KipGeom *geom)
{
    *geom = kip_geom_def();
    geom->type = t->type;
    memcpy(geom->size, t->size, sizeof geom->size);
    return (Solid){geom, q_matrix(t->q), t->p};
}

static bool is_apart(const Thing *a, const Thing *b, double room)
{
    KipGeom ga, gb;
    const Solid sa = solid_of(a, &ga), sb = solid_of(b, &gb);
    return kip_collide_is_apart(&sa, &sb, room);
}

/* The touches of two things, which must be well formed. */
static int meet_kept(const Thing *a, const Thing *b, const int *kept, Touch *touch)
{
    KipGeom ga, gb;
    const Solid sa = solid_of(a, &ga), sb = solid_of(b, &gb);
    bool seen[MAX_TOUCH] = {false};
    int n = kip_collide(&sa, &sb, kept, touch);
    for (int i = 0; i < n; i++) {
        const Touch *t = touch + i;
        bool well =
            t->feature >= 0 && t->feature < kip_collide_features(a->type, b->type) && !seen[t->feature];
        well = well && t->depth > 0 && t->depth < 10 && v3_length(v3_sub(t->point, a->p)) < 10;
        well = well && t->share > 0 && t->face >= NO_FACE && t->face < kip_collide_faces(a->type, b->type);
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

/* A force, by the stiffness, and its moment. */
typedef struct Wrench {
    KipVec3 force, moment;
} Wrench;

static void press(Wrench *w, const Touch *touch, double share, KipVec3 about)
{
    KipVec3 f = v3_scale(share * touch->depth, touch->normal);
    w->force = v3_add(w->force, f);
    w->moment = v3_add(w->moment, v3_cross(v3_sub(touch->point, about), f));
}

/* The ends and the bed of a capsule, by walking along it with a ball; and the interval in reach. */
static Wrench walk(const Thing *a, const Thing *b, int steps, double *from, double *to)
{
    double r = a->size[0], half = a->size[1], cell = 2 * half / steps;
    Wrench w = {v3_zero(), v3_zero()};
    if (b->type == KIP_GEOM_CAPSULE && b->size[0] < r)
        r = b->size[0];
    *from = HUGE_VAL, *to = -HUGE_VAL;
    for (int k = -1; k <= steps; k++) {
        double t = k < 0 ? -half : k == steps ? half : (k + 0.5) * cell - half;
        Thing ball = sphere(a->size[0], v3_add_scaled(a->p, t, axis_of(a)));
        Touch touch[MAX_TOUCH];
        if (!meet(&ball, b, touch))
            continue;
        *from = t < *from ? t : *from;
        *to = t;
        press(&w, touch, k < 0 || k == steps ? 1 : cell / (2 * r), a->p);
    }
    return w;
}

/* A capsule meets with the balls at its ends and with a bed along it: force and moment are theirs, the bed's
 * touches are at the Gauss points of the interval in reach. */
START_TEST(test_capsule_is_ends_and_bed)
{
    enum { STEPS = 4000 };
    KipRandom random = {12};
    double worst = 0;
    int ends = 0;
    for (int type = KIP_GEOM_CAPSULE; type < TYPES; type++)
        for (int i = 0; i < STUDY(12, 100); i++) {
            Thing a = random_thing(&random, KIP_GEOM_CAPSULE, 0.1), b;
            double cell = 2 * a.size[1] / STEPS, r = a.size[0], from, to;
            Touch touch[MAX_TOUCH];
            Wrench want, sum = {v3_zero(), v3_zero()};
            int n;
            b = random_thing(&random, (KipGeomType)type, 0.1);
            place_at_depth(&random, &a, &b, 0.003 * (i % 12 + 1));
            want = walk(&a, &b, STEPS, &from, &to);
            if (type == KIP_GEOM_CAPSULE && b.size[0] < r)
                r = b.size[0];
            n = meet(&a, &b, touch);
            ck_assert_int_eq(n, 2 + (from <= -a.size[1]) + (to >= a.size[1]));
            for (int k = 0; k < n; k++) {
                int f = touch[k].feature;
                double t = f == 0 ? -a.size[1] : a.size[1];
                KipVec3 centre =
                    v3_add_scaled(touch[k].point, 0.5 * touch[k].depth - a.size[0], touch[k].normal);
                if (f >= 2)
                    t = 0.5 * (from + to) + (f == 3 ? 1 : -1) * (to - from) / sqrt(12);
                ck_near(v3_dot(v3_sub(centre, a.p), axis_of(&a)), t, 2 * cell);
                ck_near(touch[k].share, f < 2 ? 1 : (to - from) / (4 * r), cell / r);
                press(&sum, touch + k, touch[k].share, a.p);
                ends += f < 2;
            }
            worst = most_of(worst, v3_length(v3_sub(sum.force, want.force)) / v3_length(want.force));
            worst = most_of(worst,
                            v3_length(v3_sub(sum.moment, want.moment)) / (a.size[1] * v3_length(want.force)));
        }
    study_print("capsules: force and moment within %.2g of the bed's\n", worst);
    ck_below(worst, 5e-3);
    ck_assert_int_gt(ends, 15);
}
END_TEST

/* -- placements with known answers ----------------------------------------------------------------------- */

/* Cores drawn in, whose distance is found in steps: as exact as those end, and as deep as they are apart. */
static bool have_cores(const Thing *a, const Thing *b)
{
    return a->type >= KIP_GEOM_BOX && b->type >= KIP_GEOM_CYLINDER;
}

typedef struct Known {
    Thing a, b;
    int n;
    double share;           /* of all */
    double depth;           /* the deepest's */
    KipVec3 normal, middle; /* every normal; the middle of the points */
} Known;

START_TEST(test_known_placements)
{
    const double r = sqrt(0.5);
    const Known known[] = {
        {sphere(0.1, v3(0, 0, 0)), sphere(0.2, v3(0.28, 0, 0)), 1, 1, 0.02, {1, 0, 0}, {0.09, 0, 0}},
        {sphere(0.1, v3(0.28, 0, 0.25)),
         thing(KIP_GEOM_CAPSULE, 0.2, 0.3, 0, v3_zero()),
         1,
         1,
         0.02,
         {-1, 0, 0},
         {0.19, 0, 0.25}},
        {sphere(0.1, v3(0.2, 0.1, 0.39)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         1,
         1,
         0.01,
         {0, 0, -1},
         {0.2, 0.1, 0.295}},
        {sphere(0.1, v3(0.36, 0, 0.36)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         1,
         1,
         0.1 - 0.06 / r,
         {-r, 0, -r},
         {0.36 - r * (0.05 + 0.03 / r), 0, 0.36 - r * (0.05 + 0.03 / r)}},
        {sphere(0.1, v3(0.1, 0, 0.29)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         1,
         1,
         0.11,
         {0, 0, -1},
         {0.1, 0, 0.245}},
        {sphere(0.1, v3(0, 0.29, 0.1)),
         thing(KIP_GEOM_CYLINDER, 0.2, 0.3, 0, v3_zero()),
         1,
         1,
         0.01,
         {0, -1, 0},
         {0, 0.195, 0.1}},
        {sphere(0.1, v3(0, 0.15, -0.38)),
         thing(KIP_GEOM_CYLINDER, 0.2, 0.3, 0, v3_zero()),
         1,
         1,
         0.02,
         {0, 0, 1},
         {0, 0.15, -0.29}},
        {sphere(0.1, v3(0, 0, 0.39)),
         thing(KIP_GEOM_ELLIPSOID, 0.1, 0.2, 0.3, v3_zero()),
         1,
         1,
         0.01,
         {0, 0, -1},
         {0, 0, 0.295}},
        {thing(KIP_GEOM_CAPSULE, 0.1, 0.3, 0, v3_zero()),
         thing(KIP_GEOM_CAPSULE, 0.1, 0.5, 0, v3(0.19, 0, 0.1)),
         4,
         2 + 0.6 / 0.2,
         0.01,
         {1, 0, 0},
         {0.095, 0, 0}},
        {thing(KIP_GEOM_CAPSULE, 0.1, 0.2, 0, v3(0.39, 0, 0)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.3, v3_zero()),
         4,
         2 + 0.4 / 0.2,
         0.01,
         {-1, 0, 0},
         {0.295, 0, 0}},
        {thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()),
         thing(KIP_GEOM_BOX, 0.1, 0.1, 0.1, v3(0.1, 0, 0.198)),
         4,
         4,
         0.002,
         {0, 0, 1},
         {0.1, 0, 0.099}},
        {thing(KIP_GEOM_BOX, 0.1, 0.1, 0.1, v3(0.3, 0, 0.198)),
         thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()),
         4,
         4,
         0.002,
         {0, 0, -1},
         {0.25, 0, 0.099}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         thing(KIP_GEOM_ELLIPSOID, 0.1, 0.2, 0.3, v3(1, 2, 0.29)),
         1,
         1,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         thing(KIP_GEOM_CYLINDER, 0.1, 0.3, 0, v3(1, 2, 0.29)),
         3,
         3,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         thing(KIP_GEOM_BOX, 0.1, 0.2, 0.3, v3(1, 2, 0.29)),
         4,
         4,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
        {thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()),
         thing(KIP_GEOM_ELLIPSOID, 0.1, 0.2, 0.15, v3(0.05, 0.02, 0.249)),
         1,
         1,
         0.001,
         {0, 0, 1},
         {0.05, 0.02, 0.0995}},
        {thing(KIP_GEOM_CYLINDER, 0.3, 0.1, 0, v3_zero()),
         thing(KIP_GEOM_CYLINDER, 0.1, 0.2, 0, v3(0.05, 0.02, 0.299)),
         4,
         4,
         0.001,
         {0, 0, 1},
         {0.05, 0.02, 0.0995}},
        {thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero()),
         thing(KIP_GEOM_CYLINDER, 0.1, 0.2, 0, v3(0.05, 0.02, 0.299)),
         4,
         4,
         0.001,
         {0, 0, 1},
         {0.05, 0.02, 0.0995}},
        {thing(KIP_GEOM_ELLIPSOID, 0.3, 0.1, 0.2, v3_zero()),
         thing(KIP_GEOM_ELLIPSOID, 0.1, 0.2, 0.05, v3(0.399, 0, 0)),
         1,
         1,
         0.001,
         {1, 0, 0},
         {0.2995, 0, 0}},
        {thing(KIP_GEOM_CYLINDER, 0.3, 0.1, 0, v3_zero()),
         thing(KIP_GEOM_ELLIPSOID, 0.1, 0.2, 0.05, v3(0, 0.498, 0.03)),
         1,
         1,
         0.002,
         {0, 1, 0},
         {0, 0.299, 0.03}},
        {thing(KIP_GEOM_PLANE, 0, 0, 0, v3_zero()),
         sphere(0.1, v3(1, 2, 0.09)),
         1,
         1,
         0.01,
         {0, 0, 1},
         {1, 2, -0.01}},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const Known *k = known + i;
        Touch touch[MAX_TOUCH];
        KipVec3 middle = v3_zero();
        double share = 0;
        int n = meet(&k->a, &k->b, touch);
        ck_assert_msg(n == k->n, "placement %d: %d touches", (int)i, n);
        ck_assert_double_eq_tol(deepest(touch, n), k->depth, 1e-12);
        for (int j = 0; j < n; j++) {
            ck_assert_msg(v3_length(v3_sub(touch[j].normal, k->normal)) < 1e-9, "placement %d", (int)i);
            middle = v3_add_scaled(middle, 1.0 / n, touch[j].point);
            share += touch[j].share;
        }
        ck_near(share, k->share, 1e-12);
        ck_assert_msg(v3_length(v3_sub(middle, k->middle)) < (have_cores(&k->a, &k->b) ? 1e-5 : 1e-9),
                      "placement %d: middle %g %g %g", (int)i, middle.x, middle.y, middle.z);
    }
}
END_TEST

START_TEST(test_which_pairs_meet)
{
    for (int a = 0; a < TYPES; a++)
        for (int b = 0; b < TYPES; b++) {
            bool want = a != KIP_GEOM_PLANE || b != KIP_GEOM_PLANE;
            ck_assert_int_eq(kip_collide_features((KipGeomType)a, (KipGeomType)b) > 0, want);
            ck_assert_int_le(kip_collide_features((KipGeomType)a, (KipGeomType)b), MAX_TOUCH);
            ck_assert_int_eq(kip_collide_faces((KipGeomType)a, (KipGeomType)b),
                             kip_collide_faces((KipGeomType)b, (KipGeomType)a));
        }
}
END_TEST

/* There are no more faces than kip_collide_faces says (meet() looks at each), and no fewer. */
START_TEST(test_all_faces_are_met)
{
    KipRandom random = {17};
    for (int a = 0; a < TYPES; a++)
        for (int b = a; b < TYPES; b++) {
            bool seen[100] = {false};
            /* without a past, not every axis of two boxes lies across every row */
            const bool boxes = a == KIP_GEOM_BOX && b == KIP_GEOM_BOX;
            const int faces = kip_collide_faces((KipGeomType)a, (KipGeomType)b) / (boxes ? 2 : 1);
            int count = 0;
            for (int i = 0; i < (count < faces ? 20000 : 300) &&
                            kip_collide_features((KipGeomType)a, (KipGeomType)b) > 0;
                 i++) {
                Thing ta = random_thing(&random, (KipGeomType)a, 0.05);
                Thing tb = random_thing(&random, (KipGeomType)b, 0.05);
                Touch touch[MAX_TOUCH];
                for (int n = meet(&ta, &tb, touch), k = 0; k < n; k++)
                    if (touch[k].face != NO_FACE) {
                        count += !seen[touch[k].face];
                        seen[touch[k].face] = true;
                    }
            }
            ck_assert_int_ge(count, faces);
            ck_assert_int_le(count, kip_collide_faces((KipGeomType)a, (KipGeomType)b));
        }
}
END_TEST

/* -- any pair -------------------------------------------------------------------------------------------- */

static void for_pairs(void (*check)(KipRandom *, Thing *, Thing *), int times, double spread)
{
    KipRandom random = {13};
    for (int a = 0; a < TYPES; a++)
        for (int b = a; b < TYPES; b++)
            for (int i = 0; i < times && kip_collide_features((KipGeomType)a, (KipGeomType)b) > 0; i++) {
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
    const double bar = have_cores(a, b) ? 1e-4 : 1e-10;
    place_at_depth(random, a, b, 0.003);
    a2.q = q_mul(q, a->q), a2.p = v3_add(shift, q_rotate(q, a->p));
    b2.q = q_mul(q, b->q), b2.p = v3_add(shift, q_rotate(q, b->p));
    ck_assert_int_ge(meet(a, b, touch), 1);
    ck_assert_int_eq(meet(a, b, touch), meet(&a2, &b2, moved));
    for (int i = 0; i < meet(a, b, touch); i++) {
        ck_assert_int_eq(touch[i].feature, moved[i].feature);
        ck_assert_double_eq_tol(touch[i].depth, moved[i].depth, have_cores(a, b) ? 1e-6 : 1e-12);
        ck_assert_double_le(v3_length(v3_sub(q_rotate(q, touch[i].normal), moved[i].normal)), bar);
        ck_assert_double_le(v3_length(v3_sub(v3_add(shift, q_rotate(q, touch[i].point)), moved[i].point)),
                            bar);
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
    place_at_depth(random, a, b, kip_random_uniform(random, 0.001, have_cores(a, b) ? 0.003 : 0.2));
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

/* How far a thing goes from its origin along a unit vector. */
static double reach(const Thing *t, KipVec3 world)
{
    const double *h = t->size;
    KipVec3 d = q_rotate(q_conjugate(t->q), world);
    if (t->type == KIP_GEOM_BOX)
        return h[0] * fabs(d.x) + h[1] * fabs(d.y) + h[2] * fabs(d.z);
    if (t->type == KIP_GEOM_CYLINDER)
        return h[0] * sqrt(d.x * d.x + d.y * d.y) + h[1] * fabs(d.z);
    return v3_length(v3(h[0] * d.x, h[1] * d.y, h[2] * d.z));
}

/* Along no direction near its normal do a and b part sooner; edges are rounded by 4 mm. */
static void check_least(KipRandom *random, Thing *a, Thing *b)
{
    const bool exact = a->type == KIP_GEOM_ELLIPSOID;
    Touch touch[MAX_TOUCH];
    if (!have_cores(a, b))
        return;
    place_at_depth(random, a, b, 0.002);
    ck_assert_int_ge(meet(a, b, touch), 1);
    const double depth = deepest(touch, meet(a, b, touch));
    for (int k = 0; k < 100; k++) {
        const double size = k ? 0.5 * pow(0.9, k) : 0;
        KipVec3 n = v3_add(touch[0].normal, random_vector(random, size));
        n = v3_scale(1 / v3_length(n), n);
        const double over = reach(a, n) + reach(b, n) - v3_dot(n, v3_sub(b->p, a->p));
        ck_below(depth - 1e-9, over);
        if (k == 0)
            ck_below(over, depth + (exact ? 1e-9 : 0.004));
    }
}

START_TEST(test_no_way_out_is_shorter)
{
    for_pairs(check_least, 60, 0.1);
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
    bool boxes = a->type >= KIP_GEOM_BOX;
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
    for_pairs(check_smooth, STUDY(20, 400), 0.1);
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
            ck_below(fabs(deepest(touch, n) - before), 2e-3);
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

/* A closed path: p + A cos s + B sin s, turned by exp(U cos s + V sin s), 0 <= s < 2 pi. */
typedef struct Path {
    KipVec3 A, B, U, V;
} Path;

/* Where b is, and by how much it moves and turns from there on in a step ds. */
static Thing on_path(const Thing *b, const Path *path, double s, double ds, KipVec3 *move, KipVec3 *turn)
{
    double c = kip_cos(s), d = kip_sin(s), tiny = 1e-5;
    KipQuat q[2];
    Thing at = *b;
    for (int i = 0; i < 2; i++) {
        double t = s + (i ? tiny : -tiny);
        q[i] = q_exp(v3_add(v3_scale(kip_cos(t), path->U), v3_scale(kip_sin(t), path->V)));
    }
    at.p = v3_add(b->p, v3_add(v3_scale(c, path->A), v3_scale(d, path->B)));
    at.q = q_mul(q_exp(v3_add(v3_scale(c, path->U), v3_scale(d, path->V))), b->q);
    *move = v3_scale(ds, v3_sub(v3_scale(c, path->B), v3_scale(d, path->A)));
    *turn = v3_scale(0.5 * ds / tiny, q_log(q_mul(q[1], q_conjugate(q[0]))));
    return at;
}

/* The work of the springs along it, by the stiffness, and the greatest energy met. */
typedef struct Loop {
    double work, energy;
    int past; /* touches that were other than without a past */
} Loop;

static Loop go_round(const Thing *floor, int floors, Thing b, Path path, int steps)
{
    const double ds = 2 * 3.14159265358979323846 / steps;
    Loop loop = {0, 0, 0};
    Touch touch[MAX_TOUCH] = {{0}}, alone[MAX_TOUCH];
    int kept[2][MAX_TOUCH];
    remember(touch, 0, kept[0]);
    remember(touch, 0, kept[1]);
    for (int i = 0; i < steps; i++) {
        KipVec3 move, turn;
        Thing at = on_path(&b, &path, i * ds, ds, &move, &turn);
        double energy = 0;
        for (int f = 0; f < floors; f++) {
            bool first = at.type <= floor[f].type;
            const Thing *one = first ? &at : floor + f, *two = first ? floor + f : &at;
            int n = meet_kept(one, two, kept[f], touch);
            loop.past += meet(one, two, alone) != n;
            for (int k = 0; k < n; k++) {
                double force = (first ? -1 : 1) * touch[k].share * touch[k].depth;
                KipVec3 along = v3_add(move, v3_cross(turn, v3_sub(touch[k].point, at.p)));
                loop.past += touch[k].depth < alone[k].depth || touch[k].depth > alone[k].depth;
                loop.work += force * v3_dot(touch[k].normal, along);
                energy += 0.5 * touch[k].share * touch[k].depth * touch[k].depth;
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
    const Path wide = {v3(0.06, 0, 0), v3(0, 0, 0.02), v3_zero(), v3_zero()};
    const Path narrow = {v3(0.02, 0, 0), v3(0, 0, 0.002), v3_zero(), v3_zero()};
    for (int floors = 1; floors <= 2; floors++) { /* past an edge, and over a seam */
        Thing ball = sphere(0.05, v3(0.3, 0, 0.15));
        Thing box = thing(KIP_GEOM_BOX, 0.1, 0.1, 0.05, v3(0.4 - 0.2 * floors, 0, 0.15));
        Loop loop = go_round(floor, floors, ball, wide, 5000);
        ck_assert_double_gt(loop.energy, 1e-4);
        ck_below(fabs(loop.work), 1e-5 * loop.energy);
        loop = go_round(floor, floors, box, narrow, 5000);
        ck_assert_double_gt(loop.energy, 1e-6);
        ck_assert_int_eq(loop.past, 0);
        ck_below(fabs(loop.work), 1e-4 * loop.energy);
    }
}
END_TEST

/* How deep a ball on the capsule's axis comes on the way round. */
static double deepest_on_path(const Thing *floor, int floors, const Thing *capsule, const Path *path)
{
    enum { STEPS = 40, BALLS = 20 };
    double depth = 0;
    for (int i = 0; i < STEPS; i++) {
        KipVec3 move, turn;
        Thing at = on_path(capsule, path, 2 * 3.14159265358979323846 * i / STEPS, 1, &move, &turn);
        for (int k = 0; k <= BALLS * floors; k++) {
            double t = at.size[1] * (2.0 * (k % (BALLS + 1)) / BALLS - 1);
            Thing ball = sphere(at.size[0], v3_add_scaled(at.p, t, axis_of(&at)));
            Touch touch[MAX_TOUCH];
            depth = fmax(depth, deepest(touch, meet(&ball, floor + k / (BALLS + 1), touch)));
        }
    }
    return depth;
}

/* What a capsule is dragged over: the edges of a box, the seam of two, then the other shapes. */
static int lay_floor(KipRandom *random, int kind, Thing *floor, Thing *capsule, KipVec3 *down)
{
    static const KipGeomType type[5] = {KIP_GEOM_BOX, KIP_GEOM_BOX, KIP_GEOM_CAPSULE, KIP_GEOM_CYLINDER,
                                        KIP_GEOM_ELLIPSOID};
    floor[0] = random_thing(random, type[kind], 0);
    floor[0].q = q_identity();
    const double radius = kip_random_uniform(random, 0.04, 0.06),
                 half = kip_random_uniform(random, 0.05, 0.15);
    *capsule = thing(KIP_GEOM_CAPSULE, radius, half, 0, v3_zero());
    capsule->q = random_turn(random);
    *down = random_vector(random, 1);
    if (kind < 2) { /* half of them nearly level */
        KipVec3 axis = axis_of(capsule), level = v3_cross(axis, v3(0, 0, 1));
        double x = kip_random_uniform(random, 0.25, 0.35), y = kip_random_uniform(random, -0.35, 0.35);
        floor[0] = thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero());
        floor[1] = thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3(0.6, 0, 0));
        if (kip_random_uniform(random, -1, 1) > 0)
            capsule->q = q_mul(q_exp(v3_scale(0.9 * axis.z / v3_length(level), level)), capsule->q);
        capsule->p = v3(x, y, 0);
        *down = v3(0, 0, -1);
    }
    *down = v3_scale(1 / v3_length(*down), *down);
    return kind == 1 ? 2 : 1;
}

/* Capsules dragged and turned on closed paths, touching or centimetres deep, do no work: the force is the
 * gradient of an energy, but for the quadrature of the bed where it is curved. */
START_TEST(test_capsules_give_no_energy)
{
    const double bound[2] = {1e-4, 5e-2};
    for (int kind = 0; kind < 5; kind++)
        for (int deep = 0; deep < 2; deep++) {
            KipRandom random = {18};
            double worst = 0, mean = 0;
            int loops = STUDY(15, 200), met = 0;
            for (int i = 0; i < loops; i++) {
                double scale = deep ? 1 : 0.3, in = 0, out = 1;
                double depth = deep ? kip_random_uniform(&random, 0.02, 0.03)
                                    : kip_random_uniform(&random, 0.001, 0.004);
                Thing floor[2], capsule;
                KipVec3 down, p;
                int floors = lay_floor(&random, kind, floor, &capsule, &down);
                Path path;
                path.A = random_vector(&random, 0.01 * scale);
                path.B = random_vector(&random, 0.01 * scale);
                path.U = random_vector(&random, 0.1 * scale);
                path.V = random_vector(&random, 0.1 * scale);
                Loop loop;
                p = capsule.p;
                for (int k = 0; k < 20; k++) {
                    double middle = 0.5 * (in + out);
                    capsule.p = v3_add_scaled(p, -middle, down);
                    *(deepest_on_path(floor, floors, &capsule, &path) > depth ? &in : &out) = middle;
                }
                loop = go_round(floor, floors, capsule, path, STUDY(1500, 3000));
                ck_assert_int_eq(loop.past, 0);
                if (!(loop.energy > 0))
                    continue;
                met++;
                worst = most_of(worst, fabs(loop.work) / loop.energy);
                mean += fabs(loop.work) / loop.energy;
            }
            study_print("capsules on %d, %s: work %.2g of the greatest energy, mean %.2g, %d loops\n", kind,
                        deep ? "deep" : "shallow", worst, mean / met, met);
            ck_assert_int_gt(met, loops / 2);
            ck_below(worst, bound[deep]);
            ck_below(mean / met, 1e-3);
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

/* A box, slanting a little or standing on its edge, in the top of another: the four touches have the mean depth of
 * an elastic bed on a fine grid, and turn the box back three times as strongly, as its corners would. */
START_TEST(test_boxes_rest_as_on_a_bed)
{
    enum { GRID = 600 };
    KipRandom random = {16};
    int checked = 0;
    for (int i = 0; i < 30; i++) {
        const double wide = 0.3;
        Thing a = thing(KIP_GEOM_BOX, wide, wide, 0.1, v3_zero()),
              b = thing(KIP_GEOM_BOX, 0.1, 0.12, 0.08, a.p);
        double area = 0, sum = 0, x = 0, y = 0, middle_x = 0, middle_y = 0, total = 0, cx = 0, cy = 0;
        double tilt = i % 3 == 0 ? 0.5 : i % 3 == 1 ? 0.002 : 0.02, in = 0.05, out = 0.5;
        Touch touch[MAX_TOUCH];
        int n;
        b.q = q_mul(q_axis_angle(v3(0, 0, 1), kip_random_uniform(&random, -3, 3)),
                    q_exp(v3(tilt, 0.3 * tilt, 0)));
        b.p = v3_add(v3(0.1, 0.1, 0), random_within(&random, v3(0.2, 0.2, 0)));
        while (out - in > 1e-9) {
            b.p.z = 0.5 * (in + out);
            *(deepest(touch, meet(&a, &b, touch)) > 0.0015 ? &in : &out) = b.p.z;
        }
        n = meet(&a, &b, touch);
        if (touch[0].normal.z < 1 - 1e-12) /* over the edge: its depth is held down to the rounding's */
            continue;
        if (n < 4) /* standing on its edge: corners above the bed push nothing */
            continue;
        for (int j = 0; j < GRID * GRID; j++) {
            double gx = b.p.x + 0.2 * (2 * (j % GRID + 0.5) / GRID - 1), depth;
            double gy = b.p.y + 0.2 * (2 * (j / GRID + 0.5) / GRID - 1);
            depth = a.size[2] - lower_surface(&b, gx, gy);
            if (fabs(gx) < wide && fabs(gy) < wide && depth > 0) {
                area += 1;
                sum += depth;
                x += gx * depth, y += gy * depth;
                cx += gx, cy += gy;
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
        cx /= area, cy /= area;
        ck_near(middle_x / total, cx + 3 * (x / sum - cx), 3e-3);
        ck_near(middle_y / total, cy + 3 * (y / sum - cy), 3e-3);
        checked++;
    }
    ck_assert_int_gt(checked, 4);
}
END_TEST

/* What is a room apart may go as far in any direction and touches nothing; what touches is not apart, and what stands a way off the
 * other is no farther apart than that. */
START_TEST(test_apart_touches_nothing)
{
    KipRandom random = {18};
    int near = 0;
    for (int i = 0; i < STUDY(400, 4000); i++) {
        Thing a = random_thing(&random, KIP_GEOM_CAPSULE, 0.1);
        Thing b = random_thing(&random, (KipGeomType)(KIP_GEOM_CAPSULE + i % 4), 0.1);
        const double way = kip_random_uniform(&random, 0.001, 0.1);
        double low = 0, high = 1; /* between which the greatest room is */
        Touch touch[MAX_TOUCH];
        place_at_depth(&random, &a, &b, 1e-9);
        ck_assert(!is_apart(&a, &b, 0));
        const KipVec3 out = v3_sub(b.p, a.p);
        b.p = v3_add_scaled(b.p, way / v3_length(out), out);
        for (int k = 0; k < 50; k++)
            *(is_apart(&a, &b, 0.5 * (low + high)) ? &low : &high) = 0.5 * (low + high);
        ck_assert_double_gt(low, 0);
        ck_assert_double_lt(low, way + 1e-6);
        near += low > 0.5 * way;
        for (int k = 0; k < 30; k++) {
            const KipVec3 move = random_vector(&random, 1);
            Thing moved = b;
            moved.p = v3_add_scaled(b.p, (low - 1e-9) / v3_length(move), move);
            ck_assert_int_eq(meet(&a, &moved, touch), 0);
        }
    }
    ck_assert_int_gt(near, STUDY(200, 2000));
}
END_TEST

/* On the face of a box an ellipsoid has a closed form, that says what the routine for any convex pair says; and dragged
 * over the edge and back, from the one into the other, it has done no work. */
START_TEST(test_ellipsoid_on_a_face)
{
    KipRandom random = {19};
    int faces = 0, met = 0;
    for (int i = 0; i < STUDY(400, 100000); i++) {
        Thing a = random_thing(&random, KIP_GEOM_BOX, 0.1),
              b = random_thing(&random, KIP_GEOM_ELLIPSOID, 0.1);
        KipGeom ga = kip_geom_def(), gb = kip_geom_def();
        Touch touch[MAX_TOUCH], other[MAX_TOUCH];
        place_at_depth(&random, &a, &b, kip_random_uniform(&random, 0, 0.004));
        Solid sa = {&ga, q_matrix(a.q), a.p}, sb = {&gb, q_matrix(b.q), b.p};
        ga.type = a.type, gb.type = b.type;
        memcpy(ga.size, a.size, sizeof ga.size);
        memcpy(gb.size, b.size, sizeof gb.size);
        const int n = meet(&a, &b, touch);
        if (n == 1 && touch[0].depth < 1e-9)
            continue;
        ck_assert_int_eq(kip_collide_convex(&sa, &sb, unknown, other), n);
        if (!n)
            continue;
        const KipVec3 normal = q_rotate(q_conjugate(a.q), touch[0].normal);
        met++, faces += fmax(fabs(normal.x), fmax(fabs(normal.y), fabs(normal.z))) > 1 - 1e-12;
        ck_near(touch[0].depth, other[0].depth, 1e-11);
        ck_below(v3_length(v3_sub(touch[0].normal, other[0].normal)), 1e-6);
        ck_below(v3_length(v3_sub(touch[0].point, other[0].point)), 1e-6);
    }
    study_print("ellipsoids on boxes: %d met, %d on a face\n", met, faces);
    ck_assert_int_gt(faces, met / 20);
    const Thing floor = thing(KIP_GEOM_BOX, 0.3, 0.3, 0.1, v3_zero());
    const Path path = {v3(0.04, 0, 0), v3(0, 0, 0.0005), v3(0, 0.1, 0.2), v3(0.1, 0, 0)};
    Thing egg = thing(KIP_GEOM_ELLIPSOID, 0.08, 0.06, 0.05, v3(0.3, 0, 0.1495));
    const Loop loop = go_round(&floor, 1, egg, path, 20000);
    ck_assert_int_eq(loop.past, 0);
    ck_assert_double_gt(loop.energy, 1e-7);
    ck_below(fabs(loop.work), 1e-3 * loop.energy);
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
    tcase_add_test(pairs, test_all_faces_are_met);
    tcase_add_test(pairs, test_known_placements);
    tcase_add_test(pairs, test_sphere_is_where_samples_say);
    tcase_add_test(pairs, test_capsule_is_ends_and_bed);
    tcase_add_test(pairs, test_touches_move_with_both);
    tcase_add_test(pairs, test_depth_along_normal_parts);
    tcase_add_test(pairs, test_no_way_out_is_shorter);
    tcase_add_test(pairs, test_apart_touches_nothing);
    tcase_add_test(motion, test_nothing_jumps);
    tcase_add_test(motion, test_rocking_box);
    tcase_add_test(motion, test_kept_face_inside);
    tcase_add_test(motion, test_kept_row_of_boxes);
    tcase_add_test(motion, test_loops_give_no_energy);
    tcase_add_test(motion, test_capsules_give_no_energy);
    tcase_add_test(boxes, test_boxes_meet_where_they_overlap);
    tcase_add_test(boxes, test_boxes_rest_as_on_a_bed);
    tcase_add_test(boxes, test_ellipsoid_on_a_face);
    tcase_add_test(pairs, test_degenerate_placements);
    suite_add_tcase(suite, pairs);
    suite_add_tcase(suite, boxes);
    suite_add_tcase(suite, motion);
    return suite;
}
