/* The algorithms against each other, against derivatives by differences, and against closed forms: RBDA 2.31, RBDA 4.4,
 * RBDA 5.3, RBDA 6.2, RBDA 6.5, RBDA 7.3. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "dynamics/quat.h"
#include "dynamics/tree.h"
#include "io/formats/mjcf.h"
#include "random_model.h"
#include "study.h"

Suite *suite_dynamics(void);

enum { MOST_DOF = 256, MOST_BODIES = 64 };

/* A random model at a random state, with forces on it. */
typedef struct Case {
    KipModel *model;
    KipDynamics *d;
    double q[MOST_DOF], v[MOST_DOF], tau[MOST_DOF];
} Case;

static Case make_case(KipRandom *r, int most)
{
    Case c;
    KipError error;
    c.model = random_model(r, most);
    ck_assert_int_le(c.model->nq, MOST_DOF);
    ck_ok(kip_dynamics_create(c.model, NULL, &c.d, &error));
    random_state(r, c.model, c.q, c.v, 2);
    for (int k = 0; k < c.model->nv; k++)
        c.tau[k] = 10 * kip_random_normal(r);
    kip_dynamics_set(c.d, c.q, c.v);
    return c;
}

static void free_case(Case *c)
{
    kip_dynamics_destroy(c->d);
    kip_model_destroy(c->model);
}

static double worst(const double *a, const double *b, int n)
{
    double most = 0;
    for (int k = 0; k < n; k++)
        most = most_of(most, fabs(a[k] - b[k]));
    return most;
}

static double norm(KipVec3 a)
{
    return v3_length(a);
}

static double distance(KipVec3 a, KipVec3 b)
{
    return norm(v3_sub(a, b));
}

/* -- ABA, RNEA, CRBA ------------------------------------------------------------------------------------- */

/* Three hinges within a degree of gimbal lock: there no coordinates exist, and no algorithm has an answer. */
static bool near_gimbal_lock(const Case *c)
{
    for (int i = 1; i < c->model->nbody; i++) {
        const Link *link = c->model->tree->link + i;
        const KipVec3 *W = c->d->link[i].W;
        if (link->kind == LINK_HINGES && link->nv == 3 && fabs(v3_dot(W[0], v3_cross(W[1], W[2]))) < 0.02)
            return true;
    }
    return false;
}

