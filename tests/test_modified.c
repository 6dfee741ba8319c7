/* Modified physics: rows that hold planes, axes and rates; masks; gravity scaled; springs to the world. */
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

Suite *suite_modified(void);

enum { MOST = 128, ROWS = 5 };

static const double g = 9.81;
static const unsigned along_x = 1, along_y = 2, along_z = 4, everything = 63;

static KipSim *make_sim(const KipModel *model, double h)
{
    return make_sim_by(model, KIP_IMPLICIT_RK4, h);
}

static void set_spring(KipSim *sim, int body, const KipSpring *spring)
{
    KipError error;
    ck_ok(kip_sim_set_spring(sim, body, spring, &error));
}

static KipSpring spring_at(KipVec3 position)
{
    return (KipSpring){.position = position, .orientation = {1, 0, 0, 0}};
}

/* The mean force and torque of a body's spring over the last step, from the list of loads; nought where there is none. */
static void spring_force(const KipSim *sim, int body, KipVec3 *force, KipVec3 *torque)
{
    KipLoad *load = malloc((size_t)kip_sim_max_loads(sim) * sizeof *load);
    ck_assert_ptr_nonnull(load);
    const int n = kip_sim_loads(sim, load);
    *force = *torque = v3_zero();
    for (int i = 0; i < n; i++)
        if (load[i].kind == KIP_LOAD_SPRING && load[i].body == body)
            *force = load[i].force, *torque = load[i].torque;
    free(load);
}

static double total_work(const KipSim *sim)
{
    KipWork w = kip_sim_work(sim);
    return w.drives + w.limits + w.damping + w.contacts + w.rows + w.external + w.springs + w.gravity;
}

static double apart(KipVec3 a, KipVec3 b)
{
    return v3_length(v3_sub(a, b));
}

/* -- models ---------------------------------------------------------------------------------------------- */

typedef enum Floor { NO_FLOOR, FLOOR, SLOPE } Floor;

/* What turns the floor into the slope. */
static KipQuat slope(void)
{
    return q_axis_angle(v3(0.6, 0.8, 0), 0.3);
}

/* Free balls of radius 0.1 m beside each other, 0.3 m apart along x; the floor goes through the origin. */
static KipModel *balls(int n, double mass, KipVec3 gravity, Floor floor)
{
    static const char *const name[] = {"ball0", "ball1", "ball2"};
    KipBuilder *builder = kip_builder_create(NULL);
    KipGeom plane = kip_geom_def();
    kip_builder_option(builder, gravity, 1e-3);
    plane.type = KIP_GEOM_PLANE;
    if (floor == SLOPE)
        plane.quat = slope();
    if (floor != NO_FLOOR)
        kip_builder_geom(builder, &plane);
    for (int i = 0; i < n; i++) {
        KipBody body = kip_body_def();
        KipJoint joint = kip_joint_def();
        KipGeom ball = kip_geom_def();
        body.name = joint.name = name[i];
        body.pos = v3(0.3 * i, 0, 0.1);
        body.mass = mass;
        body.inertia = s3_diagonal(0.004 * mass, 0.005 * mass, 0.006 * mass);
        ball.body = joint.body = kip_builder_body(builder, &body);
        joint.type = KIP_JOINT_FREE;
        kip_builder_joint(builder, &joint);
        ball.type = KIP_GEOM_SPHERE;
        ball.size[0] = 0.1;
        kip_builder_geom(builder, &ball);
    }
    return finish(builder);
}

/* -- rows against elimination ---------------------------------------------------------------------------- */

/* What a constraint holds, from its definition alone: component k, of a place (or, of rates, the rate). */
static double held(const KipDynamics *d, const KipConstraint *c, int k)
{
    KipMat3 R1 = kip_body_rotation(d, c->body1), R2 = kip_body_rotation(d, c->body2);
    KipVec3 n = m3_apply(R1, c->normal), t[2];
    if (c->type == KIP_SPIN)
        return v3_dot(n,
                      v3_sub(kip_body_angular_velocity(d, c->body2), kip_body_angular_velocity(d, c->body1)));
    if (c->type == KIP_ALIGN) {
        v3_basis(c->normal, t, t + 1);
        return v3_dot(m3_apply(R1, t[k]), m3_apply(R2, c->axis2));
    }
    return v3_dot(n, v3_sub(kip_point_position(d, c->body2, c->point2),
                            kip_point_position(d, c->body1, c->point1)));
}

/* First and second derivative of what is held along q + t u at t = 0, for the rates v, by differences of order 4. */
static void differentiate(const KipModel *model, KipDynamics *d, const KipConstraint *c, int k,
                          const double *q, const double *u, const double *v, double *first, double *second)
{
    const double t = 1e-3;
    double at[5], moved[MOST];
    for (int i = 0; i < 5; i++) {
        kip_model_integrate(model, q, u, (i - 2) * t, moved);
        kip_dynamics_set(d, moved, v);
        at[i] = held(d, c, k);
    }
    *first = (at[0] - 8 * at[1] + 8 * at[3] - at[4]) / (12 * t);
    *second = (-at[0] + 16 * at[1] - 30 * at[2] + 16 * at[3] - at[4]) / (12 * t * t);
}

/* J (nv) and the rest of the acceleration. */
static double linearize(const KipModel *model, KipDynamics *d, const KipConstraint *c, int k, const double *q,
                        const double *v, double *J)
{
    bool is_rate = c->type == KIP_SPIN;
    double unit[MOST] = {0}, first, second, rest;
    differentiate(model, d, c, k, q, v, v, &first, &second);
    rest = is_rate ? first : second;
    for (int i = 0; i < model->nv; i++) {
        unit[i] = 1;
        differentiate(model, d, c, k, q, unit, unit, &first, &second);
        kip_dynamics_set(d, q, unit);
        J[i] = is_rate ? held(d, c, k) : first;
        unit[i] = 0;
    }
    return rest;
}

/* x of A x = b, n x n, by Gauss with pivots. */
static void eliminate(int n, double *A, double *b)
{
    for (int k = 0; k < n; k++) {
        int p = k;
        for (int i = k; i < n; i++)
            p = fabs(A[i * n + k]) > fabs(A[p * n + k]) ? i : p;
        for (int j = 0; j < n; j++) {
            double a = A[k * n + j];
            A[k * n + j] = A[p * n + j], A[p * n + j] = a;
        }
        double y = b[k];
        b[k] = b[p], b[p] = y;
        for (int i = k + 1; i < n; i++) {
            double part = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++)
                A[i * n + j] -= part * A[k * n + j];
            b[i] -= part * b[k];
        }
    }
    for (int k = n - 1; k >= 0; k--) {
        for (int j = k + 1; j < n; j++)
            b[k] -= A[k * n + j] * b[j];
        b[k] /= A[k * n + k];
    }
}

