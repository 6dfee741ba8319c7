/* A batch against the same simulations that step by themselves: after each step all saved bytes, and what queries see, are
 * equal. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "control/hold.h"
#include "dynamics/batch.h"
#include "dynamics/joint_forces.h"
#include "dynamics/quat.h"
#include "dynamics/sim_parts.h"
#include "random_model.h"
#include "sim_helpers.h"
#include "study.h"

Suite *suite_batch(void);

enum { MOST = 9 };

/* Worlds twice: those of `apart` step by themselves. */
typedef struct Worlds {
    KipModel *model;
    int n;
    KipSim *together[MOST], *apart[MOST];
    KipBatch *batch;
    void *bytes[2];
    size_t size;
} Worlds;

static void make_worlds(Worlds *worlds, KipModel *model, int n, KipIntegrator integrator, double h)
{
    KipError error;
    *worlds = (Worlds){.model = model, .n = n};
    for (int i = 0; i < n; i++) {
        worlds->together[i] = make_sim_by(model, integrator, h);
        worlds->apart[i] = make_sim_by(model, integrator, h);
    }
    ck_ok(kip_batch_create(worlds->together, n, NULL, &worlds->batch, &error));
    worlds->size = kip_sim_save_size(worlds->apart[0]);
    for (int k = 0; k < 2; k++)
        worlds->bytes[k] = malloc(worlds->size);
}

static void free_worlds(Worlds *worlds)
{
    kip_batch_destroy(worlds->batch);
    for (int i = 0; i < worlds->n; i++) {
        kip_sim_destroy(worlds->together[i]);
        kip_sim_destroy(worlds->apart[i]);
    }
    for (int k = 0; k < 2; k++)
        free(worlds->bytes[k]);
    kip_model_destroy(worlds->model);
}

/* World i of both kinds. */
#define BOTH(worlds, i, sim)                                                                                 \
    for (KipSim *sim = (worlds)->together[i], *last_ = NULL; sim != last_;                                   \
         last_ = sim == (worlds)->apart[i] ? sim : last_, sim = (worlds)->apart[i])

static void compare(const Worlds *worlds, int i)
{
    const KipSim *one = worlds->together[i], *two = worlds->apart[i];
    const KipDynamics *a = kip_sim_dynamics(one), *b = kip_sim_dynamics(two);
    const KipContact *touch[2];
    kip_sim_save(one, worlds->bytes[0]);
    kip_sim_save(two, worlds->bytes[1]);
    ck_assert_msg(memcmp(worlds->bytes[0], worlds->bytes[1], worlds->size) == 0,
                  "world %d has other bytes at %g s", i, kip_sim_time(one));
    for (int k = 0; k < worlds->model->nbody; k++) {
        const LinkState *s = a->link + k, *t = b->link + k;
        ck_assert_msg(memcmp(s, t, offsetof(LinkState, A)) == 0, "world %d, body %d: other kinematics", i, k);
        ck_assert_msg(memcmp(&s->a, &t->a, sizeof s->a) == 0, "world %d, body %d: other acceleration", i, k);
        ck_assert(memcmp(a->world + k, b->world + k, sizeof *a->world) == 0);
        ck_assert(memcmp(a->general[k].S, b->general[k].S, sizeof a->general[k].S) == 0);
    }
    const int n = kip_sim_contacts(one, touch), m = kip_sim_contacts(two, touch + 1);
    ck_assert_int_eq(n, m);
    for (int k = 0; k < n; k++) {
        ck_assert(memcmp(&touch[0][k].force, &touch[1][k].force, sizeof(KipVec3)) == 0);
        ck_assert(memcmp(&touch[0][k].point, &touch[1][k].point, sizeof(KipVec3)) == 0);
    }
}

/* By the laws of contacts at rest. */
static void compare_joint_forces(const Worlds *worlds, int i)
{
    KipJointForces one, two;
    for (int j = 0; j < worlds->model->njoint; j += 5) {
        kip_sim_joint_forces(worlds->together[i], j, &one);
        kip_sim_joint_forces(worlds->apart[i], j, &two);
        ck_assert_msg(memcmp(&one, &two, sizeof one) == 0, "world %d, joint %d: other forces", i, j);
    }
}

static void step_all(Worlds *worlds)
{
    KipStatus status[MOST];
    KipError error, own;
    const bool asks = lround(kip_sim_time(worlds->apart[0]) * 1e3) % 20 == 0;
    kip_batch_step(worlds->batch, status, &error);
    for (int i = 0; i < worlds->n; i++) {
        ck_assert_int_eq(kip_sim_step(worlds->apart[i], &own), status[i]);
        compare(worlds, i);
        if (asks && !*worlds->apart[i]->nconstraint)
            compare_joint_forces(worlds, i);
    }
}