/* The largest force or moment that any joint transmits. */
static double largest_force(const KipModel *model, const KipWrench *reaction)
{
    double most = 0;
    for (int i = 1; i < model->nbody; i++)
        most = most_of(most, most_of(norm(reaction[i].force), norm(reaction[i].torque)));
    return most;
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

START_TEST(test_algorithms_agree)
{
    KipRandom r = {1};
    int n = STUDY(10000, 100000);
    double *aba = malloc((size_t)n * sizeof *aba), *crba = malloc((size_t)n * sizeof *crba);
    static double M[MOST_DOF * MOST_DOF];
    for (int t = 0; t < n; t++) {
        Case c = make_case(&r, 40);
        int nv = c.model->nv;
        double a[MOST_DOF], tau[MOST_DOF], bias[MOST_DOF], zero[MOST_DOF] = {0};
        KipWrench reaction[MOST_BODIES];
        while (near_gimbal_lock(&c)) {
            random_state(&r, c.model, c.q, c.v, 2);
            kip_dynamics_set(c.d, c.q, c.v);
        }
        for (int i = 1; i < c.model->nbody; i++) {
            const double force = kip_random_normal(&r), moment = kip_random_normal(&r);
            kip_dynamics_add_force(c.d, i, v3(force, 1, 2), v3(0, moment, 0), v3(0.1, 0.2, 0));
        }
        kip_forward_dynamics(c.d, c.tau, a, NULL);
        kip_inverse_dynamics(c.d, a, tau, reaction);
        double scale = largest_force(c.model, reaction);
        aba[t] = worst(tau, c.tau, nv) / scale;

        kip_inverse_dynamics(c.d, zero, bias, NULL);
        kip_mass_matrix(c.d, M);
        for (int i = 0; i < nv; i++)
            for (int j = 0; j < nv; j++)
                bias[i] += M[i * nv + j] * a[j];
        crba[t] = worst(bias, tau, nv) / scale;
        free_case(&c);
    }
    qsort(aba, (size_t)n, sizeof *aba, ascending);
    qsort(crba, (size_t)n, sizeof *crba, ascending);
    study_print("%d random trees of 1 to 40 bodies, error over the largest force in the tree\n"
                "  ABA against RNEA    median %.1e   largest %.1e   (bar 1e-12, 1e-10)\n"
                "  CRBA against RNEA   median %.1e   largest %.1e   (bar 1e-12, 1e-10)\n",
                n, aba[n / 2], aba[n - 1], crba[n / 2], crba[n - 1]);
    ck_below(aba[n / 2], 1e-12);
    ck_below(crba[n / 2], 1e-12);
    ck_below(aba[n - 1], 1e-10);
    ck_below(crba[n - 1], 1e-10);
    free(aba);
    free(crba);
}
END_TEST

/* The general path of ABA, written out with 6 x k matrices, against the paths for rotations through a
 * point. */
START_TEST(test_general_path_agrees)
{
    KipRandom r = {2};
    for (int t = 0; t < 500; t++) {
        Case c = make_case(&r, 20);
        double a[MOST_DOF], b[MOST_DOF], scale = 1;
        if (!near_gimbal_lock(&c)) {
            kip_forward_dynamics(c.d, c.tau, a, NULL);
            for (int i = 0; i < c.model->nbody; i++)
                c.d->is_general[i] = true;
            kip_forward_dynamics(c.d, c.tau, b, NULL);
            for (int k = 0; k < c.model->nv; k++)
                scale = most_of(scale, fabs(a[k]));
            ck_below(worst(a, b, c.model->nv) / scale, 1e-8);
        }
        free_case(&c);
    }
}
END_TEST

START_TEST(test_factor_solves)
{
    KipRandom r = {3};
    static double M[MOST_DOF * MOST_DOF], L[MOST_DOF * MOST_DOF];
    for (int t = 0; t < 200; t++) {
        Case c = make_case(&r, 20);
        int nv = c.model->nv;
        double x[MOST_DOF], y[MOST_DOF] = {0}, scale = 1;
        KipError error;
        kip_mass_matrix(c.d, M);
        memcpy(L, M, sizeof L);
        ck_ok(kip_mass_factor(c.model, L, &error));
        memcpy(x, c.tau, sizeof x);
        kip_mass_solve(c.model, L, x);
        for (int i = 0; i < nv; i++)
            for (int j = 0; j < nv; j++) {
                ck_assert(M[i * nv + j] == M[j * nv + i]);
                y[i] += M[i * nv + j] * x[j];
                scale = most_of(scale, fabs(M[i * nv + j] * x[j]));
            }
        ck_below(worst(y, c.tau, nv) / scale, 1e-12);
        free_case(&c);
    }
}
END_TEST

/* The diagonals of M and of M^-1, tree by tree, are to the bit those of the whole matrix and its columns. */
START_TEST(test_diagonals_by_trees)
{
    KipRandom r = {3};
    static double M[MOST_DOF * MOST_DOF], L[MOST_DOF * MOST_DOF], scratch[MOST_DOF * (MOST_DOF + 1)];
    for (int t = 0; t < 100; t++) {
        Case c = make_case(&r, 20);
        const size_t nv = (size_t)c.model->nv;
        double column[MOST_DOF], diagonal[MOST_DOF], mobility[MOST_DOF];
        KipError error;
        kip_mass_matrix(c.d, M);
        memcpy(L, M, sizeof L);
        ck_ok(kip_mass_factor(c.model, L, &error));
        memset(scratch, 0xff, sizeof scratch);
        ck_assert_int_le(kip_mass_most_of_a_tree(c.model), c.model->nv);
        ck_ok(kip_mass_diagonals(c.d, diagonal, mobility, scratch, &error));
        for (size_t i = 0; i < nv; i++) {
            memset(column, 0, sizeof column);
            column[i] = 1;
            kip_mass_solve(c.model, L, column);
            ck_assert(diagonal[i] == M[i * nv + i] && mobility[i] == column[i]);
        }
        free_case(&c);
    }
}
END_TEST

/* A wrench of one body on another, or torques on the axes of one: J' (nv), and the response to it. */
static void pull_at_random(KipRandom *r, Case *c, double *J, Response *response)
{
    const int nv = c->model->nv;
    double columns[2][6 * MOST_DOF], tau[MAX_DOF] = {0};
    const KipVec3 point = random_within(r, v3(1, 1, 1)), f = random_within(r, v3(1, 1, 1)),
                  torque = random_within(r, v3(1, 1, 1));
    Force wrench[2];
    int body[2];
    for (int side = 0; side < 2; side++)
        body[side] = (int)(kip_random_bits(r) % (uint64_t)c->model->nbody);
    const Link *link = c->model->tree->link + body[0];
    memset(J, 0, (size_t)nv * sizeof *J);
    if (kip_random_bits(r) % 3 == 0 && !link->is_static) {
        for (int k = 0; k < link->nv; k++)
            J[link->v + k] = tau[k] = kip_random_normal(r);
        kip_respond_to_torques(c->d, body[0], tau, response);
        return;
    }
    for (int side = 0; side < 2; side++) {
        const KipMat3 R = kip_body_rotation(c->d, body[side]);
        const double sign = side ? 1 : -1;
        const KipVec3 at = m3_apply_t(R, v3_sub(point, kip_body_position(c->d, body[side])));
        kip_point_jacobian(c->d, body[side], at, columns[side]);
        for (int k = 0; k < nv; k++)
            for (int i = 0; i < 3; i++) {
                const double along[2] = {i == 0   ? torque.x
                                         : i == 1 ? torque.y
                                                  : torque.z,
                                         i == 0   ? f.x
                                         : i == 1 ? f.y
                                                  : f.z};
                J[k] += sign *
                        (along[0] * columns[side][i * nv + k] + along[1] * columns[side][(3 + i) * nv + k]);
            }
        const KipVec3 local = m3_apply_t(R, v3_scale(sign, f));
        const KipVec3 arm = v3_sub(at, c->model->tree->link[body[side]].shift);
        wrench[side] = force(v3_add(m3_apply_t(R, v3_scale(sign, torque)), v3_cross(arm, local)), local);
    }
    kip_respond_to_forces(c->d, body, wrench, response);
}

/* What forces do by ABA's factors is J M^-1 J' of the mass matrix, and the accelerations are M^-1 J'. */
START_TEST(test_responses_are_those_of_the_mass_matrix)
{
    KipRandom r = {7};
    static double L[MOST_DOF * MOST_DOF];
    for (int t = 0; t < STUDY(300, 3000); t++) {
        Case c = make_case(&r, 15);
        const int nv = c.model->nv;
        double J[2][MOST_DOF], u[MOST_DOF], x[2][MOST_DOF], qdd[MOST_DOF], zero[MOST_DOF] = {0}, scale = 1;
        int axis[MOST_DOF];
        bool idle[MOST_BODIES] = {false};
        Response response = {.axis = axis, .u = u};
        KipError error;
        kip_mass_matrix(c.d, L);
        ck_ok(kip_mass_factor(c.model, L, &error));
        kip_aba_factor(c.d, NULL, zero, zero);
        for (int i = 0; i < 2; i++) {
            response.x = x[i];
            pull_at_random(&r, &c, J[i], &response);
        }
        kip_respond(c.d, idle, x[1], qdd);
        double met = 0, along = 0;
        for (int i = 0; i < response.n; i++)
            met += u[i] * x[0][axis[i]];
        kip_mass_solve(c.model, L, J[1]);
        for (int k = 0; k < nv; k++) {
            along += J[0][k] * J[1][k];
            scale = most_of(scale, fabs(J[1][k]) * most_of(1, fabs(J[0][k])));
        }
        ck_below(fabs(met - along) / scale, 1e-9);
        ck_below(worst(qdd, J[1], nv) / scale, 1e-9);
        free_case(&c);
    }
}
END_TEST

/* RBDA 9.2: the joints that are prescribed get their accelerations, the others their forces, and RNEA
 * finds both. */
START_TEST(test_prescribed_joints)
{
    KipRandom r = {4};
    for (int t = 0; t < 500; t++) {
        Case c = make_case(&r, 15);
        double a[MOST_DOF], given[MOST_DOF], tau[MOST_DOF], needed[MOST_DOF], scale = 10;
        bool locked = near_gimbal_lock(&c);
        for (int k = 0; k < c.model->nv; k++)
            a[k] = given[k] = 5 * kip_random_normal(&r);
        for (int j = 0; j < c.model->njoint; j++)
            kip_dynamics_prescribe(c.d, j, kip_random_bits(&r) % 2);
        memcpy(needed, c.tau, sizeof needed);
        for (int k = 0; k < c.model->nv; k++)
            if (c.d->prescribed[k])
                c.tau[k] = NAN; /* not read */
        kip_forward_dynamics(c.d, c.tau, a, needed);
        kip_inverse_dynamics(c.d, a, tau, NULL);
        for (int k = 0; k < c.model->nv; k++) {
            if (c.d->prescribed[k])
                ck_assert(a[k] == given[k]);
            scale = most_of(scale, fabs(tau[k]));
        }
        if (!locked)
            ck_below(worst(tau, needed, c.model->nv) / scale, 1e-9);
        free_case(&c);
    }
}
END_TEST

/* Twice the same answer: nothing is left behind by a call. */
START_TEST(test_calls_leave_nothing_behind)
{
    KipRandom r = {5};
    Case c = make_case(&r, 20);
    double a[MOST_DOF], b[MOST_DOF], tau[MOST_DOF];
    kip_dynamics_prescribe(c.d, 0, true);
    memset(a, 0, sizeof a);
    memset(b, 0, sizeof b);
    kip_forward_dynamics(c.d, c.tau, a, NULL);
    kip_inverse_dynamics(c.d, c.tau, tau, NULL);
    kip_forward_dynamics(c.d, c.tau, b, NULL);
    ck_assert_mem_eq(a, b, (size_t)c.model->nv * sizeof *a);
    free_case(&c);
}
END_TEST

/* -- kinematics by differences --------------------------------------------------------------------------- */

/* Central difference of a point along v. */
static KipVec3 difference(Case *c, const double *v, int body, KipVec3 point, double h)
{
    double q[MOST_DOF];
    KipVec3 ahead, behind;
    kip_model_integrate(c->model, c->q, v, h, q);
    kip_dynamics_set(c->d, q, c->v);
    ahead = body ? kip_point_position(c->d, body, point) : kip_com(c->d);
    kip_model_integrate(c->model, c->q, v, -h, q);
    kip_dynamics_set(c->d, q, c->v);
    behind = body ? kip_point_position(c->d, body, point) : kip_com(c->d);
    kip_dynamics_set(c->d, c->q, c->v);
    return v3_scale(1 / (2 * h), v3_sub(ahead, behind));
}

static KipVec3 rows(const double *J, int nv, int first, const double *v)
{
    double y[3] = {0};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < nv; k++)
            y[i] += J[(first + i) * nv + k] * v[k];
    return v3(y[0], y[1], y[2]);
}

