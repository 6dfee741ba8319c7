/* What joints carry (VBC.1): a pendulum and an arm by hand, gait22 on planted feet, the balance of all that hangs on a joint
 * against differences of momentum, that asking changes nothing, and the word for scripts. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/joint_forces.h"
#include "dynamics/mat3.h"
#include "dynamics/quat.h"
#include "dynamics/random.h"
#include "dynamics/vec3.h"
#include "io/formats/mjcf.h"
#include "scene_helpers.h"

Suite *suite_joint_forces(void);

enum { MOST = 64 };
static const double g = 9.81;
static KipError error;

static void ck_vector(KipVec3 v, KipVec3 is, double tolerance)
{
    ck_near(v.x, is.x, tolerance);
    ck_near(v.y, is.y, tolerance);
    ck_near(v.z, is.z, tolerance);
}

static KipModel *load(const char *path)
{
    KipModel *model;
    ck_ok(kip_mjcf_load(&model, path, NULL, &error));
    ck_assert(model->nq <= MOST);
    return model;
}

static KipSim *make(const KipModel *model, double timestep, bool contacts)
{
    KipSimDef def = kip_sim_def(model);
    KipSim *sim;
    def.timestep = timestep;
    def.contacts = contacts;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    return sim;
}

static KipJointForces forces_of(KipSim *sim, const char *joint)
{
    KipJointForces forces;
    int index = kip_model_find_joint(kip_sim_model(sim), joint);
    ck_assert_int_ge(index, 0);
    kip_sim_joint_forces(sim, index, &forces);
    return forces;
}

/* -- by hand ----------------------------------------------------------------------------------------------- */

