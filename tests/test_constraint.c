/* Constraints: what they hold, what they take, and what they leave alone. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/sim.h"
#include "dynamics/sim_parts.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "sim_helpers.h"

Suite *suite_constraint(void);

enum { MOST = 128 };

static const double g = 9.81;

static KipSim *make_sim(const KipModel *model, double h)
{
    return make_sim_by(model, KIP_IMPLICIT_RK4, h);
}

static int weld(KipSim *sim, int body1, int body2)
{
    return constrain(sim, kip_sim_weld(sim, body1, body2, v3_zero()));
}

static KipConstraint point(int body1, KipVec3 point1, int body2, KipVec3 point2)
{
    return (
        KipConstraint){.type = KIP_POINT, .body1 = body1, .body2 = body2, .point1 = point1, .point2 = point2};
}

/* -- models ---------------------------------------------------------------------------------------------- */

/* A body of 2 kg, 0.5 m long, hanging from its frame's origin; no symmetry but its long axis' place. */
static int add_rod(KipBuilder *builder, const char *name, int parent, KipVec3 pos, KipJointType type,
                   KipVec3 axis)
{
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = name;
    body.parent = parent;
    body.pos = pos;
    body.mass = 2;
    body.com = v3(0.02, 0.01, -0.25);
    body.inertia = s3_diagonal(0.05, 0.04, 0.02);
    joint.body = kip_builder_body(builder, &body);
    joint.type = type;
    joint.axis = axis;
    kip_builder_joint(builder, &joint);
    return joint.body;
}

/* Rods one below the other: in a chain of joints, or each by itself. */
static KipModel *rods(int n, KipJointType type, KipVec3 gravity)
{
    KipBuilder *builder = kip_builder_create(NULL);
    kip_builder_option(builder, gravity, 1e-3);
    for (int i = 0; i < n; i++) {
        char name[16];
        bool alone = type == KIP_JOINT_FREE;
        snprintf(name, sizeof name, "rod%d", i);
        add_rod(builder, name, alone ? 0 : i, v3(0, 0, alone ? -0.5 * i : i ? -0.5 : 0), type, v3(0, 1, 0));
    }
    return finish(builder);
}

/* Free bodies take the places and motions of the bodies of the same numbers in another simulation. */
static void follow(KipSim *sim, const KipSim *other)
{
    const KipModel *model = kip_sim_model(sim);
    const KipDynamics *d = kip_sim_dynamics(other);
    double q[MOST], v[MOST];
    KipError error;
    for (int i = 1; i < model->nbody; i++) {
        double *qi = q + model->body[i].q, *vi = v + model->body[i].v;
        v3_store(qi, kip_body_position(d, i));
        q_store(qi + 3, kip_body_orientation(d, i));
        v3_store(vi, kip_point_velocity(d, i, v3_zero()));
        v3_store(vi + 3, m3_apply_t(kip_body_rotation(d, i), kip_body_angular_velocity(d, i)));
    }
    ck_ok(kip_sim_set_state(sim, q, v, &error));
}

/* Farthest apart that two points of the same bodies are. */
static double apart(const KipSim *a, const KipSim *b)
{
    double most = 0;
    for (int i = 1; i < kip_sim_model(a)->nbody; i++)
        for (int k = 0; k < 2; k++) {
            KipVec3 p = v3(0.1 * k, 0, -0.5 * k);
            most = most_of(most, v3_length(v3_sub(kip_point_position(kip_sim_dynamics(a), i, p),
                                                  kip_point_position(kip_sim_dynamics(b), i, p))));
        }
    return most;
}

/* The widest that a constraint's points, and turns, are apart; m, rad. */
static double gap_of(const KipSim *sim, int id)
{
    const KipConstraint *c = kip_sim_constraint(sim, id);
    const KipDynamics *d = kip_sim_dynamics(sim);
    double gap = v3_length(
        v3_sub(kip_point_position(d, c->body2, c->point2), kip_point_position(d, c->body1, c->point1)));
    if (c->type == KIP_WELD) {
        KipQuat wanted = q_mul(kip_body_orientation(d, c->body1), c->turn);
        gap = most_of(gap, v3_length(q_log(q_mul(q_conjugate(wanted), kip_body_orientation(d, c->body2)))));
    }
    return gap;
}

/* -- the same motion by other means ---------------------------------------------------------------------- */

/* Three rods on ball joints, and three free ones whose ends are held together. */
static double chain_error(KipIntegrator integrator, double h, double duration, double *gap)
{
    KipModel *joints = rods(3, KIP_JOINT_BALL, v3(0, 0, -g)), *loose = rods(3, KIP_JOINT_FREE, v3(0, 0, -g));
    KipSim *a = make_sim_by(joints, KIP_RK4, 1e-4), *b = make_sim_by(loose, integrator, h);
    double q[12], v[9], error_at;
    KipRandom r = {1};
    KipError error;
    int id[3];
    random_state(&r, joints, q, v, 2);
    ck_ok(kip_sim_set_state(a, q, v, &error));
    follow(b, a);
    for (int i = 0; i < 3; i++)
        id[i] = constrain(b, point(i, v3(0, 0, i ? -0.5 : 0), i + 1, v3_zero()));
    run(a, duration);
    *gap = 0;
    for (long n = lround(duration / h); n > 0; n--) {
        ck_ok(kip_sim_step(b, &error));
        for (int i = 0; i < 3; i++)
            *gap = most_of(*gap, gap_of(b, id[i]));
    }
    error_at = apart(a, b);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(joints);
    kip_model_destroy(loose);
    return error_at;
}

START_TEST(test_points_make_a_chain)
{
    static const KipIntegrator integrator[3] = {KIP_IMPLICIT_RK4, KIP_RK4, KIP_EULER};
    static const char *const name[3] = {"implicit RK4", "RK4", "Euler"};
    const double ratio[3] = {12, 12, 1.8}; /* of order 4, 4, 1 */
    for (int i = 0; i < 3; i++) {
        double gap[3], e[3], h[3] = {4e-3, 2e-3, 1e-3};
        for (int k = 0; k < 3; k++)
            e[k] = chain_error(integrator[i], h[k], 1, gap + k);
        study_print("three rods held at their ends against ball joints, 1 s, %s: %.2e, %.2e, %.2e m at 4, 2, "
                    "1 ms; widest "
                    "gap %.1e m\n",
                    name[i], e[0], e[1], e[2], most_of(gap[0], most_of(gap[1], gap[2])));
        ck_assert(e[1] / e[2] > ratio[i] && e[0] / e[1] > ratio[i]);
        ck_below(e[2], i == 2 ? 0.1 : 2e-7);
        for (int k = 0; k < 3; k++)
            ck_below(gap[k], 1e-10);
    }
}
END_TEST

/* Two rods welded crosswise are one body of both masses; a force and a torque act on one of them. */
START_TEST(test_weld_makes_one_body)
{
    KipModel *two = rods(2, KIP_JOINT_FREE, v3(0, 0, -g)), *one;
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipSim *a, *b;
    KipError error;
    KipQuat turn = q_axis_angle(v3(1, 0, 0), 1.2);
    KipVec3 place = v3(0.3, 0.1, -0.4),
            com[2] = {two->body[1].com, v3_add(place, q_rotate(turn, two->body[1].com))};
    KipMat3 R = q_matrix(turn);
    double q[14] = {0, 0, 0, 1, 0, 0, 0, place.x, place.y, place.z, turn.w, turn.x, turn.y, turn.z};
    double v[12] = {0}, most = 0;
    body.name = joint.name = "both";
    body.mass = 4;
    body.com = v3_scale(0.5, v3_add(com[0], com[1]));
    body.inertia = s3_add(two->body[1].inertia, s3_rotate(R, two->body[1].inertia));
    for (int i = 0; i < 2; i++)
        body.inertia = s3_add(body.inertia, s3_point_mass(2, v3_sub(com[i], body.com)));
    kip_builder_option(builder, v3(0, 0, -g), 1e-3);
    joint.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    one = finish(builder);
    a = make_sim(two, 1e-3), b = make_sim(one, 1e-3);
    for (int i = 0; i < 2; i++) {
        KipVec3 w = v3(1, 2, -3), p = i ? place : v3_zero();
        v3_store(v + 6 * i, v3_add(v3(1, 0, 3), v3_cross(w, p)));
        v3_store(v + 6 * i + 3, i ? q_rotate(q_conjugate(turn), w) : w);
    }
    ck_ok(kip_sim_set_state(a, q, v, &error));
    ck_ok(kip_sim_set_state(b, q, v, &error));
    weld(a, 1, 2);
    for (int i = 0; i < 6; i++)
        ck_near(kip_sim_v(a)[i], v[i], 1e-14); /* nothing moved against it */
    kip_sim_set_external(a, 1, v3(3, 0, 5), v3(0, 1, 0.5), v3(0, 0.1, 0.2));
    kip_sim_set_external(b, 1, v3(3, 0, 5), v3(0, 1, 0.5), v3(0, 0.1, 0.2));
    for (int i = 0; i < 20; i++) {
        run(a, 0.1);
        run(b, 0.1);
        for (int k = 0; k < 3; k++)
            most = most_of(most, fabs(kip_sim_q(a)[k] - kip_sim_q(b)[k]));
        ck_below(gap_of(a, 0), 1e-9);
    }
    study_print("two bodies welded against one of their inertia, 2 s: %.1e m, gap %.1e m\n", most,
                gap_of(a, 0));
    ck_below(most, 1e-9);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(two);
    kip_model_destroy(one);
}
END_TEST

