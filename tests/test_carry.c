/* Gravity compensation from measured loads: the torques with which drives hold a body at rest, without contacts planned. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../src/control/carry.h"
#include "../src/control/fields.h"
#include "mjcf_helpers.h"

Suite *suite_carry(void);

/* A trunk on four jointed legs of unequal stance and an arm in the air, on ice: all that the ground gives is normal. */
static const char beast[] =
    "<mujoco><option timestep='0.001'/><default><geom friction='0'/><joint damping='1'/></default>"
    "<worldbody><geom type='plane' size='5 5 1'/>"
    "<body pos='0 0 0.55'><freejoint/><geom type='box' size='0.3 0.15 0.08' mass='20'/>"
    "<body pos='0.25 0.15 0'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.1 0.05 -0.25' "
    "size='0.03' mass='2'/>"
    "<body pos='0.1 0.05 -0.25'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 -0.05 0 -0.25' "
    "size='0.03' mass='1'/>"
    "</body></body>"
    "<body pos='0.25 -0.15 0'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.05 -0.05 -0.25' "
    "size='0.03' mass='2'/>"
    "<body pos='0.05 -0.05 -0.25'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.1 0 -0.25' "
    "size='0.03' mass='1'/>"
    "</body></body>"
    "<body pos='-0.25 0.15 0'><joint axis='1 0 0'/><geom type='capsule' fromto='0 0 0 0 0.1 -0.5' "
    "size='0.03' mass='3'/></body>"
    "<body pos='-0.25 -0.15 0'><joint axis='1 0 0'/><geom type='capsule' fromto='0 0 0 0 -0.08 -0.5' "
    "size='0.03' mass='3'/></body>"
    "<body pos='0.3 0 0.05'><joint axis='0 1 0'/><geom type='capsule' fromto='0 0 0 0.4 0 0.1' size='0.03' "
    "mass='2'/></body>"
    "</body></worldbody></mujoco>";

typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipDynamics *d;
    KipCarry *carry;
} Stage;

static Stage make_stage(void)
{
    Stage stage = {.model = load(beast)};
    const KipSimDef def = kip_sim_def(stage.model);
    ck_assert_int_eq(kip_sim_create(stage.model, &def, &stage.sim, NULL), KIP_OK);
    ck_assert_int_eq(kip_dynamics_create(stage.model, NULL, &stage.d, NULL), KIP_OK);
    ck_assert_int_eq(kip_carry_create(stage.model, 1, stage.d, NULL, &stage.carry, NULL), KIP_OK);
    return stage;
}

static void clear_stage(Stage stage)
{
    kip_carry_destroy(stage.carry);
    kip_dynamics_destroy(stage.d);
    kip_sim_destroy(stage.sim);
    kip_model_destroy(stage.model);
}

static void hold(const Stage *stage, double stiffness)
{
    const KipDrives drives = kip_sim_drives(stage->sim);
    for (int k = 6; k < stage->model->nv; k++) {
        drives.stiffness[k] = stiffness, drives.damping[k] = 0.05 * stiffness;
        drives.limit_lo[k] = -1000, drives.limit_hi[k] = 1000;
    }
}

static void pass(const Stage *stage, double gain, int steps)
{
    for (int i = 0; i < steps; i++) {
        ck_assert_int_eq(kip_sim_step(stage->sim, NULL), KIP_OK);
        if (gain != 0)
            kip_carry_update(stage->carry, stage->sim, gain, 0.001);
    }
}

/* The farthest that a joint is from its target, rad. */
static double sag(const Stage *stage)
{
    double most = 0;
    for (int j = 1; j < stage->model->njoint; j++) {
        const int q = stage->model->joint[j].q;
        most = fmax(most, fabs(kip_sim_q(stage->sim)[q] - kip_sim_drives(stage->sim).target[q]));
    }
    return most;
}