/* [M J'; J 0] (a, -lambda) = (M a0, -rest) */
static void accelerate(const KipModel *model, const KipConstraint *c, int nc, const double *q,
                       const double *v, double *a)
{
    static double A[(MOST + ROWS) * (MOST + ROWS)], M[MOST * MOST];
    double b[MOST + ROWS] = {0}, tau[MOST] = {0}, J[MOST];
    int nv = model->nv, n = nv;
    KipDynamics *d;
    KipError error;
    for (int i = 0; i < nc; i++)
        n += c[i].type == KIP_ALIGN ? 2 : 1;
    ck_assert_int_le(n, MOST + ROWS);
    memset(A, 0, sizeof A);
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    kip_dynamics_set(d, q, v);
    kip_mass_matrix(d, M);
    kip_forward_dynamics(d, tau, a, NULL);
    for (int i = 0; i < nv; i++)
        for (int j = 0; j < nv; j++)
            A[i * n + j] = M[i * nv + j], b[i] += M[i * nv + j] * a[j];
    for (int i = 0, r = nv; i < nc; i++)
        for (int k = 0; k < (c[i].type == KIP_ALIGN ? 2 : 1); k++, r++) {
            b[r] = -linearize(model, d, c + i, k, q, v, J);
            for (int j = 0; j < nv; j++)
                A[r * n + j] = A[j * n + r] = J[j];
        }
    eliminate(n, A, b);
    memcpy(a, b, (size_t)nv * sizeof *a);
    kip_dynamics_destroy(d);
}

/* A constraint of this type that holds now, at a random place. */
static KipConstraint random_constraint(KipRandom *r, const KipSim *sim, int type, int body1, int body2)
{
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipConstraint c = {.type = type, .body1 = body1, .body2 = body2};
    KipVec3 p;
    c.point2 = v3_scale(0.3, random_unit(r));
    c.normal = random_unit(r);
    c.target = type == KIP_VELOCITY ? 0.7 : type == KIP_SPIN ? -1.3 : 0;
    c.axis2 = m3_apply_t(kip_body_rotation(d, body2), m3_apply(kip_body_rotation(d, body1), c.normal));
    p = v3_sub(kip_point_position(d, body2, c.point2), kip_body_position(d, body1));
    c.point1 = m3_apply_t(kip_body_rotation(d, body1), p);
    return c;
}

/* Bodies of different trees, which can move against each other in every way, or one of them and the world. */
START_TEST(test_rows_against_elimination)
{
    static const int type[4] = {KIP_PLANE, KIP_ALIGN, KIP_VELOCITY, KIP_SPIN};
    KipModel *model = balls(3, 2, v3(0.5, 1, -g), NO_FLOOR);
    KipRandom r = {11};
    double most = 0, largest = 0;
    for (int n = 0; n < 40; n++) {
        KipSim *sim = make_sim_by(model, KIP_EULER, 1e-9); /* one evaluation, and nothing is stiff */
        double q[MOST], v[MOST], a[MOST];
        KipConstraint c[4];
        KipError error;
        int nc = n < 8 ? 1 : 4;
        random_state(&r, model, q, v, 2);
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        for (int i = 0; i < nc; i++) {
            int other = n & 1 ? 0 : 1 + (i + 1) % 3;
            c[i] = random_constraint(&r, sim, type[nc == 1 ? n / 2 : i], other, 1 + i % 3);
            constrain(sim, c[i]);
        }
        memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        memcpy(v, kip_sim_v(sim), (size_t)model->nv * sizeof *v);
        accelerate(model, c, nc, q, v, a);
        kip_integrate_begin(sim);
        kip_integrate(&(Crew){1, &sim, NULL}, 0, 1);
        for (int k = 0; k < model->nv; k++) {
            most = most_of(most, fabs(sim->a[k] - a[k]));
            largest = most_of(largest, fabs(a[k]));
        }
        kip_sim_destroy(sim);
    }
    study_print("planes, axes and rates held: accelerations off by %.1e of %.0f\n", most, largest);
    ck_below(most, 1e-6 * largest);
    ck_assert(largest > 20);
    kip_model_destroy(model);
}
END_TEST

/* -- planar characters ----------------------------------------------------------------------------------- */

static const KipConstraint across = {.type = KIP_PLANE, .normal = {0, 1, 0}};

/* The root of a character is held in the plane y = where it is. */
static void make_planar(KipSim *sim, int root, int id[2])
{
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipConstraint c = across;
    c.body2 = root;
    c.point1 = kip_body_position(d, root);
    id[0] = constrain(sim, c);
    c.type = KIP_ALIGN;
    c.axis2 = m3_apply_t(kip_body_rotation(d, root), c.normal);
    id[1] = constrain(sim, c);
}