/* A parallelogram of three rods: the cranks turn alike, the coupler does not, so the loop is a pendulum of
 * their inertia. The rows across the plane hold nothing: they are redundant. */
static KipModel *parallelogram(void)
{
    KipBuilder *builder = kip_builder_create(NULL);
    kip_builder_option(builder, v3(0, 0, -g), 1e-3);
    add_rod(builder, "crank", 0, v3_zero(), KIP_JOINT_HINGE, v3(0, 1, 0));
    add_rod(builder, "coupler", 1, v3(0, 0, -0.5), KIP_JOINT_HINGE, v3(0, 1, 0));
    add_rod(builder, "follower", 0, v3(1, 0, 0), KIP_JOINT_HINGE, v3(0, 1, 0));
    return finish(builder);
}

static KipModel *pendulum_of(double inertia, double mass, KipVec3 com)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    kip_builder_option(builder, v3(0, 0, -g), 1e-3);
    body.name = joint.name = "pendulum";
    body.mass = mass;
    body.com = com;
    body.inertia = s3_diagonal(1, inertia - mass * v3_dot(com, com), 1);
    ck_assert(body.inertia.yy > 0);
    joint.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_HINGE;
    joint.axis = v3(0, 1, 0);
    kip_builder_joint(builder, &joint);
    return finish(builder);
}

START_TEST(test_closed_loop)
{
    KipModel *model = parallelogram(), *single;
    const KipBody *rod = model->body + 1;
    double arm2 = rod->com.x * rod->com.x + rod->com.z * rod->com.z;
    double inertia = 2 * (rod->inertia.yy + 2 * arm2) + 2 * 0.25, q[3] = {1.2, -1.2, 1.2}, most[2], gap = 0,
           drift = 0;
    KipVec3 first = v3_add(v3_scale(4, v3(rod->com.x, 0, rod->com.z)), v3_scale(2, v3(0, 0, -0.5)));
    single = pendulum_of(inertia, 6, v3_scale(1.0 / 6, first));
    for (int i = 0; i < 2; i++) {
        KipSim *a = make_sim_by(model, i ? KIP_RK4 : KIP_IMPLICIT_RK4, 1e-3),
               *b = make_sim_by(single, KIP_RK4, 1e-3);
        KipError error;
        double energy;
        int id;
        ck_ok(kip_sim_set_state(a, q, NULL, &error));
        ck_ok(kip_sim_set_state(b, q, NULL, &error));
        id = constrain(a, point(3, v3(0, 0, -0.5), 2, v3(1, 0, 0)));
        energy = total_energy(a);
        most[i] = 0;
        for (int n = 0; n < 3000; n++) {
            ck_ok(kip_sim_step(a, &error));
            ck_ok(kip_sim_step(b, &error));
            most[i] = most_of(most[i], fabs(kip_sim_q(a)[0] - kip_sim_q(b)[0]));
            gap = most_of(gap, gap_of(a, id));
            drift = most_of(drift, fabs(total_energy(a) - energy));
        }
        kip_sim_destroy(a);
        kip_sim_destroy(b);
    }
    study_print("closed loop against a pendulum, 3 s at 1 ms: %.1e rad, RK4 %.1e; gap %.1e m, energy off by "
                "%.1e J\n",
                most[0], most[1], gap, drift);
    ck_below(most_of(most[0], most[1]), 1e-12);
    ck_below(gap, 1e-12);
    ck_below(drift, 1e-9);
    kip_model_destroy(model);
    kip_model_destroy(single);
}
END_TEST

/* A locked hinge, a prescribed one at rest, and no hinge at all. */
START_TEST(test_lock_is_no_joint)
{
    KipModel *model = rods(3, KIP_JOINT_HINGE, v3(0, 0, -g)), *less;
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipSim *a = make_sim(model, 1e-3), *b = make_sim(model, 1e-3), *c;
    KipError error;
    double q[3] = {0.5, -0.7, 1}, v[3] = {1, 0, 2}, held = 0, most[2] = {0, 0}, zero = 0;
    add_rod(builder, "rod0", 0, v3_zero(), KIP_JOINT_HINGE, v3(0, 1, 0));
    body = model->body[2];
    body.quat = q_axis_angle(v3(0, 1, 0), q[1]);
    kip_builder_body(builder, &body);
    add_rod(builder, "rod2", 2, v3(0, 0, -0.5), KIP_JOINT_HINGE, v3(0, 1, 0));
    less = finish(builder);
    c = make_sim(less, 1e-3);
    ck_ok(kip_sim_set_state(a, q, v, &error));
    ck_ok(kip_sim_set_state(b, q, v, &error));
    ck_ok(kip_sim_set_state(c, (double[2]){q[0], q[2]}, (double[2]){v[0], v[2]}, &error));
    int id = constrain(a, (KipConstraint){.type = KIP_LOCK, .dof = 1, .target = q[1]});
    ck_ok(kip_sim_prescribe(b, 1, 1, NULL, NULL, &zero, &error));
    for (int n = 0; n < 2000; n++) {
        ck_ok(kip_sim_step(a, &error));
        ck_ok(kip_sim_step(b, &error));
        ck_ok(kip_sim_step(c, &error));
        held = most_of(held, fabs(kip_sim_q(a)[1] - q[1]));
        most[0] = most_of(most[0], fabs(kip_sim_q(a)[2] - kip_sim_q(b)[2]));
        most[1] = most_of(most[1], fabs(kip_sim_q(a)[2] - kip_sim_q(c)[1]));
        ck_assert(kip_sim_q(b)[1] == q[1]);
    }
    study_print("a locked hinge against a prescribed one %.1e, against none %.1e rad in 2 s; held to %.1e "
                "rad\n",
                most[0], most[1], held);
    ck_below(most_of(most[0], most[1]), 1e-12);
    ck_below(held, 1e-14);
    ck_assert(kip_sim_constraint_forces(a, id)[0] != 0);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_sim_destroy(c);
    kip_model_destroy(model);
    kip_model_destroy(less);
}
END_TEST

/* -- momentum -------------------------------------------------------------------------------------------- */

/* Of everything, about the world's origin. */
typedef struct Momentum {
    KipVec3 linear, angular;
} Momentum;

static Momentum momentum_of(const KipSim *sim)
{
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipVec3 p = kip_linear_momentum(d);
    return (Momentum){p, v3_add(kip_angular_momentum(d), v3_cross(kip_com(d), p))};
}

static double difference(const KipSim *sim, Momentum first)
{
    Momentum now = momentum_of(sim);
    return most_of(v3_length(v3_sub(now.linear, first.linear)) / v3_length(first.linear),
                   v3_length(v3_sub(now.angular, first.angular)) / v3_length(first.angular));
}

/* Two rods that fly past each other are joined, where they are or where they are not; they fly on
 * together. */
