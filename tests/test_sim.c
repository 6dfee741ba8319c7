/* A simulation as a value: save and load, hash, divergence, memory, refusals. */
#include "dynamics/sim.h"
#include "io/formats/mjcf.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/quat.h"
#include "counting_heap.h"
#include "random_model.h"
#include "study.h"

Suite *suite_sim(void);

/* A small creature with every joint type, limits, springs and shapes, over a plane. */
static KipModel *creature(const KipAllocator *allocator, KipStatus *status)
{
    KipBuilder *builder = kip_builder_create(allocator);
    KipModel *model = NULL;
    KipGeom plane = kip_geom_def();
    static const KipJointType type[] = {KIP_JOINT_FREE, KIP_JOINT_BALL, KIP_JOINT_HINGE, KIP_JOINT_SLIDE,
                                        KIP_JOINT_HINGE};
    static const KipGeomType shape[] = {KIP_GEOM_BOX, KIP_GEOM_CAPSULE, KIP_GEOM_CAPSULE, KIP_GEOM_SPHERE,
                                        KIP_GEOM_BOX};
    if (!builder) {
        *status = KIP_NO_MEMORY;
        return NULL;
    }
    plane.type = KIP_GEOM_PLANE;
    kip_builder_name(builder, "creature");
    kip_builder_geom(builder, &plane);
    for (int i = 0; i < 5; i++) {
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipGeom geom = kip_geom_def();
        char name[16];
        snprintf(name, sizeof name, "part%d", i);
        body.name = joint.name = name;
        body.parent = i;
        body.pos = v3(0.05, 0.1, i ? -0.15 : 1);
        body.mass_from_geoms = true;
        joint.body = geom.body = i + 1;
        joint.type = type[i];
        joint.axis = v3(i == 3, 1, 0.2);
        joint.damping = i ? 0.05 : 0;
        joint.limited = i > 0;
        joint.range[0] = type[i] == KIP_JOINT_SLIDE ? -0.05 : -0.5, joint.range[1] = -joint.range[0];
        joint.stiffness = type[i] == KIP_JOINT_SLIDE ? 200 : 0;
        geom.type = shape[i];
        geom.size[0] = 0.06, geom.size[1] = 0.07, geom.size[2] = 0.05;
        kip_builder_body(builder, &body);
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &geom);
    }
    *status = kip_builder_finish(builder, &model, NULL);
    return model;
}

static KipSim *make_sim_by(const KipModel *model, KipIntegrator integrator)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    double v[32] = {0.5, 0, 0, 1, 2, 3, 0.5, 0.5};
    def.integrator = integrator;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
    return sim;
}

static KipSim *make_sim(const KipModel *model)
{
    return make_sim_by(model, KIP_IMPLICIT_RK4);
}

static void run(KipSim *sim, int steps)
{
    KipError error;
    while (steps-- > 0)
        ck_ok(kip_sim_step(sim, &error));
}

/* The same bits with every compiler, optimization and machine. A change here is a line in the commit
 * message. */
