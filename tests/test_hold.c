/* Holding a pose: gains within what a step can carry, and a pose that is held. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/control/hold.h"
#include "../src/dynamics/quat.h"
#include "../src/io/formats/mjcf.h"
#include "random_model.h"

Suite *suite_hold(void);

enum { MOST_BODIES = 12, MOST = 6 * MOST_BODIES, MODELS = 200 };

typedef struct Gains {
    double target[MOST + MOST_BODIES], rate[MOST], stiffness[MOST], damping[MOST], feedforward[MOST],
        lo[MOST], hi[MOST];
} Gains;

static KipDrives drives_of(Gains *g)
{
    return (KipDrives){g->target, g->rate, g->stiffness, g->damping, g->feedforward, g->lo, g->hi};
}

/* 1 / (M^-1)_ii by forward dynamics: the acceleration that one unit of force adds. */
static double felt_inertia(const KipModel *model, KipDynamics *dynamics, int axis)
{
    double tau[MOST] = {0}, still[MOST], moved[MOST];
    ck_assert_int_le(model->nv, MOST);
    kip_forward_dynamics(dynamics, tau, still, NULL);
    tau[axis] = 1;
    kip_forward_dynamics(dynamics, tau, moved, NULL);
    return 1 / (moved[axis] - still[axis]);
}

START_TEST(gains_respect_the_step)
{
    const double slack = 1 + 1e-6;
    KipRandom random = {11};
    Gains gains;
    KipDrives drives = drives_of(&gains);
    int at_bound = 0, below = 0;
    for (int m = 0; m < MODELS; m++) {
        KipModel *model = random_model(&random, MOST_BODIES);
        double q[MOST + MOST_BODIES], v[MOST], M[MOST * MOST], h = m % 2 ? 0.001 : 0.02;
        KipDynamics *dynamics;
        random_state(&random, model, q, v, 1);
        ck_assert_int_eq(kip_hold_gains(model, q, h, NULL, drives, NULL), KIP_OK);
        ck_assert_int_eq(kip_dynamics_create(model, NULL, &dynamics, NULL), KIP_OK);
        kip_dynamics_set(dynamics, q, NULL);
        kip_mass_matrix(dynamics, M);
        ck_assert(memcmp(gains.target, q, (size_t)model->nq * sizeof *q) == 0);
        for (int j = 0; j < model->njoint; j++) {
            const KipJoint *joint = &model->joint[j];
            for (int i = joint->v; i < joint->v + joint->nv; i++) {
                double D = felt_inertia(model, dynamics, i), most = 0.25 * D / (h * h);
                double wanted = joint->type == KIP_JOINT_FREE ? 0 : 100 * M[i * model->nv + i];
                ck_assert_double_eq_tol(gains.stiffness[i], fmin(wanted, most), 1e-6 * most);
                ck_assert(gains.stiffness[i] <= most * slack && gains.damping[i] <= 0.7 * D / h * slack);
                ck_assert_double_ge(gains.damping[i], 0);
                at_bound += gains.stiffness[i] < wanted;
                below += gains.stiffness[i] == wanted && wanted > 0;
            }
        }
        kip_dynamics_destroy(dynamics);
        kip_model_destroy(model);
    }
    ck_assert_int_gt(at_bound, 0);
    ck_assert_int_gt(below, 0);
}
END_TEST

/* A rod of 1 m and 1 kg that stands on a hinge: it needs 4.9 N m/rad. */
static KipModel *standing_rod(double strength)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipModel *model;
    body.name = "rod", body.mass = 1, body.com = v3(0, 0, 0.5),
    body.inertia = s3_diagonal(1. / 12, 1. / 12, 1e-3);
    joint.name = "hinge", joint.axis = v3(0, 1, 0);
    joint.body = kip_builder_body(builder, &body);
    joint.strength[0] = -strength, joint.strength[1] = strength;
    kip_builder_joint(builder, &joint);
    ck_assert_int_eq(kip_builder_finish(builder, &model, NULL), KIP_OK);
    return model;
}