START_TEST(test_joining_keeps_momentum)
{
    KipModel *model = rods(2, KIP_JOINT_FREE, v3_zero());
    double jump = 0, after = 0, gap = 0;
    KipRandom r = {2};
    for (int n = 0; n < 8; n++) {
        KipSim *sim = make_sim(model, 1e-3);
        KipError error;
        double q[14], v[12];
        bool wide = n & 1;
        KipConstraint c;
        Momentum first;
        int id;
        random_state(&r, model, q, v, 3);
        for (int k = 0; k < 3; k++) {
            q[7 + k] = q[k] + 0.1;
            v[k] += 5, v[6 + k] += 5;
        }
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        first = momentum_of(sim);
        c = kip_sim_weld(sim, 1, 2, v3(0, 0.1, 0));
        if (n & 2)
            c.type = KIP_POINT;
        if (wide) {
            c.point1.x += 0.2;
            c.turn = q_mul(c.turn, q_axis_angle(v3(0, 0.6, 0.8), 0.3));
        }
        id = constrain(sim, c);
        jump = most_of(jump, difference(sim, first));
        for (int i = 0; i < 1000; i++) {
            KipVec3 com = kip_com(kip_sim_dynamics(sim)), velocity = kip_com_velocity(kip_sim_dynamics(sim)),
                    moved;
            double open = gap_of(sim, id);
            ck_ok(kip_sim_step(sim, &error));
            after = most_of(after, difference(sim, first));
            moved = v3_sub(kip_com(kip_sim_dynamics(sim)), com);
            ck_below(v3_length(v3_sub(moved, v3_scale(1e-3, velocity))), 1e-12);
            ck_assert(gap_of(sim, id) > open - 1.001e-3);
        }
        gap = most_of(gap, gap_of(sim, id));
        kip_sim_destroy(sim);
    }
    study_print("joining two bodies in flight: momentum off by %.1e at the jump, %.1e in 1 s after; gap at "
                "the end %.1e m\n",
                jump, after, gap);
    ck_below(jump, 1e-13);
    ck_below(after, 1e-12);
    ck_below(gap, 1e-12);
    kip_model_destroy(model);
}
END_TEST

/* What is joined across a gap in flight closes it in the same way however fast both fly: no spin comes
 * from it. */
START_TEST(test_closing_does_not_depend_on_speed)
{
    KipModel *model = rods(2, KIP_JOINT_FREE, v3_zero());
    KipSim *sim[2];
    double most = 0;
    for (int i = 0; i < 2; i++) {
        double q[14] = {0, 0, 0, 1, 0, 0, 0, 0.3, 0.1, 0.05, 1, 0, 0, 0}, v[12] = {[3] = 1, [11] = 2};
        KipError error;
        v[0] = v[6] = i ? 20 : 0, v[1] = v[7] = i ? -10 : 0;
        sim[i] = make_sim(model, 1e-3);
        ck_ok(kip_sim_set_state(sim[i], q, v, &error));
        constrain(sim[i], point(1, v3(0.1, 0, 0), 2, v3(0, 0.1, 0)));
    }
    for (int n = 0; n < 400; n++) {
        run(sim[0], 1e-3);
        run(sim[1], 1e-3);
        for (int k = 3; k < 12; k++)
            if (k < 6 || k > 8)
                most = most_of(most, fabs(kip_sim_v(sim[0])[k] - kip_sim_v(sim[1])[k]));
    }
    ck_below(gap_of(sim[0], 0), 1e-12);
    study_print("closing a gap of 0.3 m at rest and at 22 m/s: rates differ by %.1e rad/s\n", most);
    ck_below(most, 1e-9);
    kip_sim_destroy(sim[0]);
    kip_sim_destroy(sim[1]);
    kip_model_destroy(model);
}
END_TEST

/* -- motors and stops ------------------------------------------------------------------------------------ */