START_TEST(test_golden_hash)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim(model);
    KipDrives drives = kip_sim_drives(sim);
    drives.stiffness[9] = 5, drives.damping[9] = 0.2, drives.target[11] = 0.3;
    run(sim, 10000);
    ck_assert_msg(kip_sim_hash(sim) == 0xd3591fe8ce9d2fabu, "hash is 0x%016llx",
                  (unsigned long long)kip_sim_hash(sim));
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_save_load_continues)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *a = make_sim(model), *b = make_sim(model);
    KipError error;
    void *saved = malloc(kip_sim_save_size(a));
    kip_sim_set_external(a, 2, v3(1, 2, 3), v3(0, 0.1, 0), v3(0, 0, 0.1));
    for (int i = 0; i < 20; i++) { /* b always starts from a's bytes */
        const KipContact *contact;
        run(a, 100);
        kip_sim_save(a, saved);
        ck_ok(kip_sim_load(b, saved, kip_sim_save_size(a), &error));
        ck_assert(kip_sim_hash(a) == kip_sim_hash(b));
        run(a, 37);
        run(b, 37);
        ck_assert(kip_sim_hash(a) == kip_sim_hash(b));
        ck_assert(kip_sim_time(a) == kip_sim_time(b));
        ck_assert_int_eq(kip_sim_contacts(a, &contact), kip_sim_contacts(b, &contact));
    }
    ck_assert_int_eq(kip_sim_load(b, saved, 10, &error), KIP_BAD_USE);
    uint64_t hash = kip_sim_hash(b);
    kip_sim_save(a, saved);
    ((double *)saved)[2] = NAN; /* the first position */
    ck_assert_int_eq(kip_sim_load(b, saved, kip_sim_save_size(b), &error), KIP_BAD_INPUT);
    kip_sim_save(a, saved);
    ((int64_t *)saved)[1] = -5; /* steps */
    ck_assert_int_eq(kip_sim_load(b, saved, kip_sim_save_size(b), &error), KIP_BAD_INPUT);
    kip_sim_drives(a).stiffness[9] = NAN;
    kip_sim_save(a, saved);
    ck_assert_int_eq(kip_sim_load(b, saved, kip_sim_save_size(b), &error), KIP_BAD_INPUT);
    ((uint64_t *)saved)[0]++; /* another model's mark */
    ck_assert_int_eq(kip_sim_load(b, saved, kip_sim_save_size(b), &error), KIP_BAD_USE);
    ck_assert(kip_sim_hash(b) == hash);
    free(saved);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(model);
}
END_TEST

/* All bytes are those before the step, and the step is the same one again. */
START_TEST(test_a_step_is_taken_back)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim(model);
    const size_t size = kip_sim_save_size(sim);
    void *before = malloc(size), *after = malloc(size), *again = malloc(size);
    kip_sim_set_external(sim, 2, v3(1, 2, 3), v3(0, 0.1, 0), v3(0, 0, 0.1));
    for (int i = 0; i < 700; i++) { /* it has come down after 0.3 s */
        kip_sim_save(sim, before);
        run(sim, 1);
        kip_sim_save(sim, after);
        kip_sim_step_back(sim);
        kip_sim_save(sim, again);
        ck_assert_mem_eq(again, before, size);
        run(sim, 1);
        kip_sim_save(sim, again);
        ck_assert_mem_eq(again, after, size);
    }
    free(before);
    free(after);
    free(again);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* After a step nothing is stale: queries agree with a fresh computation at q, v. */
START_TEST(test_nothing_is_stale)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim(model);
    KipDynamics *d;
    KipError error;
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    for (int i = 0; i < 50; i++) {
        run(sim, 20);
        kip_dynamics_set(d, kip_sim_q(sim), kip_sim_v(sim));
        for (int body = 1; body < model->nbody; body++) {
            KipVec3 fresh = kip_body_position(d, body),
                    known = kip_body_position(kip_sim_dynamics(sim), body);
            ck_assert_mem_eq(&fresh, &known, sizeof fresh);
            fresh = kip_point_velocity(d, body, v3(0.1, 0, 0));
            known = kip_point_velocity(kip_sim_dynamics(sim), body, v3(0.1, 0, 0));
            ck_assert_mem_eq(&fresh, &known, sizeof fresh);
        }
        ck_assert(kip_energy(d).kinetic == kip_energy(kip_sim_dynamics(sim)).kinetic);
    }
    kip_dynamics_destroy(d);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* An external force is a force: m a = f for a free body, and it stops when it is taken away. */