/* One world of each kind: it stands, is pushed, has let go, falls, flies with motors on, lies, hangs by a hand, is light. */
static void place(Worlds *worlds, int i)
{
    const KipModel *model = worlds->model;
    KipError error;
    double q[7];
    BOTH(worlds, i, sim)
    {
        const bool limp = i == 2 || i == 3 || i == 5;
        ck_ok(kip_sim_set_key(sim, 0, &error));
        if (!limp)
            ck_ok(kip_hold_gains(model, kip_sim_q(sim), kip_sim_timestep(sim), NULL, kip_sim_drives(sim),
                                 &error));
        memcpy(q, kip_sim_q(sim), sizeof q);
        if (i == 3 || i == 4)
            q[2] += 0.3;
        if (i == 5) {
            q[2] = 0.25, q[3] = q[5] = 0.70710678118654757;
            q[4] = q[6] = 0;
        }
        ck_ok(kip_sim_place(sim, 1, q, NULL, &error));
        if (i == 6)
            constrain(sim, kip_sim_weld(sim, 0, body_of(model, "hand_l"), (KipVec3){0, 0, 0}));
        if (i == 7)
            kip_sim_scale_gravity(sim, 0.5);
    }
}

static void push_at(Worlds *worlds, int i, int step)
{
    const int trunk = body_of(worlds->model, "trunk");
    const KipVec3 none = {0, 0, 0}, force = {i == 1 ? 200 : 0, i == 8 ? -300 : 0, 0};
    BOTH(worlds, i, sim)
    {
        if (step == 100 && (i == 1 || i == 8))
            kip_sim_set_external(sim, trunk, force, none, none);
        if (step == 200)
            kip_sim_set_external(sim, trunk, none, none, none);
    }
}

START_TEST(test_eight_worlds_have_the_bits_of_one)
{
    Worlds worlds;
    const KipIntegrator integrator = (KipIntegrator)_i;
    make_worlds(&worlds, load("data/models/skeleton37.xml"), 8, integrator,
                integrator == KIP_RK4 ? 2.5e-4 : 1e-3);
    for (int i = 0; i < worlds.n; i++)
        place(&worlds, i);
    for (int step = 0; step < (integrator == KIP_IMPLICIT_RK4 ? STUDY(600, 2000) : 400); step++) {
        for (int i = 0; i < worlds.n; i++)
            push_at(&worlds, i, step);
        step_all(&worlds);
    }
    free_worlds(&worlds);
}
END_TEST

/* Lanes that are not in use, and one world alone. */
START_TEST(test_odd_numbers_of_worlds)
{
    Worlds worlds;
    make_worlds(&worlds, load("data/models/skeleton37.xml"), _i, KIP_IMPLICIT_RK4, 2e-3);
    for (int i = 0; i < worlds.n; i++)
        place(&worlds, i);
    for (int step = 0; step < 300; step++) {
        for (int i = 0; i < worlds.n; i++)
            push_at(&worlds, i, step);
        step_all(&worlds);
    }
    free_worlds(&worlds);
}
END_TEST

/* All types of joints, forests, springs, in other states each; drives in some worlds, so that axes are folded in one lane and
 * not in the next. */
START_TEST(test_any_tree)
{
    KipRandom random = {(uint64_t)_i + 1};
    Worlds worlds;
    double q[256], v[256];
    KipError error;
    make_worlds(&worlds, random_model(&random, 12), 5, KIP_IMPLICIT_RK4, 1e-3);
    const int nv = worlds.model->nv;
    for (int i = 0; i < worlds.n; i++) {
        random_state(&random, worlds.model, q, v, 1);
        BOTH(&worlds, i, sim)
        {
            const KipDrives drives = kip_sim_drives(sim);
            ck_ok(kip_sim_set_state(sim, q, v, &error));
            for (int k = 0; k < nv; k++) {
                drives.stiffness[k] = (i * 7 + k) % 3 ? 0 : 2e4;
                drives.damping[k] = (i * 5 + k) % 3 ? 0 : 300;
            }
        }
    }
    for (int step = 0; step < 100; step++)
        step_all(&worlds);
    free_worlds(&worlds);
}
END_TEST

/* Worlds whose contacts part: limp, in other poses, on other friction; one is held by a spring, one has a mask. They slide, turn,
 * lie on their own limbs, and stairs and slopes are touched by edges. */