/* 1 kg, 1 m below the hinge: the rod bears m g cos q + m w^2 along itself, and across what the ball's own inertia needs. */
START_TEST(a_pendulum)
{
    KipModel *model = load("data/models/pendulum.xml");
    KipSim *sim = make(model, 0.001, true);
    for (int i = 0; i < 8; i++) {
        const double q = 0.7 * i, w = 2.0 - i, a = -g * sin(q) / 1.001;
        const double along = g * cos(q) + w * w, across = a + g * sin(q);
        ck_ok(kip_sim_set_state(sim, &q, &w, &error));
        const KipJointForces forces = forces_of(sim, "swing");
        ck_vector(forces.point, v3(0, 0, 2), 1e-12);
        ck_vector(forces.force, v3(across * cos(q) - along * sin(q), 0, across * sin(q) + along * cos(q)),
                  1e-9);
        ck_vector(forces.constraint_force, forces.force, 0);
        ck_vector(forces.torque, v3_zero(), 1e-12); /* nothing turns the rod at the hinge */
        ck_assert(forces.limit[0] == 0 && forces.muscle[0] == 0);
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* arm2 lies level and at rest, and pushes with its hand: muscles hold against the push, hinges bear the weight. */
START_TEST(an_arm_at_rest)
{
    const double at[2] = {0.4, 0.9}, push[3] = {7, -5, 3};
    KipModel *model = load("data/models/arm2.xml");
    KipSim *sim = make(model, 0.001, true);
    ck_ok(kip_sim_set_state(sim, at, NULL, &error));
    const int hand = kip_model_find_body(model, "forearm");
    kip_sim_set_external(sim, hand, v3_from(push), v3_zero(), v3(0.27, 0, 0));
    const KipVec3 elbow = v3(0.3 * cos(at[0]), 0.3 * sin(at[0]), 0), f = v3_from(push), up = v3(0, 0, g);
    const KipVec3 along = v3(cos(at[0] + at[1]), sin(at[0] + at[1]), 0);
    KipVec3 below =
        v3_add(v3_cross(v3_scale(0.15, along), v3_scale(1.5, up)),
               v3_cross(v3_scale(-0.27, along), f)); /* torque that the forearm needs at the elbow */
    KipVec3 above = v3_add(v3_cross(elbow, v3_sub(v3_scale(1.5, up), f)),
                           v3_cross(v3_scale(0.5, elbow), v3_scale(2, up)));
    above = v3_add(above, below);
    kip_sim_drives(sim).feedforward[0] = above.z, kip_sim_drives(sim).feedforward[1] = below.z;
    ck_ok(kip_sim_set_state(sim, at, NULL, &error)); /* the push is felt now */
    const KipJointForces one = forces_of(sim, "shoulder"), two = forces_of(sim, "elbow");
    ck_vector(two.point, elbow, 1e-12);
    ck_vector(two.constraint_force, v3_sub(v3_scale(1.5, up), f), 1e-9);
    ck_vector(two.torque, below, 1e-9);
    ck_vector(two.constraint_torque, v3(below.x, below.y, 0), 1e-9);
    ck_near(two.muscle[0], below.z, 1e-12);
    ck_vector(one.constraint_force, v3_sub(v3_scale(3.5, up), f), 1e-9);
    ck_vector(one.constraint_torque, v3(above.x, above.y, 0), 1e-9);
    ck_near(one.muscle[0], above.z, 1e-12);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

static void plant(KipSim *sim, const char *foot)
{
    int id, body = kip_model_find_body(kip_sim_model(sim), foot);
    KipConstraint weld = kip_sim_weld(sim, 0, body, v3_zero());
    ck_ok(kip_sim_constrain(sim, &weld, &id, &error));
}

/* Upright on straight legs nothing turns: each hip bears half of what is above, each knee a thigh more. */
START_TEST(standing_on_planted_feet)
{
    KipModel *model = load("data/models/gait22.xml");
    KipSim *sim = make(model, 0.001, true);
    const double above = (16.3 + 40) * g, thigh = 8.3 * g;
    ck_ok(kip_sim_set_key(sim, 0, &error));
    plant(sim, "foot_l"), plant(sim, "foot_r");
    const KipJointForces l = forces_of(sim, "hip_l"), r = forces_of(sim, "hip_r");
    ck_vector(v3_add(l.constraint_force, r.constraint_force), v3(0, 0, -above), 1e-9);
    ck_near(l.constraint_force.z, r.constraint_force.z, 1e-9);
    ck_vector(l.constraint_torque, v3_zero(), 0); /* a ball's axes carry all of it */
    ck_vector(forces_of(sim, "knee_flex_l").constraint_force, v3(0, 0, -above / 2 - thigh), 1e-9);
    ck_vector(forces_of(sim, "waist_flex").constraint_force, v3(0, 0, 40 * g), 1e-9);
    const KipJointForces root = forces_of(sim, "root"); /* what is free carries nothing */
    ck_assert(v3_length(root.force) + v3_length(root.torque) == 0);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- against momentum -------------------------------------------------------------------------------------- */

/* A change of momentum, and of its moment about the world's origin. */
typedef struct Momentum {
    KipVec3 linear, angular;
} Momentum;

/* Of all that hangs on a body, itself too; and their weight's force and moment. */
static Momentum momentum_of(const KipSim *sim, int body, Momentum *weight)
{
    const KipModel *model = kip_sim_model(sim);
    const KipDynamics *d = kip_sim_dynamics(sim);
    Momentum sum = {v3_zero(), v3_zero()};
    *weight = sum;
    for (int i = body; i < model->nbody; i++) {
        int above = i;
        while (above > body)
            above = model->body[above].parent;
        if (above != body)
            continue;
        const KipBody *of = model->body + i;
        const KipMat3 R = kip_body_rotation(d, i);
        const KipVec3 c = kip_point_position(d, i, of->com), pull = v3(0, 0, -of->mass * g);
        const KipVec3 p = v3_scale(of->mass, kip_point_velocity(d, i, of->com));
        const KipVec3 spin =
            m3_apply(R, s3_apply(of->inertia, m3_apply_t(R, kip_body_angular_velocity(d, i))));
        sum = (Momentum){v3_add(sum.linear, p), v3_add(sum.angular, v3_add(v3_cross(c, p), spin))};
        *weight = (Momentum){v3_add(weight->linear, pull), v3_add(weight->angular, v3_cross(c, pull))};
    }
    return sum;
}

/* A wild state of gait22: beyond limits, muscles strained, a foot planted, the hand pushed. */
static void go_wild(KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    KipRandom random = {5};
    double q[MOST], v[MOST];
    memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
    q[2] = 3; /* in the air */
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        if (joint->type == KIP_JOINT_HINGE)
            q[joint->q] = joint->range[j % 2] + (j % 2 ? 0.02 : -0.02) * (j % 3);
        else if (joint->type == KIP_JOINT_BALL)
            q_store(q + joint->q, q_exp(v3(0.3, -0.8, 0.2)));
    }
    for (int k = 0; k < model->nv; k++) {
        v[k] = kip_random_uniform(&random, -0.5, 0.5);
        kip_sim_drives(sim).feedforward[k] = k < 6 ? 0 : 10 * kip_random_uniform(&random, -1, 1);
        kip_sim_drives(sim).damping[k] = k < 6 ? 0 : 0.1;
    }
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    plant(sim, "foot_r");
    kip_sim_set_external(sim, kip_model_find_body(model, "trunk"), v3(30, 50, -20), v3_zero(), v3(0, 0, 0.3));
}

static Momentum minus(Momentum a, Momentum b, double per)
{
    return (Momentum){v3_scale(per, v3_sub(a.linear, b.linear)), v3_scale(per, v3_sub(a.angular, b.angular))};
}

/* Only what hangs on the joint and touches nothing: joint forces are the rate of its momentum less its weight. */
START_TEST(the_balance_of_what_hangs_there)
{
    static const char *const name[] = {"hip_l",      "knee_flex_l", "ankle_flex_l",
                                       "toe_flex_l", "waist_flex",  "toe_flex_r"};
    const double h = 1e-6;
    KipModel *model = load("data/models/gait22.xml");
    KipSim *sim = make(model, h, false);
    KipJointForces forces[6];
    Momentum before[6], weight[6], unused;
    go_wild(sim);
    for (int i = 0; i < 40; i++)
        ck_ok(kip_sim_step(sim, &error)); /* the weld is at rest */
    void *start = malloc(kip_sim_save_size(sim));
    for (int i = 0; i < 6; i++)
        before[i] = momentum_of(sim, model->joint[kip_model_find_joint(model, name[i])].body, &unused);
    ck_ok(kip_sim_step(sim, &error));
    kip_sim_save(sim, start);
    for (int i = 0; i < 6; i++) {
        momentum_of(sim, model->joint[kip_model_find_joint(model, name[i])].body, &weight[i]);
        forces[i] = forces_of(sim, name[i]);
    }
    ck_ok(kip_sim_load(sim, start, kip_sim_save_size(sim), &error));
    ck_ok(kip_sim_step(sim, &error));
    for (int i = 0; i < 6; i++) {
        const int body = model->joint[kip_model_find_joint(model, name[i])].body;
        const KipDynamics *d = kip_sim_dynamics(sim);
        Momentum rate = minus(momentum_of(sim, body, &unused), before[i], 1 / (2 * h));
        rate = minus(rate, weight[i], 1);
        if (strcmp(name[i], "waist_flex") == 0) { /* the push */
            const KipVec3 push = v3(30, 50, -20);
            const Momentum by = {push, v3_cross(kip_point_position(d, body, v3(0, 0, 0.3)), push)};
            rate = minus(rate, by, 1);
        }
        ck_vector(forces[i].force, rate.linear, 1e-3 * v3_length(rate.linear));
        ck_vector(forces[i].torque, v3_sub(rate.angular, v3_cross(forces[i].point, forces[i].force)),
                  2e-3 * (1 + v3_length(forces[i].torque)));
    }
    free(start);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Along the axes: limit, muscle and damper, and no more; across them: the constraint's part. */
START_TEST(axes_carry_limit_muscle_and_damper)
{
    KipModel *model = load("data/models/gait22.xml");
    KipSim *sim = make(model, 0.001, true);
    double limited = 0;
    go_wild(sim);
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        KipJointForces forces;
        KipAxis axis[6];
        if (joint->type == KIP_JOINT_FREE)
            continue;
        kip_sim_joint_forces(sim, j, &forces);
        const KipMat3 R = kip_body_rotation(kip_sim_dynamics(sim), joint->body);
        kip_body_axes(kip_sim_dynamics(sim), joint->body, axis);
        for (int k = 0; k < joint->nv; k++) {
            const int i = joint->v + k;
            const KipVec3 a = m3_apply(R, axis[i - model->body[joint->body].v].direction);
            const double damper = -joint->damping * kip_sim_v(sim)[i];
            const double sum = forces.limit[k] + forces.muscle[k] + damper;
            ck_near(v3_dot(a, forces.torque), sum, 1e-8 * (1 + fabs(sum)));
            ck_near(v3_dot(a, forces.constraint_torque), 0, 1e-9 * (1 + v3_length(forces.torque)));
            limited = fmax(limited, fabs(forces.limit[k]));
        }
        ck_vector(forces.force, forces.constraint_force, 0); /* nothing slides */
    }
    ck_assert(limited > 1);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* The same run twice, on one planted foot and one that stands by contacts: bits, with and without asking. */
START_TEST(asking_changes_nothing)
{
    KipModel *model = load("data/models/gait22.xml");
    KipSim *sim = make(model, 0.001, true);
    const size_t size = kip_sim_save_size(sim);
    void *start = malloc(size), *end = malloc(size), *asked = malloc(size);
    ck_ok(kip_sim_set_key(sim, 1, &error));
    plant(sim, "foot_l");
    kip_sim_save(sim, start);
    for (int run = 0; run < 2; run++) {
        ck_ok(kip_sim_load(sim, start, size, &error));
        for (int i = 0; i < 300; i++) {
            KipJointForces forces;
            const KipContact *contact;
            KipContact before[64] = {0};
            const int64_t revision = kip_sim_revision(sim);
            const int n = kip_sim_contacts(sim, &contact);
            ck_assert_int_le(n, 64);
            memcpy(before, contact, (size_t)n * sizeof *contact);
            for (int j = 0; j < model->njoint && run; j++)
                kip_sim_joint_forces(sim, j, &forces);
            ck_assert_int_eq(kip_sim_revision(sim), revision);
            ck_assert_int_eq(kip_sim_contacts(sim, &contact), n);
            ck_assert_int_eq(memcmp(before, contact, (size_t)n * sizeof *contact), 0);
            ck_ok(kip_sim_step(sim, &error));
        }
        kip_sim_save(sim, run ? asked : end);
    }
    ck_assert_int_eq(memcmp(end, asked, size), 0);
    ck_assert_int_ne(memcmp(end, start, size), 0);
    free(start), free(end), free(asked);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(the_word)
{
    static const char text[] =
        "body = addCharacter('gait22', name='body', key='stand')\n"
        "body.plant('foot_l')\nbody.plant('foot_r')\n"
        "force, held, limit, muscle = body.jointForces('hip_l')\n"
        "measure('force', force.z, 'N', '= -276.1515 +- 1e-6')\n"
        "measure('a ball', held.length() + limit.length() + muscle.length(), '', '= 0')\n"
        "body.setTorque('knee_flex_l', 30)\n"
        "force, held, limit, muscle = body.jointForces('knee_flex_l')\n"
        "measure('a hinge', muscle - limit, 'N m', '= 30 +- 1e-9')\n";
    Folder folder = open_folder();
    Told *told = run_text(&folder, text);
    ck_assert_int_eq(told->nverdict, 3);
    for (int i = 0; i < 3; i++)
        ck_assert_int_eq(told->verdict[i], KIP_HOLDS);
    end_scene(told);
    check_fails(&folder, "body = addCharacter('gait22', name='body')\nbody.jointForces('root')\n", 2,
                "is free");
    close_folder(&folder);
}
END_TEST

Suite *suite_joint_forces(void)
{
    Suite *suite = suite_create("joint forces");
    TCase *of = tcase_create("forces");
    tcase_add_test(of, a_pendulum);
    tcase_add_test(of, an_arm_at_rest);
    tcase_add_test(of, standing_on_planted_feet);
    tcase_add_test(of, the_balance_of_what_hangs_there);
    tcase_add_test(of, axes_carry_limit_muscle_and_damper);
    tcase_add_test(of, asking_changes_nothing);
    tcase_add_test(of, the_word);
    suite_add_tcase(suite, of);
    return suite;
}