START_TEST(test_external_force)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim(model);
    KipVec3 before = kip_linear_momentum(kip_sim_dynamics(sim)), after;
    for (int i = 0; i < 50; i++) {
        kip_sim_set_external(sim, 3, v3(40, 0, 0), v3_zero(), v3(0.1, 0.2, 0));
        run(sim, 1);
    }
    kip_sim_set_external(sim, 3, v3_zero(), v3_zero(), v3_zero());
    after = kip_linear_momentum(kip_sim_dynamics(sim));
    ck_near(after.x - before.x, 40 * 0.05, 1e-7);
    run(sim, 10);
    ck_near(kip_linear_momentum(kip_sim_dynamics(sim)).x, after.x, 1e-7);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Torque limits hold, balls included, and what is reported is what acted. */
START_TEST(test_drives_are_clamped)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim(model);
    KipDrives drives = kip_sim_drives(sim);
    const double *tau;
    q_store(drives.target + 7, q_axis_angle(v3(1, 0, 0), 1));
    for (int k = 6; k < model->nv; k++) {
        drives.stiffness[k] = 1000;
        drives.limit_lo[k] = -2, drives.limit_hi[k] = 3;
    }
    drives.target[11] = -2;
    run(sim, 1);
    tau = kip_sim_drive_forces(sim);
    ck_near(tau[6], 3, 1e-15);  /* ball, about x */
    ck_near(tau[9], -2, 1e-15); /* hinge */
    ck_assert(tau[0] == 0);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- divergence ------------------------------------------------------------------------------------------ */

START_TEST(test_divergence_is_reported)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim_by(model, KIP_RK4);
    KipDrives drives = kip_sim_drives(sim);
    KipError error;
    uint64_t hash = 0;
    drives.damping[9] = 1000; /* on a few grams: far beyond what 1 ms carries */
    for (int i = 0; i < 1000 && status == KIP_OK; i++) {
        hash = kip_sim_hash(sim);
        status = kip_sim_step(sim, &error);
    }
    ck_assert_int_eq(status, KIP_DIVERGED);
    ck_assert_msg(strstr(error.message, "'part2'") && strstr(error.message, "damping") &&
                      strstr(error.message, " s "),
                  "%s", error.message);
    ck_assert(kip_sim_hash(sim) == hash); /* the last good state */
    for (int k = 0; k < model->nv; k++)
        ck_assert(isfinite(kip_sim_v(sim)[k]));
    drives.damping[9] = 0.1; /* and it goes on from there */
    run(sim, 100);

    drives.target[11] = NAN;
    ck_assert_int_eq(kip_sim_step(sim, &error), KIP_DIVERGED);
    ck_assert_msg(strstr(error.message, "not a finite number"), "%s", error.message);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* What falls for ever leaves its bounds without a force too strong. */
START_TEST(test_a_fall_without_end_is_told)
{
    static const char ball[] =
        "<mujoco><worldbody><body><freejoint name='root'/><geom size='.1'/></body></worldbody></mujoco>";
    KipModel *model;
    KipError error;
    ck_ok(kip_mjcf_parse(&model, ball, strlen(ball), "ball.xml", NULL, &error));
    KipSim *sim = make_sim_by(model, KIP_IMPLICIT_RK4);
    const double q[7] = {0, 0, -99999, 1, 0, 0, 0}, v[6] = {0, 0, -1400, 0, 0, 0};
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    ck_assert_int_eq(kip_sim_step(sim, &error), KIP_DIVERGED);
    ck_assert_str_eq(
        error.message,
        "at 0.0000 s joint 'root' of body 'body1' has gone farther than 100000 m or rad; does it fall "
        "beside the ground, or turn for ever?");
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_what_is_a_shortage)
{
    for (int status = KIP_OK; status <= KIP_DIVERGED; status++)
        ck_assert(kip_is_shortage((KipStatus)status) == (status == KIP_IO || status == KIP_NO_MEMORY));
}
END_TEST

/* The contacts of a lone ball bound the step of KIP_RK4; those of limbs are softened, so that only a stiff drive bounds it.
 * Asking changes nothing. */