START_TEST(test_contacts_of_other_worlds)
{
    static const char *const model[] = {"data/models/skeleton37.xml", "data/models/skeleton37_stairs.xml",
                                        "data/models/robot16.xml", "data/models/human37.xml"};
    Worlds worlds;
    KipError error;
    KipRandom random = {7};
    make_worlds(&worlds, load(model[_i / 2]), 5, _i % 2 ? KIP_EULER : KIP_IMPLICIT_RK4, 2e-3);
    for (int i = 0; i < worlds.n; i++) {
        const double friction[MOST] = {1, 0.2, 0, 0.05, 1}, turn = kip_random_uniform(&random, 0, 1),
                     speed = kip_random_uniform(&random, 0, 4);
        BOTH(&worlds, i, sim)
        {
            double q[7], v[6] = {speed, 0, 0, 0, speed, 0};
            ck_ok(kip_sim_set_key(sim, 0, &error));
            memcpy(q, kip_sim_q(sim), sizeof q);
            q[2] += i == 4 ? 0 : 0.1, q[3] = 1 - turn, q[4] = turn * (i % 2), q[5] = turn * (i % 3);
            ck_ok(kip_sim_place(sim, 1, q, v, &error));
            ck_ok(kip_sim_scale_friction(sim, friction[i], &error));
            if (i == 2)
                kip_sim_set_mask(sim, 1, KIP_FROM_CONTACTS, 1);
            if (i == 3)
                ck_ok(kip_sim_set_spring(sim, 1,
                                         &(KipSpring){.orientation = {1, 0, 0, 0}, .stiffness = {0, 0, 2e3}},
                                         &error));
        }
    }
    for (int step = 0; step < STUDY(600, 3000); step++)
        step_all(&worlds);
    free_worlds(&worlds);
}
END_TEST

/* Adds a body that moves freely, and its geom. */
static void add_free(KipBuilder *builder, const KipBody *body, KipGeom geom)
{
    KipJoint joint = kip_joint_def();
    geom.body = joint.body = kip_builder_body(builder, body);
    joint.name = body->name, joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    kip_builder_geom(builder, &geom);
}

/* Shapes of all types, in each other as they begin, so that segments and ends of capsules are inside of boxes and on each other's
 * axes, thrown about in each world otherwise. */
START_TEST(test_shapes_in_each_other)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipRandom random = {(uint64_t)_i + 1};
    Worlds worlds;
    double q[256], v[256];
    KipError error;
    KipGeom ground = solid(KIP_GEOM_PLANE, 9, 9, 1, 0), box = solid(KIP_GEOM_BOX, 0.3, 0.2, 0.1, 0);
    kip_builder_geom(builder, &ground);
    kip_builder_geom(builder, &box);
    for (int i = 0; i < 12; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        KipBody body = kip_body_def();
        body.name = name, body.mass = 1, body.inertia = (KipSym3){0.01, 0, 0, 0.01, 0, 0.01};
        body.pos = v3(0.1 * (i % 3), 0.1 * (i / 3 % 2), 0.05 * i);
        KipGeom geom = solid((KipGeomType)(KIP_GEOM_SPHERE + i % 5), 0.06, 0.1 + 0.01 * i, 0.05, 1);
        add_free(builder, &body, geom);
    }
    make_worlds(&worlds, finish(builder), 5, KIP_IMPLICIT_RK4, 1e-3);
    for (int i = 0; i < worlds.n; i++) {
        memcpy(q, kip_sim_q(worlds.apart[i]), (size_t)worlds.model->nq * sizeof *q);
        for (int k = 0; k < worlds.model->nv; k++)
            v[k] = kip_random_uniform(&random, -3, 3);
        BOTH(&worlds, i, sim)
        ck_ok(kip_sim_set_state(sim, q, v, &error));
    }
    for (int step = 0; step < STUDY(300, 2000); step++)
        step_all(&worlds);
    free_worlds(&worlds);
}
END_TEST

/* Towers, whose contacts are solved by conjugate gradients, of which each sways in its own way. */
START_TEST(test_towers)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipRandom random = {7};
    Worlds worlds;
    double v[256];
    KipError error;
    KipGeom ground = solid(KIP_GEOM_PLANE, 9, 9, 1, 0);
    kip_builder_geom(builder, &ground);
    for (int i = 0; i < 5; i++) {
        char name[16];
        snprintf(name, sizeof name, "b%d", i);
        KipBody body = kip_body_def();
        body.name = name, body.mass = pow(10, i), body.pos = v3(0, 0, 0.1 + 0.2 * i);
        body.inertia = (KipSym3){0.007 * body.mass, 0, 0, 0.007 * body.mass, 0, 0.007 * body.mass};
        KipGeom geom = solid(KIP_GEOM_BOX, 0.1, 0.1, 0.1, 1);
        add_free(builder, &body, geom);
    }
    make_worlds(&worlds, finish(builder), 5, KIP_IMPLICIT_RK4, 1e-3);
    for (int i = 0; i < worlds.n; i++) {
        for (int k = 0; k < worlds.model->nv; k++)
            v[k] = kip_random_uniform(&random, -0.1, 0.1);
        BOTH(&worlds, i, sim)
        ck_ok(kip_sim_set_state(sim, kip_sim_q(sim), v, &error));
    }
    for (int step = 0; step < STUDY(150, 1000); step++)
        step_all(&worlds);
    free_worlds(&worlds);
}
END_TEST

