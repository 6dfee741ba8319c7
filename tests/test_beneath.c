/* What lies straight under a point, against the distance by which a small ball meets the shape. */
#include <string.h>

#include "dynamics/beneath.h"
#include "dynamics/collide.h"
#include "dynamics/mat3.h"
#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "random_model.h"
#include "sim_helpers.h"

Suite *suite_beneath(void);

static const double radius = 1e-3, middle = 2;

/* How far p is inside of the geom, m; outside it is negative, and -radius at the most. */
static double inside(const KipGeom *geom, KipVec3 p)
{
    static const int unknown[MAX_TOUCH] = {NO_FACE, NO_FACE, NO_FACE, NO_FACE,
                                           NO_FACE, NO_FACE, NO_FACE, NO_FACE};
    KipGeom ball = kip_geom_def();
    Touch touch[MAX_TOUCH];
    ball.type = KIP_GEOM_SPHERE, ball.size[0] = radius;
    Solid a = {&ball, q_matrix(q_identity()), p}, b = {geom, q_matrix(geom->quat), geom->pos};
    return kip_collide(&a, &b, unknown, touch) ? touch[0].depth - radius : -radius;
}

/* A random shape, turned at random, its centre at a height of 2 m over the ground; it stands still or hangs in the air. */
static KipModel *shape_over_ground(KipRandom *random, KipGeomType type, bool still)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom geom = kip_geom_def(), ground = kip_geom_def();
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    geom.name = "shape", geom.type = type;
    for (int k = 0; k < 3; k++)
        geom.size[k] = kip_random_uniform(random, 0.2, 0.6);
    double turn[3];
    for (int k = 0; k < 3; k++)
        turn[k] = kip_random_uniform(random, -1.5, 1.5);
    geom.quat = q_exp(v3(turn[0], turn[1], turn[2]));
    geom.pos = v3(0, 0, middle);
    ground.name = "ground", ground.type = KIP_GEOM_PLANE;
    kip_builder_geom(builder, &ground);
    body.name = joint.name = "body";
    body.mass = 1;
    body.inertia = s3_diagonal(1, 1, 1);
    joint.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    geom.body = still ? 0 : joint.body;
    kip_builder_geom(builder, &geom);
    return finish(builder);
}

START_TEST(the_first_surface_under_a_point)
{
    KipRandom random = {(uint64_t)_i + 1};
    int hits = 0;
    for (int model = 0; model < 20; model++) {
        KipModel *m = shape_over_ground(&random, (KipGeomType)_i, true);
        const KipGeom *geom = m->geom + m->ngeom - 1;
        KipSim *sim = make_sim_by(m, KIP_RK4, 1e-3);
        for (int i = 0; i < 50; i++) {
            double x = kip_random_uniform(&random, -0.8, 0.8), y = kip_random_uniform(&random, -0.8, 0.8);
            double high = kip_beneath(kip_sim_dynamics(sim), v3(x, y, 4));
            bool hit = high > 0.5;
            hits += hit;
            ck_assert(hit || high == 0);
            if (hit)
                ck_near(inside(geom, v3(x, y, high)), 0, 1e-8);
            for (double z = high + 0.01; z < 4; z += 0.05)
                ck_below(inside(geom, v3(x, y, z)), 0);
            if (hit) /* from below, and from inside, the shape is not under the point */
                ck_assert(kip_beneath(kip_sim_dynamics(sim), v3(x, y, 1e-6)) == 0 &&
                          kip_beneath(kip_sim_dynamics(sim), v3(x, y, high - 1e-6)) == 0);
        }
        kip_sim_destroy(sim);
        kip_model_destroy(m);
    }
    ck_assert_int_gt(hits, 100);
}
END_TEST

START_TEST(what_moves_is_no_ground)
{
    KipRandom random = {7};
    KipModel *m = shape_over_ground(&random, KIP_GEOM_BOX, false);
    KipSim *sim = make_sim_by(m, KIP_RK4, 1e-3);
    ck_assert(kip_beneath(kip_sim_dynamics(sim), v3(0, 0, 4)) == 0);
    ck_assert(kip_beneath(kip_sim_dynamics(sim), v3(0, 0, -1)) == -INFINITY);
    kip_sim_destroy(sim);
    kip_model_destroy(m);
}
END_TEST

Suite *suite_beneath(void)
{
    Suite *suite = suite_create("beneath");
    TCase *tcase = tcase_create("beneath");
    tcase_add_loop_test(tcase, the_first_surface_under_a_point, KIP_GEOM_SPHERE, KIP_GEOM_ELLIPSOID + 1);
    tcase_add_test(tcase, what_moves_is_no_ground);
    suite_add_tcase(suite, tcase);
    return suite;
}