START_TEST(test_velocities_and_jacobians)
{
    KipRandom r = {6};
    static double J[6 * MOST_DOF];
    for (int t = 0; t < 300; t++) {
        Case c = make_case(&r, 12);
        int nv = c.model->nv, body = 1 + (int)(kip_random_bits(&r) % (uint64_t)(c.model->nbody - 1));
        KipVec3 point = v3(0.1, -0.2, 0.3), v = kip_point_velocity(c.d, body, point),
                com_v = kip_com_velocity(c.d);
        ck_below(distance(v, difference(&c, c.v, body, point, 1e-5)), 1e-6 * (1 + norm(v)));
        ck_below(distance(com_v, difference(&c, c.v, 0, point, 1e-5)), 1e-6 * (1 + norm(com_v)));
        kip_point_jacobian(c.d, body, point, J);
        ck_below(distance(v, rows(J, nv, 3, c.v)), 1e-12 * (1 + norm(v)));
        ck_below(distance(kip_body_angular_velocity(c.d, body), rows(J, nv, 0, c.v)),
                 1e-12 * (1 + 100 * norm(v)));
        free_case(&c);
    }
}
END_TEST

/* A point's acceleration is J a and what the velocities alone give, the difference of its velocities along the motion. */
START_TEST(test_accelerations_of_points)
{
    KipRandom r = {8};
    static double J[6 * MOST_DOF];
    for (int t = 0; t < 300; t++) {
        Case c = make_case(&r, 12);
        const int nv = c.model->nv, body = 1 + (int)(kip_random_bits(&r) % (uint64_t)(c.model->nbody - 1));
        const double h = 1e-5;
        const KipVec3 point = v3(0.1, -0.2, 0.3);
        double q[MOST_DOF], a[MOST_DOF], tau[MOST_DOF];
        KipVec3 v[2], w[2], turn;
        for (int k = 0; k < nv; k++)
            a[k] = 1 - 0.1 * k;
        kip_inverse_dynamics(c.d, a, tau, NULL);
        const KipVec3 moves = kip_point_acceleration(c.d, body, point, &turn);
        kip_point_jacobian(c.d, body, point, J);
        for (int side = 0; side < 2; side++) {
            kip_model_integrate(c.model, c.q, c.v, side ? h : -h, q);
            kip_dynamics_set(c.d, q, c.v);
            v[side] = kip_point_velocity(c.d, body, point), w[side] = kip_body_angular_velocity(c.d, body);
        }
        const KipVec3 by = v3_scale(0.5 / h, v3_sub(v[1], v[0])),
                      spun = v3_scale(0.5 / h, v3_sub(w[1], w[0]));
        ck_below(distance(moves, v3_add(by, rows(J, nv, 3, a))), 1e-5 * (1 + norm(by)));
        ck_below(distance(turn, v3_add(spun, rows(J, nv, 0, a))), 1e-5 * (1 + norm(spun)));
        free_case(&c);
    }
}
END_TEST