/* The drives of a world whose step is one evaluation that are held at their limits in it. */
static int count_held(const KipSim *sim)
{
    int n = 0;
    for (int k = 0; sim->taken->stages == 1 && k < sim->model->nv; k++)
        n += sim->axis.held[k] > 0;
    return n;
}

/* Limits that drives are within as a step begins and beyond as it ends, of other axes in each world. */
START_TEST(test_drives_at_their_limits)
{
    Worlds worlds;
    KipRandom random = {11};
    int held = 0;
    make_worlds(&worlds, load("data/models/skeleton37.xml"), _i, KIP_IMPLICIT_RK4, 2e-3);
    const int nv = worlds.model->nv;
    for (int i = 0; i < worlds.n; i++)
        place(&worlds, i % 2);
    for (int step = 0; step < 300; step++) {
        for (int i = 0; i < worlds.n; i++) {
            push_at(&worlds, i, step);
            const int every = (int)kip_random_uniform(&random, 1, 5);
            const double share = kip_random_uniform(&random, 1, 1.001);
            BOTH(&worlds, i, sim)
            for (int k = 6; k < nv; k++) {
                const bool limited = (step + k) % every == 0 && step % 3;
                const double least = limited ? share * fabs(sim->axis.drive_torque[k]) : INFINITY;
                kip_sim_drives(sim).limit_hi[k] = least, kip_sim_drives(sim).limit_lo[k] = -least;
            }
        }
        step_all(&worlds);
        for (int i = 0; i < worlds.n; i++)
            held += count_held(worlds.apart[i]);
    }
    ck_assert_int_gt(held, 20);
    free_worlds(&worlds);
}
END_TEST

START_TEST(test_one_that_diverges_leaves_the_others)
{
    Worlds worlds;
    KipStatus status[MOST];
    KipError error, own;
    make_worlds(&worlds, load("data/models/skeleton37.xml"), 4, KIP_IMPLICIT_RK4, 1e-3);
    for (int i = 0; i < worlds.n; i++)
        place(&worlds, i);
    for (int step = 0; step < 20; step++) {
        if (step == 10)
            BOTH(&worlds, 2, sim)
        kip_sim_drives(sim).feedforward[10] = 1e12;
        const KipStatus all = kip_batch_step(worlds.batch, status, &error);
        ck_assert_int_eq(all, step < 10 ? KIP_OK : KIP_DIVERGED);
        for (int i = 0; i < worlds.n; i++) {
            ck_assert_int_eq(status[i], step >= 10 && i == 2 ? KIP_DIVERGED : KIP_OK);
            ck_assert_int_eq(kip_sim_step(worlds.apart[i], &own), status[i]);
            compare(&worlds, i);
            if (status[i] != KIP_OK)
                ck_assert_str_eq(error.message, own.message);
        }
    }
    free_worlds(&worlds);
}
END_TEST

/* Between steps worlds are set, loaded, stepped alone. */
START_TEST(test_worlds_stay_their_owners)
{
    Worlds worlds;
    KipError error;
    make_worlds(&worlds, load("data/models/skeleton37.xml"), 4, KIP_IMPLICIT_RK4, 1e-3);
    for (int i = 0; i < worlds.n; i++)
        place(&worlds, i);
    for (int step = 0; step < 100; step++) {
        BOTH(&worlds, step % 4, sim)
        {
            if (step % 3 == 0)
                ck_ok(kip_sim_step(sim, &error));
            if (step % 3 == 1)
                ck_ok(kip_sim_set_key(sim, 0, &error));
        }
        if (step % 3 == 2) {
            kip_sim_save(worlds.apart[(step + 1) % 4], worlds.bytes[0]);
            BOTH(&worlds, step % 4, sim)
            ck_ok(kip_sim_load(sim, worlds.bytes[0], worlds.size, &error));
        }
        step_all(&worlds);
    }
    free_worlds(&worlds);
}
END_TEST