START_TEST(test_stiffest)
{
    static const char ball[] = "<mujoco><worldbody><geom type='plane' size='1 1 1'/><body><freejoint/>"
                               "<geom size='.1' mass='2'/></body></worldbody></mujoco>";
    KipStatus status;
    KipError error;
    KipModel *model = creature(NULL, &status), *lone;
    ck_ok(kip_mjcf_parse(&lone, ball, strlen(ball), "ball", NULL, &error));
    KipSimDef def = kip_sim_def(lone);
    def.integrator = KIP_RK4;
    KipSim *sim = make_sim_by(model, KIP_RK4), *of_ball;
    ck_ok(kip_sim_create(lone, &def, &of_ball, &error));
    KipDrives drives = kip_sim_drives(sim);
    const uint64_t hash = kip_sim_hash(sim);
    const KipStiffest limbs = kip_sim_stiffest(sim), contact = kip_sim_stiffest(of_ball);
    ck_assert(kip_sim_hash(sim) == hash);
    ck_assert_int_eq(limbs.geom, -1);
    ck_assert_int_ge(contact.geom, 0);
    ck_assert(contact.step > 1e-5 && contact.step < 1e-2);
    drives.damping[9] = 1000;
    const KipStiffest drive = kip_sim_stiffest(sim);
    ck_assert_int_eq(drive.joint, 2);
    ck_assert(drive.by_damping && drive.coefficient >= 1000);
    ck_near(drive.step * drive.coefficient / drive.inertia, 0.8 * 2.7, 1e-9);
    ck_below(drive.step, limbs.step);
    kip_sim_destroy(sim);
    kip_sim_destroy(of_ball);
    kip_model_destroy(model);
    kip_model_destroy(lone);
}
END_TEST