/* Kinetic energy is v'Mv/2; gravity's forces are the slope of the potential; a force at a point is J' f. */
START_TEST(test_energies_and_forces)
{
    KipRandom r = {7};
    static double M[MOST_DOF * MOST_DOF], J[6 * MOST_DOF];
    for (int t = 0; t < 200; t++) {
        Case c = make_case(&r, 12);
        int nv = c.model->nv, body = c.model->nbody - 1;
        double twice = 0, zero[MOST_DOF] = {0}, without[MOST_DOF], with[MOST_DOF], slope;
        KipVec3 f = v3(3, -5, 7), n = v3(0.3, 0.2, -0.1), point = v3(0.1, 0, 0.2);
        KipEnergy energy = kip_energy(c.d), ahead, behind;
        double q[MOST_DOF], power = 0;
        kip_mass_matrix(c.d, M);
        for (int i = 0; i < nv; i++)
            for (int j = 0; j < nv; j++)
                twice += c.v[i] * M[i * nv + j] * c.v[j];
        ck_near(energy.kinetic, 0.5 * twice, 1e-12 * twice);

        kip_dynamics_set(c.d, c.q, NULL); /* at rest: gravity and springs only */
        kip_inverse_dynamics(c.d, zero, without, NULL);
        for (int k = 0; k < nv; k++)
            power += without[k] * c.v[k];
        kip_model_integrate(c.model, c.q, c.v, 1e-5, q);
        kip_dynamics_set(c.d, q, NULL);
        ahead = kip_energy(c.d);
        kip_model_integrate(c.model, c.q, c.v, -1e-5, q);
        kip_dynamics_set(c.d, q, NULL);
        behind = kip_energy(c.d);
        slope = (ahead.potential + ahead.elastic - behind.potential - behind.elastic) / 2e-5;
        ck_near(slope, power, 1e-5 * (100 + fabs(power)));

        kip_dynamics_set(c.d, c.q, NULL);
        kip_point_jacobian(c.d, body, point, J);
        kip_dynamics_add_force(c.d, body, f, n, point);
        kip_inverse_dynamics(c.d, zero, with, NULL);
        for (int k = 0; k < nv; k++) {
            double generalized = J[k] * n.x + J[nv + k] * n.y + J[2 * nv + k] * n.z + J[3 * nv + k] * f.x +
                                 J[4 * nv + k] * f.y + J[5 * nv + k] * f.z;
            ck_near(without[k] - with[k], generalized, 1e-10);
        }
        free_case(&c);
    }
}
END_TEST