/* In mid-fall, then on the ground; released on it or in the air. */
START_TEST(test_planar_skeleton)
{
    KipModel *model = load("data/models/skeleton37.xml");
    static const KipIntegrator integrator[3] = {KIP_IMPLICIT_RK4, KIP_RK4, KIP_EULER};
    int root = model->joint[0].body;
    for (int i = 0; i < 4; i++) {
        KipSim *sim = make_sim_by(model, integrator[i % 3], i == 3 ? 5e-3 : i == 1 ? 2.5e-4 : 1e-3);
        const KipDynamics *d = kip_sim_dynamics(sim);
        double q[MOST], v[MOST], off = 0, turned = 0, place, jump;
        KipRandom r = {(uint64_t)i + 1};
        KipVec3 linear, angular, axis;
        KipError error;
        int id[2];
        ck_ok(kip_sim_set_key(sim, 0, &error));
        random_state(&r, model, q, v, 0.5);
        memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        q[2] += 2;
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        run(sim, 0.2);
        make_planar(sim, root, id);
        place = kip_body_position(d, root).y;
        axis = m3_apply_t(kip_body_rotation(d, root), v3(0, 1, 0));
        for (long n = lround(2 / kip_sim_timestep(sim)); n > 0; n--) {
            ck_ok(kip_sim_step(sim, &error));
            off = most_of(off, fabs(kip_body_position(d, root).y - place));
            turned = most_of(turned, apart(m3_apply(kip_body_rotation(d, root), axis), v3(0, 1, 0)));
        }
        linear = kip_linear_momentum(d), angular = kip_angular_momentum(d);
        kip_sim_release(sim, id[0]);
        kip_sim_release(sim, id[1]);
        jump = most_of(apart(linear, kip_linear_momentum(d)), apart(angular, kip_angular_momentum(d)));
        run(sim, 0.5);
        study_print("planar skeleton for 2 s by method %d: off the plane by %.1e m, turned by %.1e; "
                    "released, "
                    "%.1e m in 0.5 s\n",
                    i, off, turned, fabs(kip_body_position(d, root).y - place));
        ck_below(off, 1e-9);
        ck_below(turned, 1e-9);
        ck_assert(jump == 0);
        ck_assert(fabs(kip_body_position(d, root).y - place) > 1e-4);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* What is across the plane is borne by it, and told. */
START_TEST(test_plane_bears)
{
    KipModel *model = balls(1, 2, v3(0, 0, -g), NO_FLOOR);
    KipSim *sim = make_sim(model, 1e-3);
    int id[2];
    make_planar(sim, 1, id);
    kip_sim_set_external(sim, 1, v3(3, 7, 0), v3(0.01, 0.02, 0.03), v3_zero());
    run(sim, 0.5);
    ck_near(kip_sim_q(sim)[0], 0.5 * 1.5 * 0.25, 1e-12);
    ck_near(kip_sim_q(sim)[1], 0, 1e-14);
    ck_near(kip_sim_q(sim)[2], 0.1 - 0.5 * g * 0.25, 1e-12);
    ck_near(kip_sim_v(sim)[4], 0.02 / 0.01 * 0.5, 1e-12);
    ck_near(kip_sim_constraint_forces(sim, id[0])[0], -7, 1e-11);
    for (int k = 0; k < 6; k++)
        ck_near(kip_sim_constraint_forces(sim, id[1])[k], k == 0 ? -0.01 : k == 2 ? -0.03 : 0, 1e-11);
    ck_below(fabs(kip_sim_work(sim).rows), 1e-12);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* A body off its plane by 20 mm and askew by 30 mrad, or upside down, comes by a millimetre and a milliradian a
 * step. A rate that is held is not in the way of that. */
START_TEST(test_gaps_close)
{
    KipModel *model = balls(1, 2, v3_zero(), NO_FLOOR);
    for (int i = 0; i < 2; i++) {
        KipSim *sim = make_sim(model, 1e-3);
        double angle = i ? acos(-1) : 0.03, first;
        KipConstraint c = across;
        KipVec3 axis;
        KipError error;
        int id[2];
        make_planar(sim, 1, id);
        kip_sim_release(sim, id[0]);
        kip_sim_release(sim, id[1]);
        c.body2 = 1;
        c.point1 = v3(0, 0.02, 0);
        constrain(sim, c);
        c.type = KIP_ALIGN;
        c.axis2 = v3(0, cos(angle), sin(angle));
        constrain(sim, c);
        constrain(sim, kip_sim_hold_velocity(sim, 1, v3_zero(), v3(0, 2, 0)));
        for (int n = 1; n < 40; n++) {
            ck_ok(kip_sim_step(sim, &error));
            axis = m3_apply(kip_body_rotation(kip_sim_dynamics(sim), 1), c.axis2);
            first = acos(axis.y < 1 ? axis.y : 1);
            ck_near(kip_sim_q(sim)[1], n < 20 ? 1e-3 * n : 0.02, 1e-6);
            if (n < 29 || i)
                ck_near(first, angle - 1e-3 * n, 1e-6);
        }
        if (i)
            run(sim, 3.2);
        axis = m3_apply(kip_body_rotation(kip_sim_dynamics(sim), 1), c.axis2);
        ck_below(apart(axis, v3(0, 1, 0)), 1e-9);
        ck_below(total_energy(sim), 1e-12);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- rates that are held --------------------------------------------------------------------------------- */

START_TEST(test_velocity_is_held)
{
    KipModel *model = balls(1, 2, v3(0, 0, -g), NO_FLOOR);
    static const KipIntegrator integrator[3] = {KIP_IMPLICIT_RK4, KIP_RK4, KIP_EULER};
    for (int i = 0; i < 3; i++) {
        KipSim *sim = make_sim_by(model, integrator[i], 1e-3);
        const KipDynamics *d = kip_sim_dynamics(sim);
        double v[6] = {0.5, 1.5, 0, 0.1, 2, -3}, along, work;
        KipVec3 n = v3(0.6, 0.8, 0), first;
        KipConstraint c;
        KipError error;
        int id;
        ck_ok(kip_sim_set_state(sim, NULL, v, &error));
        c = kip_sim_hold_velocity(sim, 1, v3_zero(), v3(3, 4, 0));
        ck_near(c.target, 1.5, 1e-15);
        id = constrain(sim, c);
        first = kip_linear_momentum(d);
        kip_sim_set_external(sim, 1, v3(4, -3, 5), v3_zero(), v3(0, 0.1, 0));
        for (int k = 0; k < 1000; k++) {
            ck_ok(kip_sim_step(sim, &error));
            along = v3_dot(n, kip_linear_momentum(d));
            ck_near(along, v3_dot(n, first), 1e-12);
            ck_near(kip_sim_constraint_forces(sim, id)[0], 0, 1e-9); /* the push is across it */
        }
        ck_assert(apart(kip_linear_momentum(d), first) > 4);
        kip_sim_set_external(sim, 1, v3(6, 8, 0), v3_zero(), v3_zero());
        work = kip_sim_work(sim).rows;
        run(sim, 1);
        ck_near(kip_sim_constraint_forces(sim, id)[0], -10, 1e-9);
        ck_near(kip_sim_work(sim).rows - work, -10 * 1.5, 1e-9);
        kip_sim_release(sim, id);
        c.target = -2; /* at once, and the jump is in the ledger */
        work = kip_sim_work(sim).rows - total_energy(sim);
        constrain(sim, c);
        ck_near(v3_dot(n, kip_linear_momentum(d)), -4, 1e-12);
        ck_near(kip_sim_work(sim).rows - total_energy(sim), work, 1e-10);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_spin_is_held)
{
    KipModel *model = balls(2, 2, v3(0, 0, -g), NO_FLOOR);
    KipSim *sim = make_sim(model, 1e-3);
    const KipDynamics *d = kip_sim_dynamics(sim);
    double v[12] = {0, 0, 0, 0.3, -0.2, 4, 0, 0, 0, 1, 2, -1};
    KipVec3 w, n;
    KipConstraint against = {.type = KIP_SPIN, .body1 = 1, .body2 = 2, .normal = {1, 0, 0}, .target = 2.5};
    KipError error;
    ck_ok(kip_sim_set_state(sim, NULL, v, &error));
    constrain(sim, kip_sim_hold_spin(sim, 1, v3(0, 0, 5)));
    constrain(sim, against);
    w = kip_body_angular_velocity(d, 1);
    kip_sim_set_external(sim, 1, v3_zero(), v3(0.02, -0.01, 0.3), v3_zero());
    for (int k = 0; k < 1000; k++) {
        ck_ok(kip_sim_step(sim, &error));
        ck_near(kip_body_angular_velocity(d, 1).z, 4, 1e-12);
        n = m3_apply(kip_body_rotation(d, 1), against.normal);
        ck_near(v3_dot(n, v3_sub(kip_body_angular_velocity(d, 2), kip_body_angular_velocity(d, 1))), 2.5,
                1e-12);
    }
    ck_assert(apart(kip_body_angular_velocity(d, 1), w) > 0.5);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- masks ----------------------------------------------------------------------------------------------- */

START_TEST(test_mask_of_contacts)
{
    KipModel *model = balls(2, 2, v3(0, 0, -g), FLOOR);
    static const KipIntegrator integrator[3] = {KIP_IMPLICIT_RK4, KIP_RK4, KIP_EULER};
    for (int i = 0; i < 4; i++) {
        KipSim *sim = make_sim_by(model, integrator[i % 3], i == 3 ? 5e-3 : 1e-3);
        const KipContact *contact;
        double t = 0.4;
        run(sim, 1);
        double z = kip_sim_q(sim)[2], v = kip_sim_v(sim)[2], push = 0,
               rest = 0.1 - 2 * g / common_stiffness(2);
        kip_sim_set_mask(sim, 1, KIP_FROM_CONTACTS, along_z);
        ck_assert_uint_eq(kip_sim_mask(sim, 1, KIP_FROM_CONTACTS), along_z);
        ck_assert_uint_eq(kip_sim_mask(sim, 1, KIP_FROM_GRAVITY), 0);
        run(sim, t);
        for (int n = kip_sim_contacts(sim, &contact); n > 0; n--)
            push = most_of(push, contact[n - 1].force.z);
        ck_assert(push > 1e4); /* it is told what the contact would do */
        ck_near(kip_sim_q(sim)[2], z + v * t - 0.5 * g * t * (t + (i == 2 ? 1e-3 : 0)), 1e-12);
        ck_near(kip_sim_q(sim)[9], rest, 1e-5);
        ck_near(kip_sim_v(sim)[2], v - g * t, 1e-12);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* Of an oblique push, weight and friction only what is left acts; torques are about the centre of mass. */
START_TEST(test_masks_of_components)
{
    KipModel *model = balls(1, 2, v3(1, 2, -g), NO_FLOOR);
    KipSim *sim = make_sim(model, 1e-3);
    const double t = 0.5, *q = kip_sim_q(sim), *v = kip_sim_v(sim);
    KipVec3 f = v3(4, 6, 8), lever = v3(0.05, 0, 0);
    kip_sim_set_mask(sim, 1, KIP_FROM_GRAVITY, along_z);
    kip_sim_set_mask(sim, 1, KIP_FROM_PUSHES, along_y | along_z << 3 | 1u << 3);
    kip_sim_set_external(sim, 1, f, v3(0.5, 0, 0.5), lever);
    run(sim, t);
    ck_near(q[0], 0.5 * (1 + 4 / 2.0) * t * t, 1e-10);
    ck_near(q[1], 0.5 * 2 * t * t, 1e-10);
    ck_assert(fabs(q[2] - 0.1 - 0.5 * 8 / 2.0 * t * t) < 1e-10);
    ck_near(v[3], 0, 1e-12);
    double turn = 2 * atan2(q[5], q[3]); /* a pendulum by the lever's moment about y */
    ck_near(0.5 * model->body[1].inertia.yy * v[4] * v[4], -0.05 * ((1 - cos(turn)) * f.x + sin(turn) * f.z),
            1e-6);
    ck_assert(fabs(turn) > 0.5);
    ck_near(v[5], 0, 1e-12);
    kip_sim_set_mask(sim, 1, KIP_FROM_GRAVITY | KIP_FROM_PUSHES, everything);
    ck_assert_uint_eq(kip_sim_mask(sim, 1, KIP_FROM_PUSHES), everything);
    double before[6];
    memcpy(before, v, sizeof before);
    run(sim, 0.1);
    for (int k = 0; k < 6; k++)
        ck_near(v[k], before[k], 1e-12);
    kip_sim_set_mask(sim, 1, KIP_FROM_GRAVITY, 0);
    run(sim, 0.1);
    ck_near(v[2], before[2] - 0.1 * g, 1e-12);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* In a chain of bodies a mask of gravity is a push upwards, and one of a push is none. */
START_TEST(test_masks_in_a_chain)
{
    KipModel *model = load("data/models/skeleton37.xml");
    KipSim *a = make_sim(model, 1e-3), *b = make_sim(model, 1e-3);
    int shin = body_of(model, "shank_l"), hand = body_of(model, "hand_r");
    KipError error;
    double most = 0;
    for (int i = 0; i < 2; i++) {
        KipSim *sim = i ? b : a;
        double q[MOST];
        ck_ok(kip_sim_set_key(sim, 0, &error));
        memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        q[2] += 3;
        ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    }
    kip_sim_set_mask(a, shin, KIP_FROM_GRAVITY, along_z);
    kip_sim_set_external(b, shin, v3(0, 0, model->body[shin].mass * -model->gravity.z), v3_zero(),
                         model->body[shin].com);
    kip_sim_set_mask(a, hand, KIP_FROM_PUSHES, along_x | along_z);
    kip_sim_set_external(a, hand, v3(10, 20, 30), v3_zero(), model->body[hand].com);
    kip_sim_set_external(b, hand, v3(0, 20, 0), v3_zero(), model->body[hand].com);
    for (int n = 0; n < 400; n++) {
        run(a, 1e-3);
        run(b, 1e-3);
        for (int k = 0; k < model->nq; k++)
            most = most_of(most, fabs(kip_sim_q(a)[k] - kip_sim_q(b)[k]));
    }
    study_print("masks against pushes, 0.4 s: %.1e\n", most);
    ck_below(most, 1e-9);
    ck_near(kip_sim_work(a).gravity + kip_sim_work(a).external, kip_sim_work(b).external, 1e-9);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(model);
}
END_TEST

/* Two balls meet in flight; one of them does not feel it, the other as if it ran against what moves as it is told. */
START_TEST(test_mask_between_bodies)
{
    const double mass[2] = {2, 0.02}, step[3] = {1e-5, 1e-3, 5e-3}, still[6] = {0};
    for (int m = 0; m < 2; m++) {
        KipModel *model = balls(2, mass[m], v3_zero(), NO_FLOOR);
        double out[4] = {0};
        for (int i = 0; i < 4; i++) { /* the first is told to move so */
            KipSim *sim = make_sim_by(model, i < 2 ? KIP_RK4 : KIP_IMPLICIT_RK4, step[i ? i - 1 : 0]);
            double q[14] = {0, 0, 0.1, 1, 0, 0, 0, 0.205, 0, 0.1, 1, 0, 0, 0},
                   v[12] = {0.5, 0, 0, 0, 0, 0, -0.5};
            KipError error;
            ck_ok(kip_sim_set_state(sim, q, v, &error));
            if (i == 0)
                ck_ok(kip_sim_prescribe(sim, 0, 1, NULL, v, still, &error));
            else
                kip_sim_set_mask(sim, 1, KIP_FROM_CONTACTS, everything);
            run(sim, 0.1);
            ck_near(kip_sim_v(sim)[0], 0.5, 1e-12);
            ck_near(kip_sim_q(sim)[0], 0.05, 1e-12);
            out[i] = kip_sim_v(sim)[6];
            if (i > 0)
                ck_near(0.5 * mass[m] * (out[i] * out[i] - 0.25), kip_sim_work(sim).contacts,
                        i < 2 ? 1e-9 : 0.02 * mass[m]);
            kip_sim_destroy(sim);
        }
        study_print("a ball of %g kg against a masked one leaves at %.4f m/s, RK4 of small steps %.4f, "
                    "implicit %.4f "
                    "and %.4f\n",
                    mass[m], out[0], out[1], out[2], out[3]);
        ck_near(out[1], out[0], 1e-9);
        ck_near(out[0], 0.7, 0.03); /* the restitution is 0.2 */
        ck_near(out[2], out[0], 0.05);
        ck_near(out[3], out[0], 0.1);
        kip_model_destroy(model);
    }
}
END_TEST

/* Two spinning balls that touch each other and rub on the floor, each masked in part. */
static void rub(const KipModel *model, KipIntegrator integrator, double h, double *v, double *ledger)
{
    KipSim *sim = make_sim_by(model, integrator, h);
    double q[14] = {0, 0, 0.0999, 1, 0, 0, 0, 0.1998, 0.005, 0.0999, 1, 0, 0, 0};
    double first[12] = {0.3, 0.1, 0, 2, 5, -4, -0.2, 0.2, 0, -3, 4, 6}, energy;
    KipError error;
    ck_ok(kip_sim_set_state(sim, q, first, &error));
    kip_sim_set_mask(sim, 1, KIP_FROM_CONTACTS, along_x | along_y << 3);
    kip_sim_set_mask(sim, 2, KIP_FROM_CONTACTS, along_z << 3 | along_z);
    energy = total_energy(sim);
    run(sim, 0.003);
    memcpy(v, kip_sim_v(sim), 12 * sizeof *v);
    *ledger = fabs(total_energy(sim) - energy - total_work(sim));
    kip_sim_destroy(sim);
}

/* The implicit method goes to the explicit one where a part of the forces and their impedances is masked. */
START_TEST(test_masked_impedances_converge)
{
    KipModel *model = balls(2, 0.001, v3(0, 0, -g), FLOOR);
    double exact[12], v[12], off[3], ledger;
    rub(model, KIP_RK4, 2e-7, exact, &ledger);
    ck_below(ledger, 1e-9);
    for (int i = 0; i < 3; i++) {
        off[i] = 0;
        rub(model, KIP_IMPLICIT_RK4, 6.25e-6 / (1 << i), v, &ledger);
        for (int k = 0; k < 12; k++)
            off[i] = most_of(off[i], fabs(v[k] - exact[k]));
    }
    study_print("masked contacts, implicit against RK4 of small steps: %.1e, %.1e, %.1e\n", off[0], off[1],
                off[2]);
    ck_assert(off[0] > 1.7 * off[1] && off[1] > 1.7 * off[2]); /* of first order */
    ck_below(off[2], 0.15);
    kip_model_destroy(model);
}
END_TEST

/* What of its contacts' and its spring's forces in effect a ball should feel, force and moment about its centre. */
static Force felt(const KipSim *sim, int body)
{
    Force sum = force(v3_zero(), v3_zero());
    KipVec3 f, n, centre = kip_body_position(kip_sim_dynamics(sim), body);
    for (int i = 0; i < sim->ntouching; i++) {
        const ContactSlot *s = sim->slot + sim->touching[i];
        if (s->body1 != body && s->body2 != body)
            continue;
        f = s->body2 == body ? s->force : v3_neg(s->force);
        n = v3_cross(v3_sub(s->point, centre), f);
        sum = body == 1 ? force_add(sum, force(v3(n.x, 0, n.z), v3(0, f.y, f.z)))
                        : force_add(sum, force(v3(n.x, n.y, 0), v3(f.x, f.y, 0)));
    }
    spring_force(sim, body, &f, &n); /* at the centre */
    return force_add(sum, force(n, f));
}

/* With impedances and all, momentum changes by just what is accounted for. By the method that does not see to it
 * itself, in one evaluation from one state. */
START_TEST(test_felt_is_accounted_for)
{
    const double mass[2] = {0.5, 0.01}, h = 2e-3;
    double most = 0;
    int coupled = 0;
    for (int m = 0; m < 2; m++) {
        KipModel *model = balls(2, mass[m], v3(0, 0, -g), SLOPE);
        KipSim *sim = make_sim_by(model, KIP_EULER, h);
        KipSpring s = spring_at(v3(0.01, 0.02, 0.1));
        double q[14] = {[3] = 1, [10] = 1};
        double v[12] = {0.3, 0.1, 0, 2, 5, -4, -0.2, 0.2, 0, -3, 4, 6};
        KipError error;
        v3_store(q, q_rotate(slope(), v3(0, 0, 0.0999)));
        v3_store(q + 7, q_rotate(slope(), v3(0.1998, 0.005, 0.0999)));
        ck_ok(kip_sim_set_state(sim, q, v, &error));
        for (int k = 0; k < 3; k++)
            s.stiffness[k] = 1e5 * mass[m] * k, s.turn_stiffness[k] = s.turn_damping[k] = 10 * k;
        kip_sim_set_mask(sim, 1, KIP_FROM_CONTACTS, along_x | along_y << 3);
        kip_sim_set_mask(sim, 2, KIP_FROM_CONTACTS, along_z << 3 | along_z);
        set_spring(sim, 1, &s);
        kip_integrate_begin(sim);
        kip_integrate(&(Crew){1, &sim, NULL}, 0, 1);
        for (int i = 0; i < sim->ntouching; i++)
            coupled += sim->slot[sim->touching[i]].coupling == CONTACT_BETWEEN;
        for (int i = 1; i < 3; i++) {
            const KipBody *b = model->body + i;
            Force f = felt(sim, i);
            KipVec3 w = v3_from(v + 6 * i - 3),
                    dv = v3_sub(v3_from(kip_sim_v(sim) + 6 * i - 6), v3_from(v + 6 * i - 6));
            KipVec3 dw = v3_sub(v3_from(kip_sim_v(sim) + 6 * i - 3), w);
            KipVec3 turning =
                v3_add_scaled(v3_cross(w, s3_apply(b->inertia, w)), 1 / h, s3_apply(b->inertia, dw));
            most = most_of(most, apart(f.f, v3_scale(b->mass, v3_add_scaled(v3(0, 0, g), 1 / h, dv))));
            most = most_of(most, apart(f.n, turning)); /* axes are the world's at the start */
            ck_assert(v3_length(f.f) > b->mass * g && v3_length(f.n) > 1e-4);
        }
        kip_sim_destroy(sim);
        kip_model_destroy(model);
    }
    study_print("masked forces accounted for against felt: %.1e N\n", most);
    ck_assert_int_eq(coupled, 2); /* both pairs */
    ck_below(most, 1e-11);
}
END_TEST

/* -- gravity --------------------------------------------------------------------------------------------- */

START_TEST(test_gravity_is_scaled)
{
    KipModel *model = balls(1, 2, v3(0, 0, -g), NO_FLOOR);
    KipSim *sim = make_sim(model, 1e-3);
    double t = 0.5, energy = total_energy(sim);
    ck_assert(kip_sim_gravity_scale(sim) == 1);
    kip_sim_scale_gravity(sim, 0.5);
    ck_assert(kip_sim_gravity_scale(sim) == 0.5);
    ck_near(total_energy(sim), energy, 0);
    run(sim, t);
    ck_near(kip_sim_q(sim)[2], 0.1 - 0.25 * g * t * t, 1e-12);
    ck_near(total_energy(sim) - energy, kip_sim_work(sim).gravity, 1e-11);
    kip_sim_scale_gravity(sim, 1);
    run(sim, t);
    ck_near(kip_sim_v(sim)[2], -1.5 * g * t, 1e-11);
    ck_near(total_energy(sim) - energy, kip_sim_work(sim).gravity, 1e-10);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* -- springs --------------------------------------------------------------------------------------------- */

/* m x'' = -k x - c x' from x0 at rest. */
static double oscillator(double m, double k, double c, double x0, double t)
{
    double d = c / (2 * m), w = sqrt(k / m - d * d);
    return x0 * exp(-d * t) * (cos(w * t) + d / w * sin(w * t));
}

START_TEST(test_spring_oscillates)
{
    KipModel *model = balls(1, 2, v3_zero(), NO_FLOOR);
    KipSim *sim = make_sim(model, 1e-3);
    KipSpring s = spring_at(v3(0.2, -0.1, 0.1));
    KipVec3 f, n;
    KipError error;
    double most = 0, q[7] = {0, 0, 0.1, cos(0.15), 0, 0, sin(0.15)}, inertia = 0.012;
    s.stiffness[0] = 50, s.damping[0] = 1, s.stiffness[1] = 80, s.turn_stiffness[2] = 0.5,
    s.turn_damping[2] = 0.01;
    ck_ok(kip_sim_set_state(sim, q, NULL, &error));
    set_spring(sim, 1, &s);
    ck_assert(kip_sim_spring(sim, 1)->stiffness[1] == 80);
    for (int i = 1; i <= 2000; i++) {
        double t = 1e-3 * i;
        ck_ok(kip_sim_step(sim, &error));
        most = most_of(most, fabs(kip_sim_q(sim)[0] - 0.2 - oscillator(2, 50, 1, -0.2, t)));
        most = most_of(most, fabs(kip_sim_q(sim)[1] + 0.1 - oscillator(2, 80, 0, 0.1, t)));
        most = most_of(most, fabs(2 * atan2(kip_sim_q(sim)[6], kip_sim_q(sim)[3]) -
                                  oscillator(inertia, 0.5, 0.01, 0.3, t)));
        ck_near(kip_sim_q(sim)[2], 0.1, 1e-15);
    }
    study_print("springs of 50 and 80 N/m, 0.5 N m/rad against theory, 2 s: %.1e\n", most);
    ck_below(most, 1e-8);
    spring_force(sim, 1, &f, &n);
    ck_near(f.y, -80 * (kip_sim_q(sim)[1] + 0.1), 0.05);
    set_spring(sim, 1, NULL);
    ck_assert(kip_sim_spring(sim, 1) == NULL);
    spring_force(sim, 1, &f, &n);
    ck_assert(v3_length(f) == 0 && v3_length(n) == 0);
    double v = kip_sim_v(sim)[0];
    run(sim, 0.1);
    ck_near(kip_sim_v(sim)[0], v, 1e-13);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

/* 1e5 N/m at a point beside the centre, 1e3 N m/rad, on 100 g, at 5 ms: it settles where weight and spring agree. */
START_TEST(test_stiff_spring_is_stable)
{
    KipModel *model = balls(1, 0.1, v3(0, 0, -g), NO_FLOOR);
    static const KipIntegrator integrator[2] = {KIP_IMPLICIT_RK4, KIP_EULER};
    for (int i = 0; i < 4; i++) {
        KipSim *sim = make_sim_by(model, integrator[i & 1], 5e-3);
        KipSpring s = spring_at(v3(0.1, 0, 0));
        double most = 0, first;
        KipVec3 f, n, p;
        KipError error;
        s.point = v3(0, 0.05, 0);
        s.orientation = q_axis_angle(v3(0.6, 0, 0.8), 1);
        for (int k = 0; k < 3; k++) {
            s.stiffness[k] = 1e5, s.turn_stiffness[k] = 1e3;
            s.damping[k] = i & 2 ? 1e3 : 0, s.turn_damping[k] = i & 2 ? 10 : 0;
        }
        set_spring(sim, 1, &s);
        first = 0.5 * 1e5 * 0.5 + 0.5 * 1e3 * 1.1;
        for (int k = 0; k < 400; k++) {
            ck_ok(kip_sim_step(sim, &error));
            most = most_of(most, kip_energy(kip_sim_dynamics(sim)).kinetic);
        }
        p = kip_point_position(kip_sim_dynamics(sim), 1, s.point);
        spring_force(sim, 1, &f, &n);
        study_print("100 g on 1e5 N/m and 1e3 N m/rad at 5 ms: at most %.0f J of %.0f J\n", most, first);
        ck_below(most, first);
        ck_near(f.z, 0.1 * g, 1e-6);
        ck_near(v3_length(f), 0.1 * g, 1e-6);
        ck_below(apart(p, v3_add(s.position,
                                 v3_add(q_rotate(s.orientation, s.point), v3(0, 0, -0.1 * g / 1e5)))),
                 1e-4 * 0.05); /* the weight also turns it, by 5e-5 rad */
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* Balance springs at the root of a skeleton. */
static void hold_up(KipSim *sim, int root, double stiffness)
{
    const KipDynamics *d = kip_sim_dynamics(sim);
    KipSpring s = {.position = v3_add(kip_body_position(d, root), v3(0.1, 0.05, 0)),
                   .orientation = kip_body_orientation(d, root),
                   .point = v3(0, 0, 0.1)};
    for (int k = 0; k < 3; k++) {
        s.stiffness[k] = stiffness, s.damping[k] = 0.02 * stiffness;
        s.turn_stiffness[k] = 0.1 * stiffness, s.turn_damping[k] = 0.002 * stiffness;
    }
    set_spring(sim, root, &s);
}

/* In the air, so that gravity and springs alone change the momentum; soft, and stiff at a long step. */
START_TEST(test_springs_in_the_ledgers)
{
    KipModel *model = load("data/models/skeleton37.xml");
    int root = model->joint[0].body;
    for (int i = 0; i < 3; i++) {
        double h = i == 2 ? 5e-3 : i ? 5e-4 : 1e-3, off = 0, q[MOST], energy, error_at;
        KipSim *sim = make_sim(model, h);
        const KipDynamics *d = kip_sim_dynamics(sim);
        KipVec3 expected, weight = v3_scale(model->mass, model->gravity);
        KipError error;
        ck_ok(kip_sim_set_key(sim, 0, &error));
        memcpy(q, kip_sim_q(sim), (size_t)model->nq * sizeof *q);
        q[2] += 5;
        ck_ok(kip_sim_set_state(sim, q, NULL, &error));
        hold_up(sim, root, i == 2 ? 1e5 : 2000);
        energy = total_energy(sim);
        expected = kip_linear_momentum(d);
        for (long n = lround(0.5 / h); n > 0; n--) {
            KipVec3 f, t;
            ck_ok(kip_sim_step(sim, &error));
            spring_force(sim, root, &f, &t);
            expected = v3_add_scaled(expected, h, v3_add(f, weight));
            off = most_of(off, apart(kip_linear_momentum(d), expected));
        }
        error_at = fabs(total_energy(sim) - energy - total_work(sim));
        study_print("a skeleton on springs at %g s: momentum off by %.1e N s, energy by %.1e J, work of "
                    "springs %.1f "
                    "J\n",
                    h, off, error_at, kip_sim_work(sim).springs);
        ck_below(off, 1e-9);
        ck_assert(fabs(kip_sim_work(sim).springs) > 10);
        ck_below(error_at, (i == 2 ? 1e-1 : 1e-3) * fabs(kip_sim_work(sim).springs));
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* A spring that only turns: angular momentum changes by what it tells, linear momentum does not. */
START_TEST(test_turning_spring_in_the_ledger)
{
    KipModel *model = balls(1, 2, v3_zero(), NO_FLOOR);
    const double turning[2] = {0.5, 500};
    for (int i = 0; i < 2; i++) {
        KipSim *sim = make_sim(model, 2e-3);
        const KipDynamics *d = kip_sim_dynamics(sim);
        KipSpring s = spring_at(v3_zero());
        KipVec3 expected, f, n;
        double v[6] = {1, 0, 0, 3, 2, -1};
        KipError error;
        s.orientation = q_axis_angle(v3(0, 0.6, 0.8), 1.5);
        for (int k = 0; k < 3; k++)
            s.turn_stiffness[k] = turning[i] * (1 + k);
        ck_ok(kip_sim_set_state(sim, NULL, v, &error));
        set_spring(sim, 1, &s);
        expected = kip_angular_momentum(d);
        for (int k = 0; k < 500; k++) {
            ck_ok(kip_sim_step(sim, &error));
            spring_force(sim, 1, &f, &n);
            expected = v3_add_scaled(expected, 2e-3, n);
            ck_below(apart(kip_angular_momentum(d), expected), 1e-12 * turning[i]);
            ck_below(apart(kip_linear_momentum(d), v3(2, 0, 0)), 1e-12);
        }
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* -- all of it together ---------------------------------------------------------------------------------- */

/* A standing skeleton with everything that can be modified: stiff drives, a lock, a held foot, a planar root, springs
 * of both kinds, masks of feet, gravity. */
static KipSim *modified(const KipModel *model, double h)
{
    KipSim *sim = make_sim(model, h);
    KipDrives drive = kip_sim_drives(sim);
    int id[2], trunk = body_of(model, "trunk");
    KipError error;
    ck_ok(kip_sim_set_key(sim, 0, &error));
    memcpy(drive.target, model->key[0].q, (size_t)model->nq * sizeof(double));
    for (int k = 6; k < model->nv; k++)
        drive.stiffness[k] = 1000, drive.damping[k] = 100;
    make_planar(sim, trunk, id);
    constrain(sim, (KipConstraint){.type = KIP_LOCK,
                                   .dof = model->nv - 3,
                                   .target = kip_sim_q(sim)[model->nv - 2]});
    constrain(sim, kip_sim_hold_spin(sim, body_of(model, "hand_l"), v3(0, 0, 1)));
    constrain(sim, kip_sim_hold_velocity(sim, body_of(model, "hand_r"), v3_zero(), v3(1, 0, 1)));
    hold_up(sim, body_of(model, "head"), 2e4);
    kip_sim_set_mask(sim, body_of(model, "foot_l"), KIP_FROM_CONTACTS, along_x | along_y << 3);
    kip_sim_set_mask(sim, body_of(model, "foot_r"), KIP_FROM_CONTACTS, along_y | 1u << 3 | along_z << 3);
    kip_sim_set_mask(sim, body_of(model, "shank_l"), KIP_FROM_GRAVITY, along_z);
    kip_sim_set_mask(sim, trunk, KIP_FROM_PUSHES, along_z);
    kip_sim_set_external(sim, trunk, v3(60, 30, 100), v3_zero(), v3(0, 0, 0.2));
    kip_sim_scale_gravity(sim, 0.8);
    return sim;
}

/* The rows' mass and ABA's are the same, masked contacts and springs in it: what is held has no acceleration. */
START_TEST(test_rows_meet_masks_and_springs)
{
    KipModel *model = load("data/models/skeleton37.xml");
    int foot = body_of(model, "foot_l"), other = body_of(model, "foot_r");
    const double step[2] = {1e-3, 5e-3};
    for (int i = 0; i < 2; i++) {
        KipSim *sim = modified(model, step[i]);
        int lock = model->nv - 3, touched[2] = {0, 0};
        double rest = 0;
        KipError error;
        for (long n = lround(0.5 / step[i]); n > 0; n--) {
            const KipContact *contact;
            double fastest = 0;
            for (int k = kip_sim_contacts(sim, &contact); k > 0; k--) {
                touched[0] += model->geom[contact[k - 1].geom2].body == foot;
                touched[1] += model->geom[contact[k - 1].geom2].body == other;
            }
            ck_ok(kip_sim_step(sim, &error));
            for (int k = 0; k < model->nv; k++)
                fastest = most_of(fastest, fabs(sim->a[k]));
            rest = most_of(rest, fabs(sim->a[lock]) / fastest);
        }
        study_print("a locked joint beside masks and springs has %.1e of the accelerations, %g s\n", rest,
                    step[i]);
        ck_assert(touched[0] > 20 && touched[1] > 20);
        ck_below(rest, 1e-9);
        kip_sim_destroy(sim);
    }
    kip_model_destroy(model);
}
END_TEST

/* The energy ledger of all of it, by explicit RK4 at a step that makes its error small. */
START_TEST(test_ledger_of_all)
{
    KipModel *model = load("data/models/skeleton37.xml");
    double off[2];
    for (int i = 0; i < 2; i++) {
        KipSim *sim = modified(model, i ? 5e-4 : 1e-3);
        double energy = total_energy(sim) - total_work(sim);
        run(sim, 0.3);
        off[i] = fabs(total_energy(sim) - total_work(sim) - energy);
        study_print("ledger of a modified skeleton at %g s: %.1e J\n", i ? 5e-4 : 1e-3, off[i]);
        kip_sim_destroy(sim);
    }
    ck_below(off[1], 0.1);
    ck_below(off[1], off[0]);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_save_and_load)
{
    KipModel *model = load("data/models/skeleton37.xml");
    KipSim *a = modified(model, 1e-3), *b = make_sim(model, 1e-3);
    size_t size = kip_sim_save_size(a);
    void *saved = malloc(size), *other = malloc(size);
    KipError error;
    run(a, 0.1);
    kip_sim_save(a, saved);
    ck_ok(kip_sim_load(b, saved, size, &error));
    ck_assert_uint_eq(kip_sim_mask(b, body_of(model, "foot_l"), KIP_FROM_CONTACTS), along_x | along_y << 3);
    ck_assert(kip_sim_gravity_scale(b) == 0.8);
    ck_assert(kip_sim_spring(b, body_of(model, "head"))->stiffness[0] == 2e4);
    run(a, 0.1);
    run(b, 0.1);
    kip_sim_save(a, saved);
    kip_sim_save(b, other);
    ck_assert(memcmp(saved, other, size) == 0);

    for (int i = 0; i < 6; i++) { /* damaged */
        KipSpring *law = (KipSpring *)kip_sim_spring(b, body_of(model, "head"));
        ck_ok(kip_sim_load(b, saved, size, &error));
        if (i == 0)
            b->mask[2] = INT64_C(1) << 18;
        else if (i == 1)
            *b->gravity_scale = NAN;
        else if (i == 2)
            law->turn_damping[1] = -1;
        else if (i == 3)
            law->orientation.w = 3;
        else if (i == 4)
            ++*(int64_t *)b->own[KIP_LOAD_SPRING]; /* how many are on */
        else
            b->constraint[1].axis2.x = 2;
        kip_sim_save(b, other);
        ck_ok(kip_sim_load(b, saved, size, &error));
        ck_assert_int_eq(kip_sim_load(b, other, size, &error), KIP_BAD_INPUT);
        ck_assert(strstr(error.message, "damaged"));
    }
    free(saved);
    free(other);
    kip_sim_destroy(a);
    kip_sim_destroy(b);
    kip_model_destroy(model);
}
END_TEST

/* What is absent is pulled by no spring; what comes back is. */
START_TEST(test_springs_of_what_is_absent)
{
    KipModel *model = balls(1, 2, v3_zero(), NO_FLOOR);
    KipSim *sim = make_sim(model, 1e-3);
    KipSpring s = spring_at(v3(1, 0, 0.1));
    KipVec3 f, n;
    KipError error;
    s.stiffness[0] = 10;
    set_spring(sim, 1, &s);
    run(sim, 0.01);
    ck_ok(kip_sim_set_present(sim, 1, false, &error));
    double x = kip_sim_q(sim)[0], work = kip_sim_work(sim).springs;
    run(sim, 0.1);
    spring_force(sim, 1, &f, &n);
    ck_assert(kip_sim_q(sim)[0] == x && kip_sim_work(sim).springs == work && f.x == 0);
    ck_ok(kip_sim_set_present(sim, 1, true, &error));
    run(sim, 0.1);
    spring_force(sim, 1, &f, &n);
    ck_assert(kip_sim_q(sim)[0] > x && f.x > 9);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

START_TEST(test_bad_ones_are_refused)
{
    KipBuilder *builder = kip_builder_create(NULL);
    KipBody body = kip_body_def();
    KipJoint joint = kip_joint_def();
    KipModel *model;
    KipSim *sim;
    KipError error;
    int id = 7;
    body.name = "post";
    kip_builder_body(builder, &body);
    body.name = joint.name = "rod";
    body.mass = 1;
    body.inertia = s3_diagonal(1, 1, 1);
    joint.body = kip_builder_body(builder, &body);
    kip_builder_joint(builder, &joint);
    model = finish(builder);
    sim = make_sim(model, 1e-3);
    const struct {
        KipConstraint c;
        const char *what;
    } bad[] = {
        {{.type = KIP_PLANE, .body2 = 2}, "normal that is not a unit"},
        {{.type = KIP_ALIGN, .body2 = 2, .normal = {0, 0, 1}}, "axis2 that is not a unit"},
        {{.type = KIP_ALIGN, .body2 = 2, .normal = {0, 0, 1}, .axis2 = {NAN, 0, 0}}, "not finite"},
        {{.type = KIP_VELOCITY, .body2 = 2, .normal = {0, 0, 1}, .target = INFINITY}, "not finite"},
        {{.type = KIP_VELOCITY, .body2 = 1, .normal = {0, 0, 1}}, "stand still"},
        {{.type = KIP_SPIN, .body1 = 2, .body2 = 2, .normal = {0, 0, 1}}, "to itself"},
        {{.type = KIP_SPIN, .body2 = 3, .normal = {0, 0, 1}}, "body that does not exist"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        ck_assert_int_eq(kip_sim_constrain(sim, &bad[i].c, &id, &error), KIP_BAD_USE);
        ck_assert_msg(strstr(error.message, bad[i].what), "%s", error.message);
    }
    ck_assert_int_eq(id, 7);
    for (int i = 0; i < 5; i++) {
        KipSpring s = spring_at(v3_zero());
        if (i == 0)
            s.stiffness[1] = -1;
        else if (i == 1)
            s.turn_damping[2] = INFINITY;
        else if (i == 2)
            s.position.z = NAN;
        else if (i == 3)
            s.orientation.x = 1;
        ck_assert_int_eq(kip_sim_set_spring(sim, i == 4 ? 1 : 2, &s, &error), KIP_BAD_USE);
        ck_assert_msg(strstr(error.message, i == 4   ? "stands still"
                                            : i == 3 ? "unit quaternion"
                                                     : "finite"),
                      "%s", error.message);
        ck_assert(kip_sim_spring(sim, 2) == NULL && kip_sim_spring(sim, 1) == NULL);
    }
    kip_sim_scale_gravity(sim, INFINITY);
    ck_assert_int_eq(kip_sim_step(sim, &error), KIP_DIVERGED);
    ck_assert(strstr(error.message, "gravity"));
    kip_sim_scale_gravity(sim, 1);
    run(sim, 0.1);
    kip_sim_destroy(sim);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_modified(void)
{
    Suite *suite = suite_create("modified");
    TCase *tc = tcase_create("modified");
    tcase_add_test(tc, test_rows_against_elimination);
    tcase_add_test(tc, test_planar_skeleton);
    tcase_add_test(tc, test_plane_bears);
    tcase_add_test(tc, test_gaps_close);
    tcase_add_test(tc, test_velocity_is_held);
    tcase_add_test(tc, test_spin_is_held);
    tcase_add_test(tc, test_mask_of_contacts);
    tcase_add_test(tc, test_masks_of_components);
    tcase_add_test(tc, test_masks_in_a_chain);
    tcase_add_test(tc, test_mask_between_bodies);
    tcase_add_test(tc, test_masked_impedances_converge);
    tcase_add_test(tc, test_felt_is_accounted_for);
    tcase_add_test(tc, test_gravity_is_scaled);
    tcase_add_test(tc, test_spring_oscillates);
    tcase_add_test(tc, test_stiff_spring_is_stable);
    tcase_add_test(tc, test_springs_in_the_ledgers);
    tcase_add_test(tc, test_turning_spring_in_the_ledger);
    tcase_add_test(tc, test_rows_meet_masks_and_springs);
    tcase_add_test(tc, test_ledger_of_all);
    tcase_add_test(tc, test_save_and_load);
    tcase_add_test(tc, test_springs_of_what_is_absent);
    tcase_add_test(tc, test_bad_ones_are_refused);
    suite_add_tcase(suite, tc);
    return suite;
}