START_TEST(test_motor_reaches_its_rate)
{
    KipModel *model = rods(3, KIP_JOINT_HINGE, v3(0, 0, -g));
    static const KipIntegrator integrator[3] = {KIP_IMPLICIT_RK4, KIP_RK4, KIP_EULER};
    for (int i = 0; i < 3; i++) {
        KipSim *sim = make_sim_by(model, integrator[i], 2e-3);
        double q[3] = {0.5, -0.7, 1}, v[3] = {1, 0, 2}, before;
        KipConstraint motor = {.type = KIP_MOTOR, .dof = 1, .target = 1.5, .lo = -1e6, .hi = 1e6};
        KipError error;
        int id;
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        id = constrain(sim, motor);
        for (int n = 0; n < 200; n++) {
            ck_ok(kip_sim_step(sim, &error));
            ck_near(kip_sim_v(sim)[1], 1.5, 1e-12);
        }
        kip_sim_release(sim, id);
        motor.lo = -3, motor.hi = 2, motor.target = -20;
        ck_assert_int_eq(constrain(sim, motor), id);
        before = kip_sim_work(sim).rows;
        for (int n = 0; n < 20; n++) { /* too weak */
            ck_ok(kip_sim_step(sim, &error));
            ck_assert(kip_sim_constraint_forces(sim, id)[0] == -3);
        }
        ck_assert(kip_sim_work(sim).rows != before);
        for (int n = 0; n < 2000; n++) {
            const double *f = kip_sim_constraint_forces(sim, id);
            ck_ok(kip_sim_step(sim, &error));
            ck_assert(f[0] >= -3 && f[0] <= 2 && f[1] == 0);
        }
        kip_sim_release(sim, id);
        motor.lo = motor.hi = 0; /* no motor at all */
        ck_assert_int_eq(constrain(sim, motor), id);
        run(sim, 0.1);
        ck_assert(kip_sim_constraint_forces(sim, id)[0] == 0);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* A 2 kg ball that can only rise and fall. */
static KipModel *ball_on_slide(bool turntable)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    kip_builder_option(builder, v3(0, 0, -g), 1e-3);
    body.mass = 2;
    body.inertia = s3_diagonal(0.01, 0.01, 0.01);
    if (turntable) {
        body.name = joint.name = "table";
        joint.body = kip_builder_body(builder, &body);
        joint.axis = v3(0, 1, 0);
        kip_builder_joint(builder, &joint);
    }
    body.name = joint.name = "ball";
    joint.body = kip_builder_body(builder, &body);
    joint.type = turntable ? KIP_JOINT_FREE : KIP_JOINT_SLIDE;
    joint.axis = v3(0, 0, 1);
    kip_builder_joint(builder, &joint);
    return finish(builder);
}

START_TEST(test_stop_bears_and_does_not_pull)
{
    KipModel *model = ball_on_slide(false);
    const double step[2] = {1e-3, 5e-3};
    for (int i = 0; i < 6; i++) {
        KipSim *sim = make_sim_by(model, (KipIntegrator)(i / 2), step[i & 1]);
        KipConstraint stop = {.type = KIP_STOP, .body2 = 1, .point1 = {0, 0, 0.1}, .normal = {0, 0, 1}};
        double lowest = 1, q[1] = {1}, v[1];
        KipError error;
        int id;
        ck_ok(kip_sim_set_state(sim, q, NULL, &error));
        id = constrain(sim, stop);
        for (long n = lround(1 / step[i & 1]); n > 0; n--) {
            ck_ok(kip_sim_step(sim, &error));
            lowest = kip_sim_q(sim)[0] < lowest ? kip_sim_q(sim)[0] : lowest;
            ck_assert(kip_sim_constraint_forces(sim, id)[0] >= 0);
        }
        ck_assert(lowest > 0.1 - 1e-9);
        ck_near(kip_sim_q(sim)[0], 0.1, 1e-9);
        ck_near(kip_sim_v(sim)[0], 0, 1e-12);
        ck_near(kip_sim_constraint_forces(sim, id)[0], 2 * g, 1e-9);
        kip_sim_set_external(sim, 1, v3(0, 0, 30), v3_zero(), v3_zero());
        for (int n = 0; n < 100; n++) {
            ck_ok(kip_sim_step(sim, &error));
            ck_assert(kip_sim_constraint_forces(sim, id)[0] == 0);
        }
        ck_assert(kip_sim_q(sim)[0] > 0.1);

        q[0] = 0.08, v[0] = 0; /* too low: it is lifted by a millimetre a step */
        kip_sim_set_external(sim, 1, v3_zero(), v3_zero(), v3_zero());
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        for (int n = 1; n < 40; n++) {
            ck_ok(kip_sim_step(sim, &error));
            ck_near(kip_sim_q(sim)[0], n < 20 ? 0.08 + 1e-3 * n : 0.1, 1e-5);
        }
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* A ball slides along a plane that turns at a rate w: r'' = w^2 r + g sin(w t) along it, and the plane
 * presses with m (g cos(w t) - 2 w r'). */
START_TEST(test_stop_on_a_turning_plane)
{
    KipModel *model = ball_on_slide(true);
    const double w = -1, t = 0.3, step[2] = {1e-3, 5e-3}, still = 0;
    double B = (2 + 0.5 * g / w) / w, r = -cosh(w * t) + B * sinh(w * t) - 0.5 * g * sin(w * t);
    double rate = w * (-sinh(w * t) + B * cosh(w * t)) - 0.5 * g / w * cos(w * t);
    for (int i = 0; i < 2; i++) {
        KipSim *sim = make_sim(model, step[i]);
        const KipDynamics *d = kip_sim_dynamics(sim);
        double q[8] = {0, -1, 0, 0, 1, 0, 0, 0}, v[7] = {w, 2, 0, w, 0, 0, 0}, height = 0, force = 0;
        KipConstraint stop = {.type = KIP_STOP, .body1 = 1, .body2 = 2, .normal = {0, 0, 1}};
        KipError error;
        KipVec3 x = v3_zero();
        int id;
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, NULL, &still, &error));
        id = constrain(sim, stop);
        for (long n = lround(t / step[i]); n > 0; n--) {
            double now = t - ((double)n - 0.5) * step[i];
            double speed = w * (-sinh(w * now) + B * cosh(w * now)) - 0.5 * g / w * cos(w * now);
            ck_ok(kip_sim_step(sim, &error));
            x = m3_apply_t(kip_body_rotation(d, 1), kip_body_position(d, 2));
            height = most_of(height, fabs(x.z));
            force = most_of(force, fabs(kip_sim_constraint_forces(sim, id)[0] -
                                        2 * (g * cos(w * now) - 2 * w * speed)));
        }
        study_print("stop on a turning plane at %g s: off it by %.1e m, along it by %.1e m, force by %.1e of "
                    "%.0f N\n",
                    step[i], height, fabs(x.x - r), force, 2 * (g - 2 * w * rate));
        ck_below(height, 1e-9);
        ck_below(fabs(x.x - r), 1e-8);
        ck_below(force, 100 * step[i] * step[i]);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- forces and work ------------------------------------------------------------------------------------- */

START_TEST(test_chain_hangs_by_its_weight)
{
    KipModel *model = rods(5, KIP_JOINT_FREE, v3(0, 0, -g));
    KipSim *sim = make_sim(model, 1e-3);
    int id[5];
    for (int i = 0; i < 5; i++)
        id[i] = weld(sim, i, i + 1);
    run(sim, 0.2);
    for (int i = 0; i < 5; i++) {
        const double *f = kip_sim_constraint_forces(sim, id[i]);
        double below = 2 * g * (5 - i);
        ck_near(f[0], 0, 1e-9);
        ck_near(f[1], 0, 1e-9);
        ck_near(f[2], below, 1e-9);
        ck_near(f[3], below * 0.01,
                1e-9); /* the rods' centres are off the line: 0.01 along y, 0.02 along x */
        ck_near(f[4], -below * 0.02, 1e-9);
        ck_near(f[5], 0, 1e-9);
        ck_below(gap_of(sim, id[i]), 1e-12);
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_ideal_rows_do_no_work)
{
    KipModel *model = rods(3, KIP_JOINT_FREE, v3(0, 0, -g)), *joints = rods(3, KIP_JOINT_BALL, v3(0, 0, -g));
    for (int i = 0; i < 2; i++) {
        KipSim *sim = make_sim_by(model, i ? KIP_RK4 : KIP_IMPLICIT_RK4, 1e-3), *a = make_sim(joints, 1e-3);
        KipRandom r = {3};
        KipError error;
        double q[12], v[9], flow = 0, start, loss, jump, potential;
        random_state(&r, joints, q, v, 1);
        ck_ok(kip_sim_set_state(a, q, v, &error));
        follow(sim, a);
        for (int k = 0; k < 3; k++)
            constrain(sim, point(k, v3(0, 0, k ? -0.5 : 0), k + 1, v3_zero()));
        start = total_energy(sim);
        potential = kip_energy(kip_sim_dynamics(sim)).potential;
        jump = kip_sim_work(sim).rows;
        for (int n = 0; n < 3000; n++) {
            double now;
            ck_ok(kip_sim_step(sim, &error));
            now = kip_energy(kip_sim_dynamics(sim)).potential;
            flow += fabs(now - potential);
            potential = now;
        }
        loss = total_energy(sim) - start;
        study_print("work of ideal rows in 3 s: %.1e J where %.0f J flowed, energy off by %.1e J\n",
                    kip_sim_work(sim).rows - jump, flow, loss);
        ck_below(fabs(kip_sim_work(sim).rows - jump), 1e-7 * flow);
        ck_below(fabs(loss), 1e-7 * flow);
        kip_sim_destroy(sim);
        kip_sim_destroy(a);
    }
    kip_model_destroy(model);
    kip_model_destroy(joints);
}
END_TEST

/* What the inelastic impulse takes is in the ledger. */
START_TEST(test_jump_is_accounted_for)
{
    KipModel *model = rods(2, KIP_JOINT_FREE, v3_zero());
    KipSim *sim = make_sim(model, 1e-3);
    double q[14], v[12], before;
    KipRandom r = {4};
    KipError error;
    random_state(&r, model, q, v, 3);
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    before = total_energy(sim);
    weld(sim, 1, 2);
    ck_assert(total_energy(sim) < before);
    ck_near(kip_sim_work(sim).rows, total_energy(sim) - before, 1e-12 * before);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- stiff things beside rows ---------------------------------------------------------------------------- */

static void drive_stiffly(KipSim *sim, const double *pose, double stiffness, double damping)
{
    const KipModel *model = kip_sim_model(sim);
    KipDrives drive = kip_sim_drives(sim);
    memcpy(drive.target, pose, (size_t)model->nq * sizeof *pose);
    for (int k = 6; k < model->nv; k++)
        drive.stiffness[k] = stiffness, drive.damping[k] = damping;
}

/* The skeleton stands with drives that explicit steps could not carry; one foot is welded, a knee locked. */
START_TEST(test_rows_meet_the_same_mass)
{
    KipModel *model = load("data/models/skeleton37.xml");
    int foot = body_of(model, "foot_l"), lock = model->nv - 3;
    const double step[2] = {1e-3, 5e-3};
    for (int i = 0; i < 2; i++) {
        KipSim *sim = make_sim(model, step[i]);
        KipError error;
        double gap = 0, rest = 0, most = 0, turn = 0;
        int id, contacts = 0;
        ck_ok(kip_sim_set_key(sim, 0, &error));
        drive_stiffly(sim, model->key[0].q, 3000, 300);
        id = weld(sim, 0, foot);
        constrain(sim, (KipConstraint){.type = KIP_LOCK, .dof = lock, .target = kip_sim_q(sim)[lock + 1]});
        kip_sim_set_external(sim, body_of(model, "trunk"), v3(60, 30, 0), v3_zero(), v3(0, 0, 0.2));
        for (long n = lround(1 / step[i]); n > 0; n--) {
            const KipContact *contact;
            double fastest = 0;
            ck_ok(kip_sim_step(sim, &error));
            gap = most_of(gap, gap_of(sim, id));
            contacts += kip_sim_contacts(sim, &contact);
            for (int k = 0; k < model->nv; k++)
                fastest = most_of(fastest, fabs(sim->a[k]));
            rest = most_of(rest, fabs(sim->a[lock]) / fastest);
            turn = most_of(turn, v3_length(sim->d->link[foot].a.w) / fastest);
            most = most_of(most, fastest);
        }
        study_print("skeleton on a welded foot, drives of 3000 N m/rad, %g s: gap %.1e m; of accelerations "
                    "of %.0f a locked "
                    "joint has %.1e, the foot %.1e\n",
                    step[i], gap, most, rest, turn);
        ck_assert_int_gt(contacts, 100);
        ck_below(gap, 1e-9);
        ck_below(most_of(rest, turn), 1e-9);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* What one step opens if nothing closes it. */
START_TEST(test_drift_without_closing)
{
    KipModel *model = load("data/models/skeleton37.xml");
    int hand = body_of(model, "hand_l"), foot = body_of(model, "foot_l");
    const double step[2] = {1e-3, 5e-3};
    for (int i = 0; i < 2; i++) {
        double gap[2] = {0, 0};
        for (int closing = 0; closing < 2; closing++) {
            KipSim *sim = make_sim(model, step[i]);
            KipError error;
            int id[2];
            ck_ok(kip_sim_set_key(sim, 0, &error));
            id[0] = weld(sim, 0, hand),
            id[1] = constrain(sim, point(0, kip_body_position(kip_sim_dynamics(sim), foot), foot, v3_zero()));
            for (long n = lround(1 / step[i]); n > 0; n--) {
                if (closing) {
                    ck_ok(kip_sim_step(sim, &error));
                } else {
                    kip_integrate_begin(sim);
                    kip_integrate(&(Crew){1, &sim, NULL}, 0, 1);
                    kip_sim_refresh(sim);
                }
                gap[closing] = most_of(gap[closing], most_of(gap_of(sim, id[0]), gap_of(sim, id[1])));
            }
            kip_sim_destroy(sim);
        }
        study_print("a skeleton falls, hand welded and foot held, 1 s at %g s: gap %.1e m, without closing "
                    "%.1e m\n",
                    step[i], gap[1], gap[0]);
        ck_below(gap[1], 1e-9);
        ck_below(gap[1], 1e-3 * gap[0]);
    }
    kip_model_destroy(model);
}
END_TEST

/* A skeleton hangs by one hand: 80 kg on a wrist of half a kilogram, at steps that are long for it. */
START_TEST(test_hanging_by_a_hand)
{
    KipModel *model = load("data/models/skeleton37.xml");
    const double step[2] = {1e-3, 5e-3};
    for (int i = 0; i < 2; i++) {
        KipSim *sim = make_sim(model, step[i]);
        KipError error;
        double gap = 0, first, most;
        int id;
        ck_ok(kip_sim_set_key(sim, 0, &error));
        id = weld(sim, 0, body_of(model, "hand_l"));
        first = most = total_energy(sim);
        for (long n = lround(1.5 / step[i]); n > 0; n--) {
            ck_ok(kip_sim_step(sim, &error));
            gap = most_of(gap, gap_of(sim, id));
            most = most_of(most, total_energy(sim));
        }
        study_print("a skeleton hangs by a hand, 1.5 s at %g s: gap %.1e m, energy never more than %.1e J "
                    "above\n",
                    step[i], gap, most - first);
        ck_below(gap, 1e-9);
        ck_below(most - first, 0.01 * first);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- too many and too much ------------------------------------------------------------------------------- */

/* The same thing said twice is the same, and the two share what one would bear; so do things that follow
 * from each other: `more` of them. */
static void compare_redundant(const KipModel *model, int more, double *rates, double *forces)
{
    int foot = body_of(model, "foot_l"), hand = body_of(model, "hand_r");
    KipSim *once = make_sim(model, 1e-3), *twice = make_sim(model, 1e-3);
    KipError error;
    *rates = *forces = 0;
    for (int i = 0; i < 2; i++) {
        KipSim *sim = i ? twice : once;
        ck_ok(kip_sim_set_key(sim, 0, &error));
        weld(sim, 0, foot);
        if (more)
            weld(sim, foot, hand);
        for (int k = 0; i && k < 2 * more; k++)
            weld(sim, k & 1 ? foot : 0, hand);
        if (i)
            constrain(sim, point(0, kip_point_position(kip_sim_dynamics(sim), foot, v3(0.1, 0, 0)), foot,
                                 v3(0.1, 0, 0)));
        if (i)
            weld(sim, 0, foot);
    }
    for (int n = 0; n < 500; n++) {
        ck_ok(kip_sim_step(once, &error));
        ck_ok(kip_sim_step(twice, &error));
        for (int k = 0; k < model->nv; k++)
            *rates = most_of(*rates, fabs(kip_sim_v(once)[k] - kip_sim_v(twice)[k]));
        for (int k = 0; k < 3; k++) { /* of the world on the skeleton */
            double sum = -kip_sim_constraint_forces(once, 0)[k];
            for (int id = 0; id < 16; id++) {
                const KipConstraint *c = kip_sim_constraint(twice, id);
                sum += c && c->body1 == 0 ? kip_sim_constraint_forces(twice, id)[k] : 0;
            }
            *forces = most_of(*forces, fabs(sum));
        }
    }
    kip_sim_destroy(once);
    kip_sim_destroy(twice);
}

START_TEST(test_redundant_rows)
{
    KipModel *model = load("data/models/skeleton37.xml");
    for (int more = 0; more < 3; more++) {
        double rates, forces;
        compare_redundant(model, more, &rates, &forces);
        study_print("redundant constraints %d, 0.5 s: rates differ by %.1e rad/s, forces on the whole by "
                    "%.1e N\n",
                    more, rates, forces);
        ck_below(rates, more ? 1e-4 : 1e-9);
        ck_below(forces, more ? 1 : 1e-6);
    }
    kip_model_destroy(model);
}
END_TEST

/* Hands and feet of a standing skeleton are nailed to places 2 m farther apart than they reach; or each to
 * two places, while a joint is locked at two angles and driven as well. */
static void contradict(KipSim *sim, bool nailed_wide)
{
    static const char *const end[4] = {"hand_l", "hand_r", "foot_l", "foot_r"};
    for (int k = 0; k < 4; k++) {
        int body = body_of(kip_sim_model(sim), end[k]);
        KipVec3 p = kip_body_position(kip_sim_dynamics(sim), body);
        p.y += nailed_wide ? (k & 1 ? -2 : 2) : 0;
        constrain(sim, point(0, p, body, v3_zero()));
        p.z += 0.1;
        if (!nailed_wide)
            constrain(sim, point(0, p, body, v3_zero()));
    }
    constrain(sim, (KipConstraint){.type = KIP_LOCK, .dof = 8, .target = 0.3});
    if (!nailed_wide) {
        constrain(sim, (KipConstraint){.type = KIP_LOCK, .dof = 8, .target = -0.3});
        constrain(sim, (KipConstraint){.type = KIP_MOTOR, .dof = 8, .target = 3, .lo = -50, .hi = 50});
    }
}

/* What cannot be is met as well as can be, and nothing is torn. */
START_TEST(test_contradictions)
{
    KipModel *model = load("data/models/skeleton37.xml");
    const double step[3] = {1e-3, 2e-3, 5e-3};
    for (int i = 0; i < 6; i++) {
        KipSim *sim = make_sim(model, step[i / 2]);
        KipError error;
        double first, most;
        ck_ok(kip_sim_set_key(sim, 0, &error));
        contradict(sim, i & 1);
        first = most = total_energy(sim);
        for (long n = lround(2 / step[i / 2]); n > 0; n--) {
            ck_ok(kip_sim_step(sim, &error));
            most = most_of(most, total_energy(sim));
        }
        study_print("contradictory constraints %d at %g s: energy at most %.0f J above %.0f J\n", i & 1,
                    step[i / 2], most - first, first);
        ck_below(most, 1.3 * first);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* An arm of two rods, nearly straight, whose end is pulled towards a place beyond its reach: there the
 * rows have hardly a grip, and it must not be thrown about for that. */
START_TEST(test_out_of_reach)
{
    KipModel *model = rods(2, KIP_JOINT_HINGE, v3_zero());
    const double bent[4] = {1e-4, 1e-3, 1e-2, 1e-1};
    for (int i = 0; i < 4; i++) {
        KipSim *sim = make_sim(model, 1e-3);
        double q[2] = {-0.5 * bent[i], bent[i]}, most = 0;
        KipError error;
        int id;
        ck_ok(kip_sim_set_state(sim, q, NULL, &error));
        id = constrain(sim, point(0, v3(0, 0, -1.2), 2, v3(0, 0, -0.5)));
        for (int n = 0; n < 500; n++) {
            ck_ok(kip_sim_step(sim, &error));
            most = most_of(most, fabs(kip_sim_q(sim)[1]));
        }
        study_print("an arm bent by %g rad and pulled out of its reach: bends to %.1e rad, ends %.5f m "
                    "short\n",
                    bent[i], most, gap_of(sim, id));
        ck_below(most, bent[i] + 0.02);
        ck_near(gap_of(sim, id), 0.2, 1e-3);
        ck_below(total_energy(sim), 1e-12);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* Everything of a pair of bodies that are one hinge apart, or of a body that cannot move so, changes
 * nothing. */
START_TEST(test_rows_without_grip)
{
    KipModel *model = rods(2, KIP_JOINT_HINGE, v3(0, 0, -g));
    KipSim *a = make_sim(model, 1e-3), *b = make_sim(model, 1e-3);
    double q[2] = {0.5, 0.3}, v[2] = {1, 2};
    KipConstraint across = {.type = KIP_STOP, .body2 = 1, .point1 = {0, 5, 0}, .normal = {0, -1, 0}};
    KipError error;
    ck_ok(kip_sim_set_state(a, q, v, &error));
    ck_ok(kip_sim_set_state(b, q, v, &error));
    constrain(a, point(1, v3(0, 0, -0.5), 2, v3_zero())); /* the hinge itself */
    constrain(a, point(0, v3_zero(), 1, v3_zero()));
    constrain(a, across);
    for (int n = 0; n < 500; n++) {
        run(a, 1e-3);
        run(b, 1e-3);
        ck_near(kip_sim_q(a)[1], kip_sim_q(b)[1], 1e-12);
    }
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(model);
}
END_TEST

/* -- coming and going ------------------------------------------------------------------------------------ */

/* A gap is closed by a millimetre a step, a turn by a milliradian, and those of other constraints at once. */
START_TEST(test_wide_gaps_close_slowly)
{
    KipModel *model = rods(3, KIP_JOINT_BALL, v3(0, 0, -g)), *hinges = rods(3, KIP_JOINT_HINGE, v3(0, 0, -g));
    KipModel *loose = rods(2, KIP_JOINT_FREE, v3(0, 0, -g));
    KipSim *sim = make_sim(loose, 1e-3), *joint = make_sim(hinges, 1e-3);
    double q[14] = {0, 0, 0, 1, 0, 0, 0, 0.3, 0, 0, 1, 0, 0, 0}, v[12] = {[3] = 1, [10] = 2};
    KipError error;
    int near, wide;
    ck_ok(kip_sim_set_state(sim, q, v, &error));
    wide = constrain(sim, point(1, v3(0.1, 0, 0), 2, v3_zero()));
    near = constrain(sim, point(0, v3_zero(), 1, v3_zero()));
    for (int n = 1; n < 250; n++) {
        ck_ok(kip_sim_step(sim, &error));
        ck_near(gap_of(sim, wide), n < 200 ? 0.2 - 1e-3 * n : 0, 1e-4);
        ck_below(gap_of(sim, near), 1e-10);
    }
    ck_below(gap_of(sim, wide), 1e-10);
    constrain(joint, (KipConstraint){.type = KIP_LOCK, .dof = 1, .target = 0.1});
    for (int n = 1; n < 150; n++) {
        ck_ok(kip_sim_step(joint, &error));
        ck_near(kip_sim_q(joint)[1], n < 100 ? 1e-3 * n : 0.1, 1e-4);
    }
    ck_near(kip_sim_q(joint)[1], 0.1, 1e-10);
    kip_sim_destroy(sim);
    kip_sim_destroy(joint);
    kip_model_destroy(model);
    kip_model_destroy(hinges);
    kip_model_destroy(loose);
}
END_TEST

/* Locks of every kind of rate: a coordinate stays, a rotation's rate is nought. */
START_TEST(test_locks_of_rotations)
{
    KipModel *free_rod = rods(1, KIP_JOINT_FREE, v3(0, 0, -g)),
             *chain = rods(2, KIP_JOINT_BALL, v3(0, 0, -g));
    KipSim *sim = make_sim(free_rod, 1e-3), *hanging = make_sim(chain, 1e-3);
    double q[8] = {1, 0, 0, 0, 1, 0, 0, 0}, v[6] = {1, 2, 3, 4, 5, 6};
    KipError error;
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
    constrain(sim, (KipConstraint){.type = KIP_LOCK, .dof = 0, .target = 0});
    constrain(sim, (KipConstraint){.type = KIP_LOCK, .dof = 4});
    ck_ok(kip_sim_set_state(hanging, q, v, &error));
    constrain(hanging, (KipConstraint){.type = KIP_LOCK, .dof = 5});
    for (int n = 0; n < 500; n++) {
        ck_ok(kip_sim_step(sim, &error));
        ck_ok(kip_sim_step(hanging, &error));
        ck_near(kip_sim_q(sim)[0], 0, 1e-12);
        ck_near(kip_sim_v(sim)[4], 0, 1e-12);
        ck_near(kip_sim_v(hanging)[5], 0, 1e-12);
    }
    ck_assert(fabs(kip_sim_v(sim)[3]) > 1 && fabs(kip_sim_v(hanging)[4]) > 0.1);
    kip_sim_destroy(sim);
    kip_sim_destroy(hanging);
    kip_model_destroy(free_rod);
    kip_model_destroy(chain);
}
END_TEST

START_TEST(test_bad_constraints_are_refused)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody post = kip_body_def();
    KipModel *model;
    KipSim *sim;
    KipError error;
    post.name = "post";
    kip_builder_body(builder, &post);
    add_rod(builder, "rod", 0, v3_zero(), KIP_JOINT_FREE, v3_zero());
    model = finish(builder);
    sim = make_sim(model, 1e-3);
    const KipQuat unit = q_identity();
    const struct {
        KipConstraint c;
        const char *what;
    } bad[] = {
        {{.type = KIP_NO_CONSTRAINT}, "type"},
        {{.type = KIP_PARTING + 1}, "type"},
        {{.type = -1}, "type"},
        {{.type = KIP_POINT, .body2 = 3}, "body that does not exist"},
        {{.type = KIP_POINT, .body1 = -1, .body2 = 2}, "body that does not exist"},
        {{.type = KIP_POINT, .body1 = 2, .body2 = 2}, "to itself"},
        {{.type = KIP_POINT, .body2 = 1}, "stand still"},
        {{.type = KIP_PARTING, .body1 = 2, .body2 = 2}, "to itself"},
        {{.type = KIP_POINT, .body2 = 2, .point1 = {NAN, 0, 0}}, "not finite"},
        {{.type = KIP_WELD, .body2 = 2}, "unit quaternion"},
        {{.type = KIP_WELD, .body2 = 2, .turn = unit, .point2 = {0, INFINITY, 0}}, "not finite"},
        {{.type = KIP_STOP, .body2 = 2, .normal = {0, 0, 2}}, "unit vector"},
        {{.type = KIP_STOP, .body2 = 2}, "unit vector"},
        {{.type = KIP_LOCK, .dof = 6}, "rate that does not exist"},
        {{.type = KIP_LOCK, .dof = -1}, "rate that does not exist"},
        {{.type = KIP_LOCK, .dof = 0, .target = NAN}, "not finite"},
        {{.type = KIP_MOTOR, .dof = 0, .lo = 1, .hi = 2}, "enclose 0"},
        {{.type = KIP_MOTOR, .dof = 0, .lo = NAN, .hi = 2}, "enclose 0"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        int id = 77;
        ck_assert_int_eq(kip_sim_constrain(sim, &bad[i].c, &id, &error), KIP_BAD_USE);
        ck_assert_msg(strstr(error.message, bad[i].what), "%s", error.message);
        ck_assert_int_eq(id, 77);
    }
    for (int i = 0; i < 16; i++)
        ck_assert_ptr_null(kip_sim_constraint(sim, i));
    run(sim, 0.01);
    ck_near(kip_sim_v(sim)[2], -0.01 * g, 1e-12); /* it just falls */
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_room)
{
    KipModel *model = rods(1, KIP_JOINT_FREE, v3(0, 0, -g));
    KipSimDef def = kip_sim_def(model);
    KipConstraint c = point(0, v3_zero(), 1, v3_zero()),
                  motor = {.type = KIP_MOTOR, .dof = 0, .lo = -1, .hi = 1};
    KipSim *sim = make_sim(model, 1e-3), *none;
    KipError error;
    int id;
    for (int i = 0; i < 16; i++)
        ck_assert_int_eq(constrain(sim, i % 3 ? motor : c), i);
    ck_assert_int_eq(kip_sim_constrain(sim, &c, &id, &error), KIP_BAD_USE);
    ck_assert_msg(strstr(error.message, "16") && strstr(error.message, "max_constraints"), "%s",
                  error.message);
    run(sim, 0.1);
    kip_sim_release(sim, 7);
    kip_sim_release(sim, 7);
    kip_sim_release(sim, -1);
    kip_sim_release(sim, 16);
    ck_assert_ptr_null(kip_sim_constraint(sim, 7));
    ck_assert(kip_sim_constraint(sim, 6)->type == KIP_POINT && kip_sim_constraint(sim, 8)->type == KIP_MOTOR);
    ck_assert_int_eq(constrain(sim, c), 7);
    for (int i = 0; i < 16; i++)
        kip_sim_release(sim, i);
    ck_assert_int_eq(constrain(sim, c), 0);
    kip_sim_destroy(sim);

    def.max_constraints = 0;
    ck_ok(kip_sim_create(model, &def, &none, &error));
    ck_assert_int_eq(kip_sim_constrain(none, &c, &id, &error), KIP_BAD_USE);
    run(none, 0.1);
    ck_near(kip_sim_v(none)[2], -0.1 * g, 1e-12);
    kip_sim_destroy(none);
    def.max_constraints = 100000000;
    ck_assert_int_eq(kip_sim_create(model, &def, &none, &error), KIP_BAD_USE);
    ck_assert(strstr(error.message, "max_constraints"));
    kip_model_destroy(model);
}
END_TEST

/* Release lets go and nothing more: the rod flies on as it moved. */
START_TEST(test_release)
{
    KipModel *model = rods(2, KIP_JOINT_FREE, v3(0, 0, -g));
    KipSim *sim = make_sim(model, 1e-3);
    double v[12];
    Momentum before;
    int id = weld(sim, 0, 1);
    weld(sim, 1, 2);
    run(sim, 0.1);
    kip_sim_release(sim, id);
    for (int k = 0; k < 6; k++)
        ck_assert(kip_sim_constraint_forces(sim, id)[k] == 0);
    memcpy(v, kip_sim_v(sim), sizeof v);
    before = momentum_of(sim);
    run(sim, 0.1);
    ck_near(momentum_of(sim).linear.z, before.linear.z - 4 * g * 0.1, 1e-12);
    ck_below(fabs(v[2]), 1e-12);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- geoms of what is welded -------------------------------------------------------------------------- */

static const double wide = 0.1; /* m: the radius of the balls */

/* Three free balls of 1 kg in a row along x, without weight and friction: 1 and 2 overlap by `deep`, 3 is 1 m beyond. The floor
 * is far below. */
static KipModel *balls(double deep)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom floor = solid(KIP_GEOM_PLANE, 1, 1, 1, 0);
    const double x[] = {0, 2 * wide - deep, 1};
    kip_builder_option(builder, v3_zero(), 1e-3);
    floor.pos = v3(0, 0, -5);
    kip_builder_geom(builder, &floor);
    for (int i = 0; i < 3; i++) {
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipGeom ball = solid(KIP_GEOM_SPHERE, wide, 0, 0, 0);
        char name[16];
        snprintf(name, sizeof name, "ball%d", i + 1);
        body.name = joint.name = name;
        body.pos = v3(x[i], 0, 0);
        body.mass = 1;
        body.inertia = s3_diagonal(0.004, 0.004, 0.004);
        ball.body = joint.body = kip_builder_body(builder, &body);
        ball.friction = 0;
        joint.type = KIP_JOINT_FREE;
        kip_builder_joint(builder, &joint);
        kip_builder_geom(builder, &ball);
    }
    return finish(builder);
}

/* The velocity of a ball along x. */
static double along(const KipSim *sim, int ball)
{
    return kip_sim_v(sim)[6 * (ball - 1)];
}

static void set_along(KipSim *sim, int ball, double speed)
{
    double v[18];
    KipError error;
    memcpy(v, kip_sim_v(sim), sizeof v);
    v[6 * (ball - 1)] = speed;
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
}

static int contacts_of(const KipSim *sim)
{
    const KipContact *contact;
    return kip_sim_contacts(sim, &contact);
}

/* Two that overlap press on each other with hundreds of newtons; welded, with none, while others still touch both. */
START_TEST(test_welded_geoms_do_not_meet)
{
    KipModel *model = balls(0.05);
    KipSim *sim = make_sim(model, 1e-3);
    ck_assert_int_eq(contacts_of(sim), 1);
    const int held = weld(sim, 1, 2);
    ck_assert_int_eq(contacts_of(sim), 0);
    run(sim, 0.5);
    for (int k = 0; k < 6; k++)
        ck_assert(kip_sim_constraint_forces(sim, held)[k] == 0);
    ck_assert(along(sim, 1) == 0 && along(sim, 2) == 0);
    set_along(sim, 3, -2);
    run(sim, 0.5);
    ck_below(along(sim, 3), 2);
    ck_assert(along(sim, 2) < -0.5 && fabs(along(sim, 1) - along(sim, 2)) < 1e-9);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* What the world holds, as a planted foot, still presses on it; who holds on to the world does not press on what is held. */
START_TEST(test_who_holds_the_world)
{
    KipModel *model = balls(0);
    KipSim *sim = make_sim(model, 1e-3);
    const double q[] = {0, 0, -5 + wide - 0.02, 1, 0, 0, 0};
    KipError error;
    ck_ok(kip_sim_place(sim, 1, q, NULL, &error));
    const int planted = weld(sim, 0, 1);
    run(sim, 0.01);
    ck_assert_int_eq(contacts_of(sim), 1);
    kip_sim_release(sim, planted);
    ck_assert_ptr_null(kip_sim_constraint(sim, planted));
    const int held = weld(sim, 1, 0);
    run(sim, 0.01);
    ck_assert_int_eq(contacts_of(sim), 0);
    kip_sim_release(sim, held);
    ck_assert_int_eq(kip_sim_constraint(sim, held)->type, KIP_PARTING);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Deep in each other when released, they keep their motion until they have parted; then they meet as ever. A saved state on the
 * way has the same future, a step that is taken back the same past. */
START_TEST(test_released_geoms_part)
{
    KipModel *model = balls(0.05);
    KipSim *sim = make_sim(model, 1e-3), *other = make_sim(model, 1e-3);
    const size_t size = kip_sim_save_size(sim);
    unsigned char *saved = malloc(size), *again = malloc(size);
    KipError error;
    const int held = weld(sim, 1, 2);
    run(sim, 0.01);
    kip_sim_release(sim, held);
    for (int k = 0; k < 6; k++)
        ck_assert(kip_sim_constraint_forces(sim, held)[k] == 0);
    run(sim, 0.1); /* at rest they stay, without force */
    ck_assert(along(sim, 1) == 0 && along(sim, 2) == 0 && contacts_of(sim) == 0);
    ck_assert_int_eq(kip_sim_constraint(sim, held)->type, KIP_PARTING);
    ck_assert(kip_sim_is_modified(sim));
    kip_sim_release(sim, held); /* it was released */
    ck_assert_ptr_nonnull(kip_sim_constraint(sim, held));

    set_along(sim, 2, 0.5);
    run(sim, 0.05);
    kip_sim_save(sim, saved);
    ck_ok(kip_sim_load(other, saved, size, &error));
    ck_ok(kip_sim_step(sim, &error));
    kip_sim_step_back(sim);
    kip_sim_save(sim, again);
    ck_assert_mem_eq(saved, again, size);
    run(sim, 0.05); /* 0.05 m at 0.5 m/s: parted after a tenth of a second in all */
    ck_assert_ptr_nonnull(kip_sim_constraint(sim, held));
    run(sim, 0.002);
    ck_assert_ptr_null(kip_sim_constraint(sim, held));
    ck_assert(!kip_sim_is_modified(sim));
    ck_assert(along(sim, 2) == 0.5);
    set_along(sim, 2, -0.5);
    run(sim, 0.3);
    ck_assert(along(sim, 1) < -0.1 && along(sim, 2) > along(sim, 1));

    run(other, 0.052);
    set_along(other, 2, -0.5);
    run(other, 0.3);
    ck_assert(kip_sim_hash(sim) == kip_sim_hash(other));
    free(saved), free(again);
    kip_sim_destroy(sim);
    kip_sim_destroy(other);
    kip_model_destroy(model);
}
END_TEST

/* A touch is none of those: a ball that is let go on the palm rests on it. */
START_TEST(test_released_at_a_touch)
{
    KipModel *model = balls(0.003);
    KipSim *sim = make_sim(model, 1e-3);
    const int held = weld(sim, 1, 2);
    kip_sim_release(sim, held);
    ck_assert_ptr_null(kip_sim_constraint(sim, held));
    ck_assert_int_eq(contacts_of(sim), 1);
    run(sim, 0.3);
    ck_assert(along(sim, 2) - along(sim, 1) > 0.05 && along(sim, 2) - along(sim, 1) < 0.2);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Time and again the same two take no more room than once; one that is absent has parted from all. */
START_TEST(test_partings_leave_no_trace)
{
    KipModel *model = balls(0.05);
    KipSim *sim = make_sim(model, 1e-3);
    KipError error;
    for (int i = 0; i < 40; i++) {
        const int held = weld(sim, 1, 2);
        ck_assert_int_eq(held, 0);
        kip_sim_release(sim, held);
    }
    ck_assert_int_eq(kip_sim_constraint(sim, 0)->type, KIP_PARTING);
    ck_ok(kip_sim_set_present(sim, 2, false, &error));
    run(sim, 0.001);
    ck_assert_ptr_null(kip_sim_constraint(sim, 0));
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Distances of shapes that a pencil finds too; those that overlap have none. */
START_TEST(test_gaps_are_distances)
{
    const struct {
        KipGeomType type;
        double size[3];
        KipVec3 pos;
    } shape[] = {
        {KIP_GEOM_SPHERE, {0.1}, {0, 0, 0}},         {KIP_GEOM_BOX, {0.1, 0.2, 0.3}, {1, 0, 0}},
        {KIP_GEOM_PLANE, {1, 1, 1}, {0, 0, -2}},     {KIP_GEOM_CAPSULE, {0.05, 0.2}, {0, 1, 0.3}},
        {KIP_GEOM_CYLINDER, {0.1, 0.2}, {0, -1, 0}}, {KIP_GEOM_ELLIPSOID, {0.3, 0.1, 0.1}, {0, 0, 2}},
        {KIP_GEOM_SPHERE, {0.1}, {0.15, 0, 0}},
    };
    const struct {
        int geom1, geom2;
        double gap;
    } pair[] = {
        {0, 1, 0.8},  {0, 2, 1.9}, {0, 3, sqrt(1.01) - 0.15}, {0, 4, 0.8},  {0, 5, 1.8},
        {0, 6, 0},    {1, 2, 1.7}, {1, 4, sqrt(1.45) - 0.1},  {2, 3, 2.05}, {2, 5, 3.9},
        {3, 4, 1.85},
    };
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    body.name = joint.name = "some";
    body.mass = 1;
    body.inertia = s3_diagonal(1, 1, 1);
    joint.body = kip_builder_body(builder, &body);
    joint.type = KIP_JOINT_FREE;
    kip_builder_joint(builder, &joint);
    for (size_t i = 0; i < sizeof shape / sizeof *shape; i++) {
        KipGeom geom = solid(shape[i].type, shape[i].size[0], shape[i].size[1], shape[i].size[2], 0);
        geom.pos = shape[i].pos;
        kip_builder_geom(builder, &geom);
    }
    KipModel *model = finish(builder);
    KipSim *sim = make_sim_by(model, KIP_IMPLICIT_RK4, 1e-3);
    for (size_t i = 0; i < sizeof pair / sizeof *pair; i++) {
        ck_near(kip_sim_gap(sim, pair[i].geom1, pair[i].geom2), pair[i].gap, 1e-6);
        ck_near(kip_sim_gap(sim, pair[i].geom2, pair[i].geom1), pair[i].gap, 1e-6);
    }
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* Some of everything, on a skeleton. */
static void constrain_all(KipSim *sim)
{
    const KipModel *model = kip_sim_model(sim);
    int hand = body_of(model, "hand_l"), foot = body_of(model, "foot_l"), head = body_of(model, "head");
    KipVec3 p = kip_body_position(kip_sim_dynamics(sim), head);
    weld(sim, 0, hand);
    constrain(sim, point(foot, v3(0.1, 0, 0), body_of(model, "foot_r"), v3(0, 0, 0.1)));
    constrain(sim, (KipConstraint){.type = KIP_LOCK, .dof = 8, .target = 0.1});
    constrain(sim, (KipConstraint){.type = KIP_MOTOR, .dof = 20, .target = 1, .lo = -5, .hi = 9});
    constrain(sim, (KipConstraint){.type = KIP_STOP,
                                   .body2 = head,
                                   .point1 = {0, 0, p.z - 0.02},
                                   .normal = {0, 0, 1}});
}

START_TEST(test_save_and_load)
{
    KipModel *model = load("data/models/skeleton37.xml");
    KipSim *a = make_sim(model, 1e-3), *b = make_sim(model, 1e-3);
    size_t size = kip_sim_save_size(a);
    unsigned char *saved = malloc(size), *damaged = malloc(size);
    KipError error;
    KipConstraint odd;
    uint64_t hash;
    ck_ok(kip_sim_set_key(a, 0, &error));
    constrain_all(a);
    weld(b, 0, body_of(model, "foot_r")); /* forgotten by loading */
    for (int i = 0; i < 5; i++) {
        run(a, 0.05);
        kip_sim_save(a, saved);
        ck_ok(kip_sim_load(b, saved, size, &error));
        run(a, 0.03);
        run(b, 0.03);
        ck_assert(kip_sim_hash(a) == kip_sim_hash(b));
        for (int k = 0; k < 5; k++)
            ck_assert_mem_eq(kip_sim_constraint_forces(a, k), kip_sim_constraint_forces(b, k),
                             6 * sizeof(double));
        if (i == 2)
            kip_sim_release(a, 1);
    }

    kip_sim_save(a, saved); /* bytes that make no sense are refused */
    hash = kip_sim_hash(b);
    for (int i = 0; i < 4; i++) {
        unsigned char *at = damaged + ((unsigned char *)a->constraint - a->state);
        memcpy(damaged, saved, size);
        memcpy(&odd, at, sizeof odd);
        odd.type = i == 0 ? 99 : odd.type;
        odd.body2 = i == 1 ? 1000 : odd.body2;
        odd.turn.w = i == 2 ? NAN : odd.turn.w;
        odd.type = i == 3 ? KIP_NO_CONSTRAINT : odd.type; /* but counted */
        memcpy(at, &odd, sizeof odd);
        ck_assert_int_eq(kip_sim_load(b, damaged, size, &error), KIP_BAD_INPUT);
        ck_assert(kip_sim_hash(b) == hash);
    }
    run(b, 0.01);
    free(saved);
    free(damaged);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(model);
}
END_TEST

static void *counting_resize(void *user, void *memory, size_t old_size, size_t new_size)
{
    long *calls = user;
    (void)old_size;
    if (new_size == 0) {
        free(memory);
        return NULL;
    }
    ++*calls;
    return realloc(memory, new_size);
}

START_TEST(test_no_allocation)
{
    KipModel *model = load("data/models/skeleton37.xml");
    KipSimDef def = kip_sim_def(model);
    long calls = 0, before;
    KipAllocator allocator = {counting_resize, &calls};
    KipSim *sim;
    KipError error;
    def.allocator = &allocator;
    ck_ok(kip_sim_create(model, &def, &sim, &error));
    before = calls;
    ck_ok(kip_sim_set_key(sim, 0, &error));
    constrain_all(sim);
    run(sim, 0.2);
    kip_sim_release(sim, 0);
    run(sim, 0.1);
    ck_assert_int_eq(calls, before);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_constraint(void)
{
    Suite *suite = suite_create("constraint");
    TCase *same = tcase_create("the same by other means"), *momentum = tcase_create("momentum and work");
    TCase *one_sided = tcase_create("motors and stops"), *stiff = tcase_create("stiff things beside rows");
    TCase *much = tcase_create("too many and too much"), *life = tcase_create("coming and going");
    TCase *geoms = tcase_create("geoms of what is welded");
    TCase *all[] = {same, momentum, one_sided, stiff, much, life, geoms};
    tcase_add_test(same, test_points_make_a_chain);
    tcase_add_test(same, test_weld_makes_one_body);
    tcase_add_test(same, test_closed_loop);
    tcase_add_test(geoms, test_welded_geoms_do_not_meet);
    tcase_add_test(geoms, test_who_holds_the_world);
    tcase_add_test(geoms, test_released_geoms_part);
    tcase_add_test(geoms, test_released_at_a_touch);
    tcase_add_test(geoms, test_partings_leave_no_trace);
    tcase_add_test(geoms, test_gaps_are_distances);
    tcase_add_test(same, test_lock_is_no_joint);
    tcase_add_test(momentum, test_joining_keeps_momentum);
    tcase_add_test(momentum, test_closing_does_not_depend_on_speed);
    tcase_add_test(momentum, test_chain_hangs_by_its_weight);
    tcase_add_test(momentum, test_ideal_rows_do_no_work);
    tcase_add_test(momentum, test_jump_is_accounted_for);
    tcase_add_test(one_sided, test_motor_reaches_its_rate);
    tcase_add_test(one_sided, test_stop_bears_and_does_not_pull);
    tcase_add_test(one_sided, test_stop_on_a_turning_plane);
    tcase_add_test(stiff, test_rows_meet_the_same_mass);
    tcase_add_test(stiff, test_drift_without_closing);
    tcase_add_test(stiff, test_hanging_by_a_hand);
    tcase_add_test(much, test_redundant_rows);
    tcase_add_test(much, test_contradictions);
    tcase_add_test(much, test_out_of_reach);
    tcase_add_test(much, test_rows_without_grip);
    tcase_add_test(life, test_wide_gaps_close_slowly);
    tcase_add_test(life, test_locks_of_rotations);
    tcase_add_test(life, test_bad_constraints_are_refused);
    tcase_add_test(life, test_room);
    tcase_add_test(life, test_release);
    tcase_add_test(life, test_save_and_load);
    tcase_add_test(life, test_no_allocation);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        suite_add_tcase(suite, all[i]);
    return suite;
}