/* Newton's second law of the whole: the sum of m a = weight + reaction at the root of each tree. */
START_TEST(test_com_acceleration_and_reactions)
{
    KipRandom r = {8};
    for (int t = 0; t < 200; t++) {
        Case c = make_case(&r, 12);
        double a[MOST_DOF], tau[MOST_DOF];
        KipWrench reaction[MOST_BODIES];
        KipVec3 sum = v3_scale(c.model->mass, c.model->gravity), ma = v3_zero();
        if (!near_gimbal_lock(&c)) {
            kip_forward_dynamics(c.d, c.tau, a, NULL);
            kip_inverse_dynamics(c.d, a, tau, reaction);
            for (int i = 1; i < c.model->nbody; i++)
                if (c.model->tree->link[c.model->tree->link[i].parent].is_static &&
                    !c.model->tree->link[i].is_static)
                    sum = v3_add(sum, reaction[i].force);
            for (int i = 1; i < c.model->nbody; i++) {
                KipVec3 turn, of = kip_point_acceleration(c.d, i, c.model->body[i].com, &turn);
                if (!c.model->tree->link[i].is_static)
                    ma = v3_add_scaled(ma, c.model->body[i].mass, of);
            }
            ck_below(distance(ma, sum), 1e-9 * (1 + largest_force(c.model, reaction)));
        }
        free_case(&c);
    }
}
END_TEST