START_TEST(test_bad_states_are_refused)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim(model);
    KipSimDef def = kip_sim_def(model);
    KipError error;
    double q[32], v[32] = {0};
    uint64_t hash = kip_sim_hash(sim);
    memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
    q[11] = NAN;
    ck_assert_int_eq(kip_sim_set_state(sim, q, NULL, &error), KIP_BAD_INPUT);
    ck_assert(strstr(error.message, "'part2'"));
    v[3] = 20000;
    ck_assert_int_eq(kip_sim_set_state(sim, NULL, v, &error), KIP_BAD_INPUT);
    ck_assert_int_eq(kip_sim_set_key(sim, 0, &error), KIP_BAD_USE);
    ck_assert(kip_sim_hash(sim) == hash);
    for (int i = 0; i < 4; i++) {
        KipSim *none = NULL;
        def.timestep = (double[]){0, -1, 1, NAN}[i];
        ck_assert_int_eq(kip_sim_create(model, &def, &none, &error), KIP_BAD_USE);
        ck_assert_ptr_null(none);
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Quaternions are made unit on the way in, and those that are so keep their bits. */
START_TEST(test_disturbance)
{
    KipStatus made;
    KipError error;
    KipModel *model = creature(NULL, &made);
    KipSim *sim = make_sim(model), *same = make_sim(model);
    KipRandom random = {5}, again = {5};
    double q[64], v[64];
    memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
    memcpy(v, kip_sim_v(sim), (size_t)model->nv * sizeof *v);
    ck_ok(kip_sim_disturb(sim, 0, model->nbody, &random, 0.01, 0.1, &error));
    ck_ok(kip_sim_disturb(same, 0, model->nbody, &again, 0.01, 0.1, &error));
    ck_assert_uint_eq(kip_sim_hash(sim), kip_sim_hash(same));
    for (int i = 0; i < 3; i++) { /* a free body stays where it is */
        ck_assert(kip_sim_q(sim)[i] == q[i]);
        ck_assert(kip_sim_v(sim)[i] == v[i]);
    }
    for (int i = 3; i < model->nv; i++) {
        double change = kip_sim_v(sim)[i] - v[i];
        ck_assert(change != 0 && fabs(change) <= 0.1);
    }
    for (int j = 2; j < model->njoint; j++) /* hinges and slides */
        ck_assert(fabs(kip_sim_q(sim)[model->joint[j].q] - q[model->joint[j].q]) <= 0.01);
    /* the last body alone */
    memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
    ck_ok(kip_sim_disturb(sim, model->nbody - 1, 1, &random, 0.01, 0.1, &error));
    for (int i = 0; i < model->nq - 1; i++)
        ck_assert(fabs(kip_sim_q(sim)[i] - q[i]) < 1e-15);
    ck_assert(kip_sim_q(sim)[model->nq - 1] != q[model->nq - 1]);
    kip_sim_destroy(sim), kip_sim_destroy(same);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_quaternions_are_normalized)
{
    KipStatus status;
    KipModel *model = creature(NULL, &status);
    KipSim *sim = make_sim(model);
    double q[32], back[32];
    KipError error;
    KipRandom r = {1};
    random_state(&r, model, q, NULL, 0);
    ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    ck_assert_mem_eq(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
    memcpy(back, q, sizeof back);
    for (int k = 3; k < 7; k++)
        back[k] *= 3;
    ck_ok(kip_sim_set_state(sim, back, NULL, &error));
    for (int k = 3; k < 7; k++)
        ck_near(kip_sim_q(sim)[k], q[k], 1e-15);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- memory ---------------------------------------------------------------------------------------------- */

START_TEST(test_no_allocation_in_a_step)
{
    Heap heap = {0, 0, 0};
    KipAllocator allocator = {counting_resize, &heap};
    KipStatus status;
    KipModel *model = creature(&allocator, &status);
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    KipError error;
    long before;
    def.allocator = &allocator;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    before = heap.calls;
    run(sim, 2000);
    ck_assert_int_eq(heap.calls, before);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
    ck_assert_int_eq(heap.held, 0);
}
END_TEST

/* Every allocation fails once: a status, nothing leaked. */
START_TEST(test_every_allocation_fails_once)
{
    for (long n = 1;; n++) {
        Heap heap = {0, 0, n};
        KipAllocator allocator = {counting_resize, &heap};
        KipStatus status = KIP_OK;
        KipModel *model = creature(&allocator, &status);
        KipSim *sim = NULL;
        if (model) {
            KipSimDef def = kip_sim_def(model);
            def.allocator = &allocator;
            status = kip_sim_create(model, &def, &sim, NULL);
        }
        kip_sim_destroy(sim);
        kip_model_destroy(model);
        ck_assert_int_eq(heap.held, 0);
        if (heap.calls < n) {
            ck_assert_int_eq(status, KIP_OK);
            ck_assert_int_gt(n, 5);
            break;
        }
        ck_assert_int_eq(status, KIP_NO_MEMORY);
    }
}
END_TEST

Suite *suite_sim(void)
{
    Suite *suite = suite_create("sim");
    TCase *tc = tcase_create("state");
    tcase_add_test(tc, test_golden_hash);
    tcase_add_test(tc, test_save_load_continues);
    tcase_add_test(tc, test_a_step_is_taken_back);
    tcase_add_test(tc, test_nothing_is_stale);
    tcase_add_test(tc, test_external_force);
    tcase_add_test(tc, test_drives_are_clamped);
    tcase_add_test(tc, test_divergence_is_reported);
    tcase_add_test(tc, test_a_fall_without_end_is_told);
    tcase_add_test(tc, test_what_is_a_shortage);
    tcase_add_test(tc, test_stiffest);
    tcase_add_test(tc, test_bad_states_are_refused);
    tcase_add_test(tc, test_disturbance);
    tcase_add_test(tc, test_quaternions_are_normalized);
    tcase_add_test(tc, test_no_allocation_in_a_step);
    tcase_add_test(tc, test_every_allocation_fails_once);
    suite_add_tcase(suite, tc);
    return suite;
}