START_TEST(strength_sets_gains_and_limits)
{
    KipModel *model = standing_rod(20);
    Gains gains;
    ck_assert_int_eq(kip_hold_gains(model, model->q0, 0.001, NULL, drives_of(&gains), NULL), KIP_OK);
    ck_assert_double_eq_tol(gains.stiffness[0], 100, 1e-9);
    ck_assert_double_eq_tol(gains.damping[0], 10, 1e-9);
    ck_assert(gains.lo[0] == -20 && gains.hi[0] == 20);
    kip_hold_release(model, drives_of(&gains));
    ck_assert(gains.stiffness[0] == 0 && gains.damping[0] == 0 && isinf(gains.lo[0]) && isinf(gains.hi[0]));
    kip_model_destroy(model);
}
END_TEST

START_TEST(a_held_pose_stays)
{
    const double strength[] = {20, INFINITY}, rate = 1;
    KipModel *model = standing_rod(strength[_i]);
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    ck_assert_int_eq(kip_sim_create(model, &def, &sim, NULL), KIP_OK);
    ck_assert_int_eq(kip_hold_gains(model, model->q0, def.timestep, NULL, kip_sim_drives(sim), NULL), KIP_OK);
    ck_assert_int_eq(kip_sim_set_state(sim, NULL, &rate, NULL), KIP_OK);
    while (kip_sim_time(sim) < 5)
        ck_assert_int_eq(kip_sim_step(sim, NULL), KIP_OK);
    ck_assert_double_lt(fabs(kip_sim_q(sim)[0]), 1e-3);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Far from its pose all drives are at their limits, and the dampers of light limbs ask for more than those give: nothing
 * may keep on shaking. */
START_TEST(strained_drives_come_to_rest)
{
    static const double gains[] = {1, 4, 20}, steps[] = {0.0005, 0.001, 0.002, 0.004};
    double gain = gains[_i % 3], fastest = 0;
    KipModel *model;
    KipSim *sim;
    KipError error;
    KipRandom random = {3};
    ck_assert_int_eq(kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, &error), KIP_OK);
    KipSimDef def = kip_sim_def(model);
    def.timestep = steps[_i / 3];
    ck_assert_int_eq(kip_sim_create(model, &def, &sim, &error), KIP_OK);
    KipDrives drives = kip_sim_drives(sim);
    ck_assert_int_eq(kip_hold_gains(model, model->q0, 0, NULL, drives, &error), KIP_OK);
    for (int k = 0; k < model->nv; k++)
        drives.stiffness[k] *= gain, drives.damping[k] *= sqrt(gain);
    kip_sim_scale_gravity(sim, 0);
    ck_assert_int_eq(kip_sim_disturb(sim, 0, model->nbody, &random, 0.3, 0, &error), KIP_OK);
    while (kip_sim_time(sim) < 1.5)
        ck_assert_msg(kip_sim_step(sim, &error) == KIP_OK, "%s", error.message);
    for (int k = 6; k < model->nv; k++)
        fastest = fmax(fastest, fabs(kip_sim_v(sim)[k]));
    ck_assert_msg(fastest < 2e-3, "still at %g rad/s", fastest);
    KipWork work = kip_sim_work(sim);
    double gained =
        kip_energy(kip_sim_dynamics(sim)).kinetic - work.drives - work.limits - work.damping - work.contacts;
    const double most = gain == 1 ? 0.5 : gain == 20 ? 800 : def.timestep < 0.003 ? 30 : 100;
    ck_assert_msg(fabs(gained) < most, "%g J from nowhere", gained);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

static void *refuse(void *user, void *memory, size_t old_size, size_t new_size)
{
    (void)user, (void)memory, (void)old_size, (void)new_size;
    return NULL;
}

START_TEST(lack_of_memory_leaves_the_drives)
{
    KipModel *model = standing_rod(20);
    Gains gains = {.stiffness = {-1}}, before = gains;
    KipAllocator none = {refuse, NULL};
    ck_assert_int_eq(kip_hold_gains(model, model->q0, 0.001, &none, drives_of(&gains), NULL), KIP_NO_MEMORY);
    ck_assert(memcmp(&gains, &before, sizeof gains) == 0);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_hold(void)
{
    Suite *suite = suite_create("hold");
    TCase *test = tcase_create("hold");
    tcase_add_test(test, gains_respect_the_step);
    tcase_add_test(test, strength_sets_gains_and_limits);
    tcase_add_loop_test(test, a_held_pose_stays, 0, 2);
    tcase_add_loop_test(test, strained_drives_come_to_rest, 0, 12);
    tcase_add_test(test, lack_of_memory_leaves_the_drives);
    suite_add_tcase(suite, test);
    return suite;
}