/* At rest what a joint transmits holds up the weight of all that hangs there, its moment about the body's origin too. */
START_TEST(test_reactions_hold_up_weights)
{
    KipRandom r = {14};
    for (int t = 0; t < 100; t++) {
        Case c = make_case(&r, 12);
        double tau[MOST_DOF], zero[MOST_DOF] = {0};
        KipWrench reaction[MOST_BODIES];
        kip_dynamics_set(c.d, c.q, NULL);
        kip_inverse_dynamics(c.d, zero, tau, reaction);
        for (int i = 1; i < c.model->nbody; i++) {
            KipVec3 force = reaction[i].force, moment = reaction[i].torque;
            for (int b = i; b < c.model->nbody; b++) {
                const KipBody *body = c.model->body + b;
                int above = b;
                while (above > i)
                    above = c.model->body[above].parent;
                if (above != i)
                    continue;
                KipVec3 weight = v3_scale(body->mass, c.model->gravity);
                KipVec3 arm = v3_sub(kip_point_position(c.d, b, body->com), reaction[i].point);
                force = v3_add(force, weight);
                moment = v3_add(moment, v3_cross(arm, weight));
            }
            ck_below(norm(force), 1e-9 * (1 + largest_force(c.model, reaction)));
            ck_below(norm(moment), 1e-9 * (1 + largest_force(c.model, reaction)));
        }
        free_case(&c);
    }
}
END_TEST