/* Characters of two models and shapes, of which all but the shapes and the last character go through lanes where there are some; in
 * another simulation of the same all step alone. One is absent for a while, one held. */
START_TEST(test_trees_of_one_world)
{
    static const char *const file[] = {"data/models/skeleton37.xml", "data/models/gait22.xml",
                                       "data/models/ball.xml"};
    KipBuilder *builder = kip_builder_create(NULL);
    KipError error;
    for (int i = 0; i < 13; i++) {
        char prefix[16];
        snprintf(prefix, sizeof prefix, "c%d/", i);
        const KipQuat turned = q_axis_angle(v3(0, 0, 1), i);
        ck_ok(kip_mjcf_add_file(builder, file[i % 5 == 2 ? 2 : i % 5 == 4], prefix,
                                v3(0.4 * (i % 4), 0.4 * (i / 4), 0.2 * (i % 2)), turned, NULL, &error));
    }
    Worlds worlds;
    make_worlds(&worlds, finish(builder), 1, (KipIntegrator)_i, _i == KIP_RK4 ? 2.5e-4 : 1e-3);
    worlds.apart[0]->forest = NULL;
    ck_assert(worlds.together[0]->forest || !kip_four_lanes());
    const int pelvis = body_of(worlds.model, "c3/pelvis");
    for (int step = 0; step < STUDY(250, 1000); step++) {
        BOTH(&worlds, 0, sim)
        {
            if (step == 100)
                kip_sim_set_external(sim, pelvis, v3(100, 0, 0), v3_zero(), v3_zero());
            if (step == 150)
                constrain(sim, kip_sim_weld(sim, 0, pelvis, v3_zero()));
            if (step == 200)
                kip_sim_release(sim, 0);
        }
        step_all(&worlds);
    }
    free_worlds(&worlds);
}
END_TEST

START_TEST(test_what_is_no_batch)
{
    KipModel *model = load("data/models/double_pendulum.xml"),
             *like = load("data/models/double_pendulum.xml"), *other;
    KipError error;
    ck_ok(kip_model_scale(model, 1, 1.01, NULL, &other, &error));
    KipSim *a = make_sim_by(model, KIP_IMPLICIT_RK4, 1e-3), *b = make_sim_by(model, KIP_IMPLICIT_RK4, 2e-3),
           *c = make_sim_by(other, KIP_IMPLICIT_RK4, 1e-3), *d = make_sim_by(like, KIP_IMPLICIT_RK4, 1e-3);
    KipBatch *batch;
    ck_ok(kip_batch_create((KipSim *[]){a, d}, 2, NULL, &batch, &error));
    kip_batch_destroy(batch);
    ck_assert_int_eq(kip_batch_create((KipSim *[]){a, b}, 2, NULL, &batch, &error), KIP_BAD_USE);
    ck_assert_ptr_null(batch);
    ck_assert_int_eq(kip_batch_create((KipSim *[]){a, c}, 2, NULL, &batch, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_batch_create((KipSim *[]){a, a}, 2, NULL, &batch, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_batch_create(NULL, 0, NULL, &batch, &error), KIP_BAD_USE);
    kip_batch_destroy(NULL);
    kip_sim_destroy(a), kip_sim_destroy(b), kip_sim_destroy(c), kip_sim_destroy(d);
    kip_model_destroy(model), kip_model_destroy(other), kip_model_destroy(like);
}
END_TEST

Suite *suite_batch(void)
{
    Suite *suite = suite_create("batch");
    TCase *tc = tcase_create("batch");
    tcase_set_timeout(tc, 120);
    tcase_add_loop_test(tc, test_eight_worlds_have_the_bits_of_one, KIP_IMPLICIT_RK4, KIP_EULER + 1);
    tcase_add_loop_test(tc, test_odd_numbers_of_worlds, 1, 10);
    tcase_add_loop_test(tc, test_any_tree, 0, 40);
    tcase_add_loop_test(tc, test_contacts_of_other_worlds, 0, 8);
    tcase_add_loop_test(tc, test_shapes_in_each_other, 0, 3);
    tcase_add_test(tc, test_towers);
    tcase_add_loop_test(tc, test_drives_at_their_limits, 4, 9);
    tcase_add_test(tc, test_one_that_diverges_leaves_the_others);
    tcase_add_test(tc, test_worlds_stay_their_owners);
    tcase_add_loop_test(tc, test_trees_of_one_world, KIP_IMPLICIT_RK4, KIP_EULER + 1);
    tcase_add_test(tc, test_what_is_no_batch);
    suite_add_tcase(suite, tc);
    return suite;
}