static void check_torques(double gravity)
{
    const Stage stage = make_stage();
    const KipDrives drives = kip_sim_drives(stage.sim);
    double most = 0;
    kip_sim_scale_gravity(stage.sim, gravity);
    hold(&stage, 1000);
    pass(&stage, 0, 4000);
    ck_assert(kip_sim_drive_forces(stage.sim)[6] != 0);
    for (int i = 0; i < 1000; i++)
        kip_carry_update(stage.carry, stage.sim, 1, 0.001);
    for (int k = 6; k < stage.model->nv; k++) {
        ck_assert_msg(fabs(drives.feedforward[k] - kip_sim_drive_forces(stage.sim)[k]) < 0.02,
                      "%d: %g, not %g", k, drives.feedforward[k], kip_sim_drive_forces(stage.sim)[k]);
        most = fmax(most, fabs(drives.feedforward[k]));
    }
    ck_assert_double_gt(most, 5 * gravity); /* it is not that nothing needs a torque */
    clear_stage(stage);
}

START_TEST(torques_are_those_that_hold_it)
{
    check_torques(1);
    check_torques(0.4);
}
END_TEST

START_TEST(soft_drives_hold_with_it)
{
    double off[2];
    for (int with = 0; with < 2; with++) {
        const Stage stage = make_stage();
        hold(&stage, 150);
        pass(&stage, with, 4000);
        off[with] = sag(&stage);
        clear_stage(stage);
    }
    ck_assert_double_gt(off[0], 0.03);
    ck_assert_double_lt(off[1], 0.1 * off[0]);
}
END_TEST

START_TEST(in_the_air_and_at_gain_0_it_gives_nothing)
{
    const Stage stage = make_stage();
    const KipDrives drives = kip_sim_drives(stage.sim);
    hold(&stage, 1000);
    kip_carry_update(stage.carry, stage.sim, 1, 0.001);
    for (int k = 0; k < stage.model->nv; k++)
        ck_assert(drives.feedforward[k] == 0);
    pass(&stage, 1, 500);
    ck_assert(drives.feedforward[6] != 0);
    kip_carry_update(stage.carry, stage.sim, 0, 0.001);
    for (int k = 0; k < stage.model->nv; k++)
        ck_assert(drives.feedforward[k] == 0);
    clear_stage(stage);
}
END_TEST

START_TEST(saved_bytes_go_on_alike)
{
    const Stage stage = make_stage();
    const KipDrives drives = kip_sim_drives(stage.sim);
    const int nv = stage.model->nv;
    hold(&stage, 500);
    pass(&stage, 1, 300);
    const size_t size = kip_fields_size(&kip_carry_fields, stage.carry);
    void *bytes = malloc(size);
    double *first = malloc((size_t)nv * sizeof *first);
    kip_fields_save(&kip_carry_fields, stage.carry, bytes);
    kip_carry_update(stage.carry, stage.sim, 1, 0.01);
    memcpy(first, drives.feedforward, (size_t)nv * sizeof *first);
    kip_carry_update(stage.carry, stage.sim, 1, 0.01);
    ck_assert(memcmp(first, drives.feedforward, (size_t)nv * sizeof *first) != 0);
    ck_assert_int_eq(kip_fields_load(&kip_carry_fields, stage.carry, NULL, bytes, size, NULL), KIP_OK);
    kip_carry_update(stage.carry, stage.sim, 1, 0.01);
    ck_assert(memcmp(first, drives.feedforward, (size_t)nv * sizeof *first) == 0);
    free(first);
    free(bytes);
    clear_stage(stage);
}
END_TEST

Suite *suite_carry(void)
{
    Suite *suite = suite_create("carry");
    TCase *carrying = tcase_create("carrying");
    tcase_add_test(carrying, torques_are_those_that_hold_it);
    tcase_add_test(carrying, soft_drives_hold_with_it);
    tcase_add_test(carrying, in_the_air_and_at_gain_0_it_gives_nothing);
    tcase_add_test(carrying, saved_bytes_go_on_alike);
    suite_add_tcase(suite, carrying);
    return suite;
}