/* -- closed forms ---------------------------------------------------------------------------------------- */

/* The planar arm ARM2: its mass matrix and velocity terms as the textbook writes them. */
START_TEST(test_two_link_arm)
{
    KipModel *model;
    KipDynamics *d;
    KipError error;
    KipRandom r = {9};
    ck_ok(kip_mjcf_load(&model, "data/models/arm2.xml", NULL, &error));
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    for (int t = 0; t < 100; t++) {
        double q[2], v[2] = {kip_random_normal(&r), 2}, a[2], tau[2], M[4];
        for (int i = 0; i < 2; i++)
            q[i] = kip_random_uniform(&r, -3, 3), a[i] = kip_random_normal(&r);
        double c = cos(q[1]), s = sin(q[1]);
        double m11 = 0.02 + 2 * 0.15 * 0.15 + 0.015 + 1.5 * (0.3 * 0.3 + 0.15 * 0.15 + 2 * 0.3 * 0.15 * c);
        double m12 = 0.015 + 1.5 * (0.15 * 0.15 + 0.15 * 0.3 * c), m22 = 0.015 + 1.5 * 0.15 * 0.15;
        double h = 1.5 * 0.3 * 0.15 * s;
        kip_dynamics_set(d, q, v);
        kip_mass_matrix(d, M);
        ck_near(M[0], m11, 1e-14);
        ck_near(M[1], m12, 1e-14);
        ck_near(M[3], m22, 1e-14);
        kip_inverse_dynamics(d, a, tau, NULL);
        ck_near(tau[0], m11 * a[0] + m12 * a[1] - h * (2 * v[0] * v[1] + v[1] * v[1]), 1e-13);
        ck_near(tau[1], m12 * a[0] + m22 * a[1] + h * v[0] * v[0], 1e-13);
    }
    kip_dynamics_destroy(d);
    kip_model_destroy(model);
}
END_TEST

/* A tower of 512 hinges: the algorithms are recursive in the bodies only as loops. */
START_TEST(test_long_chain)
{
    KipModel *model = chain_model(512);
    KipDynamics *d;
    KipError error;
    static double q[512], v[512], tau[512], a[512], back[512];
    KipRandom r = {10};
    double most = 0;
    ck_ok(kip_dynamics_create(model, NULL, &d, &error));
    random_state(&r, model, q, v, 0.2);
    kip_dynamics_set(d, q, v);
    kip_forward_dynamics(d, tau, a, NULL);
    kip_inverse_dynamics(d, a, back, NULL);
    for (int k = 0; k < 512; k++)
        most = most_of(most, fabs(back[k]));
    ck_below(most, 1e-6);
    kip_dynamics_destroy(d);
    kip_model_destroy(model);
}
END_TEST

Suite *suite_dynamics(void)
{
    Suite *suite = suite_create("dynamics");
    TCase *tc = tcase_create("algorithms");
    tcase_add_test(tc, test_algorithms_agree);
    if (!study_full) {
        tcase_add_test(tc, test_general_path_agrees);
        tcase_add_test(tc, test_factor_solves);
        tcase_add_test(tc, test_diagonals_by_trees);
        tcase_add_test(tc, test_responses_are_those_of_the_mass_matrix);
        tcase_add_test(tc, test_prescribed_joints);
        tcase_add_test(tc, test_calls_leave_nothing_behind);
        tcase_add_test(tc, test_velocities_and_jacobians);
        tcase_add_test(tc, test_accelerations_of_points);
        tcase_add_test(tc, test_energies_and_forces);
        tcase_add_test(tc, test_com_acceleration_and_reactions);
        tcase_add_test(tc, test_reactions_hold_up_weights);
        tcase_add_test(tc, test_two_link_arm);
        tcase_add_test(tc, test_long_chain);
    }
    suite_add_tcase(suite, tc);
    return suite;
}
