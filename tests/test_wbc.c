/* Whole-body control: forces and accelerations against other solvers; what stands on it keeps within friction and strengths, and says
 * what gives way. */
#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "control/fields.h"
#include "control/hold.h"
#include "control/muscle.h"
#include "control/wbc_parts.h"
#include "dynamics/tree.h"
#include "dynamics/random.h"
#include "mjcf_helpers.h"

Suite *suite_wbc(void);

static const double period = 0.005;

static double between(KipRandom *random, double lo, double hi)
{
    return kip_random_uniform(random, lo, hi);
}

/* -- contact forces ---------------------------------------------------------------------------------------- */

/* The minimum by one edge after the other, each exactly, over and over: slow, and nothing of Newton's. */
static void descend(const Forces *f, double *w)
{
    const double eps = 1e-3;
    double left[MOST_DUAL];
    for (int i = 0; i < f->nrow; i++) {
        left[i] = f->b[i];
        for (int k = 0; k < f->nedge; k++)
            left[i] -= f->W[k][i] * w[k];
    }
    for (int sweep = 0; sweep < 200000; sweep++) {
        double moved = 0;
        for (int k = 0; k < f->nedge; k++) {
            double slope = eps / f->c[k] * (f->w0[k] - w[k]), square = eps / f->c[k];
            for (int i = 0; i < f->nrow; i++)
                slope += f->W[k][i] * left[i], square += f->W[k][i] * f->W[k][i];
            const double to = fmax(0, fmin(f->most[k], w[k] + slope / square)), by = to - w[k];
            for (int i = 0; i < f->nrow; i++)
                left[i] -= f->W[k][i] * by;
            w[k] = to, moved = fmax(moved, fabs(by));
        }
        if (moved < 1e-14)
            break;
    }
}

START_TEST(forces_are_the_least_squares_within_their_bounds)
{
    static Forces f;
    KipRandom random = {7};
    for (int trial = 0; trial < 60; trial++) {
        double w[MOST_EDGES] = {0};
        f.nrow = 6 + trial % 3, f.nedge = 8 + trial % 25;
        memset(f.y, 0, sizeof f.y);
        for (int k = 0; k < f.nedge; k++) {
            for (int i = 0; i < f.nrow; i++)
                f.W[k][i] = between(&random, -1, 1);
            f.w0[k] = between(&random, 0, 0.1), f.c[k] = between(&random, 0.1, 1);
            f.most[k] = between(&random, 0.1, 1);
        }
        for (int i = 0; i < f.nrow; i++)
            f.b[i] = between(&random, -1, 1);
        for (int again = 0; again < 2; again++) { /* once from nought, once from its end */
            kip_wbc_press(&f);
            descend(&f, w);
            for (int k = 0; k < f.nedge; k++)
                ck_near(f.w[k], w[k], 1e-6);
        }
    }
}
END_TEST

/* -- a body ------------------------------------------------------------------------------------------------ */

typedef struct Stage {
    KipModel *model;
    KipSim *sim;
    KipWbc *wbc;
    KipDynamics *d;
} Stage;

static Stage make_stage(KipModel *model, const char *root)
{
    Stage s = {.model = model};
    const KipSimDef def = {0.001, KIP_IMPLICIT_RK4, true, true, false, 0, 16, NULL};
    ck_ok(kip_sim_create(model, &def, &s.sim, &error));
    ck_ok(kip_dynamics_create(model, NULL, &s.d, &error));
    const KipWbcDef body = {model, kip_model_find_body(model, root), s.d, NULL};
    ck_ok(kip_wbc_create(&body, &s.wbc, &error));
    ck_ok(kip_hold_gains(model, kip_sim_q(s.sim), 0.001, NULL, kip_sim_drives(s.sim), &error));
    return s;
}

static void end(Stage *s)
{
    kip_dynamics_destroy(s->d);
    kip_wbc_destroy(s->wbc);
    kip_sim_destroy(s->sim);
    kip_model_destroy(s->model);
}

static int body(const Stage *s, const char *name)
{
    const int b = kip_model_find_body(s->model, name);
    ck_assert_msg(b >= 0, "%s", name);
    return b;
}

/* What a link is planned to bear along the normal since the last update, N. */
static double planned_load(const Stage *s, int link)
{
    for (int k = 0; k < s->wbc->state.nbearing; k++)
        if (s->wbc->state.bearing[k].link == link)
            return v3_dot(s->wbc->patch[k].force, s->wbc->patch[k].axis[2]);
    return 0;
}

static void set_target(const Stage *s, const char *joint, double angle)
{
    const int j = kip_model_find_joint(s->model, joint);
    ck_assert_msg(j >= 0, "%s", joint);
    kip_sim_drives(s->sim).target[s->model->joint[j].q] = angle;
}

/* A person on two feet, knees a little bent. */
static Stage stand(void)
{
    KipModel *model;
    ck_ok(kip_mjcf_load(&model, "data/models/human37.xml", NULL, &error));
    Stage s = make_stage(model, "pelvis");
    ck_ok(kip_sim_set_key(s.sim, kip_model_find_key(model, "stand"), &error));
    static const char *const side[] = {"_l", "_r"};
    for (int k = 0; k < 2; k++) {
        char name[32];
        snprintf(name, sizeof name, "knee_flex%s", side[k]), set_target(&s, name, 0.35);
        snprintf(name, sizeof name, "hip_flex%s", side[k]), set_target(&s, name, 0.18);
        snprintf(name, sizeof name, "ankle_flex%s", side[k]), set_target(&s, name, 0.17);
        snprintf(name, sizeof name, "foot%s", side[k]);
        ck_ok(kip_wbc_bear(s.wbc, s.sim, body(&s, name), &error));
    }
    return s;
}

static KipVec3 over_feet(const Stage *s, double height)
{
    const KipVec3 l = kip_wbc_base(s->wbc, s->sim, body(s, "foot_l")),
                  r = kip_wbc_base(s->wbc, s->sim, body(s, "foot_r"));
    const KipVec3 middle = v3_scale(0.5, v3_add(l, r));
    return v3(middle.x, middle.y, middle.z + height);
}

static void want_com(const Stage *s, KipVec3 at)
{
    const KipWbcTask task = {.kind = KIP_WBC_COM, .position = at, .weight = NAN};
    ck_ok(kip_wbc_set_task(s->wbc, &task, &error));
}

static void want_turn(const Stage *s, const char *link, KipQuat turn)
{
    const KipWbcTask task = {.kind = KIP_WBC_TURN, .link = body(s, link), .turn = turn, .weight = NAN};
    ck_ok(kip_wbc_set_task(s->wbc, &task, &error));
}

static void step(const Stage *s)
{
    kip_wbc_update(s->wbc, s->sim, period);
    for (int i = 0; i < 5; i++)
        ck_ok(kip_sim_step(s->sim, &error));
}

static void run(const Stage *s, double seconds)
{
    for (double t = 0; t < seconds; t += period)
        step(s);
}

/* -- accelerations ----------------------------------------------------------------------------------------- */

/* x of A x = b by Gauss, with pivots; A n x n, lost. */
static void eliminate(double *A, double *b, int n)
{
    for (int k = 0; k < n; k++) {
        int pivot = k;
        for (int i = k; i < n; i++)
            pivot = fabs(A[i * n + k]) > fabs(A[pivot * n + k]) ? i : pivot;
        for (int j = 0; j < n; j++) {
            const double t = A[k * n + j];
            A[k * n + j] = A[pivot * n + j], A[pivot * n + j] = t;
        }
        const double t = b[k];
        b[k] = b[pivot], b[pivot] = t;
        for (int i = k + 1; i < n; i++) {
            const double factor = A[i * n + k] / A[k * n + k];
            for (int j = k; j < n; j++)
                A[i * n + j] -= factor * A[k * n + j];
            b[i] -= factor * b[k];
        }
    }
    for (int i = n - 1; i >= 0; i--) {
        for (int j = i + 1; j < n; j++)
            b[i] -= A[i * n + j] * b[j];
        b[i] /= A[i * n + i];
    }
}

/* Its normal equations, all numbers of all rows: sum C'C / lambda + 1 / scale^2. */
START_TEST(accelerations_are_the_weighted_least_squares)
{
    Stage s = stand();
    const int n = s.wbc->naxis;
    KipRandom random = {3};
    double *A = calloc((size_t)(n * n), sizeof *A), *b = calloc((size_t)n, sizeof *b),
           *row = calloc((size_t)n, sizeof *row), *wish = calloc((size_t)n, sizeof *wish),
           *a = calloc((size_t)n, sizeof *a), *J = calloc((size_t)(6 * s.model->nv), sizeof *J);
    kip_dynamics_set(s.d, kip_sim_q(s.sim), kip_sim_v(s.sim));
    s.wbc->rows.n = 0;
    for (int j = 0; j < n; j++) {
        const double scale = s.wbc->scale[j];
        wish[j] = between(&random, -5, 5);
        A[j * n + j] = 1 / (scale * scale), b[j] = wish[j] / (scale * scale);
    }
    for (int k = 0; k < 12; k++) {
        static const char *const link[] = {"foot_l", "hand_r", "trunk", "head"};
        const int of = body(&s, link[k % 4]), at = s.wbc->rows.n;
        const KipVec3 r = v3(between(&random, -1, 1), between(&random, -1, 1), between(&random, -1, 1));
        const KipVec3 along = v3(between(&random, -1, 1), between(&random, -1, 1), between(&random, -1, 1));
        const double lambda = pow(10, between(&random, -5, 0)), wanted = between(&random, -10, 10);
        memset(row, 0, (size_t)n * sizeof *row);
        if (k % 3 == 2) {
            for (int j = 0; j < n; j++)
                row[j] = between(&random, -1, 1);
            kip_wbc_plain_row(s.wbc, row, 1, wanted, lambda);
        } else {
            /* The Jacobian of the point itself. */
            const KipMat3 R = kip_body_rotation(s.d, of);
            kip_point_jacobian(s.d, of, v3_zero(), J);
            kip_wbc_row(s.wbc, kip_sim_v(s.sim), of, J, r, along, k % 3 == 1, lambda);
            s.wbc->rows.b[at] = wanted;
            kip_point_jacobian(s.d, of, m3_apply_t(R, r), J);
            for (int j = 0; j < n; j++) {
                const double *column = J + (k % 3 == 1 ? 0 : 3 * s.model->nv) + j;
                row[j] =
                    along.x * column[0] + along.y * column[s.model->nv] + along.z * column[2 * s.model->nv];
            }
        }
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < n; j++)
                A[i * n + j] += row[i] * row[j] / lambda;
            b[i] += row[i] * wanted / lambda;
        }
    }
    kip_wbc_solve(s.wbc, wish, a);
    eliminate(A, b, n);
    for (int j = 0; j < n; j++)
        ck_near(a[j], b[j], 1e-6 * (1 + fabs(b[j])));
    free(A), free(b), free(row), free(wish), free(a), free(J);
    end(&s);
}
END_TEST

/* -- what is planned --------------------------------------------------------------------------------------- */

/* Forces within cones and corners, torques within boxes. */
static void check_plan(const Stage *s)
{
    const KipWbc *wbc = s->wbc;
    const KipDrives drives = kip_sim_drives(s->sim);
    for (int k = 0; k < wbc->state.nbearing; k++) {
        const Patch *p = &wbc->patch[k];
        const Bearing *b = &wbc->state.bearing[k];
        const double along = v3_dot(p->force, b->normal);
        const KipVec3 across = v3_add_scaled(p->force, -along, b->normal);
        ck_assert_double_ge(along, 0);
        ck_assert_double_le(v3_length(across), b->mu * along + 1e-9);
        /* The moment about each edge through a corner has the sign that pushes: the centre of pressure is among the corners. */
        const KipVec3 about = v3_sub(p->torque, v3_cross(v3_sub(p->centre, p->origin), p->force));
        for (int i = 0; i < 2; i++) {
            double most = 0;
            for (int c = 0; c < p->ncorner; c++)
                most = fmax(most, fabs(v3_dot(v3_sub(p->at[c], p->centre), p->axis[1 - i])));
            ck_assert_double_le(fabs(v3_dot(about, p->axis[i])),
                                along * (most + b->mu * 0.02 * wbc->size) + 1e-9);
        }
    }
    for (int i = 6; i < wbc->naxis; i++) {
        const int v = wbc->first + i;
        ck_assert_double_ge(drives.feedforward[v], drives.limit_lo[v]);
        ck_assert_double_le(drives.feedforward[v], drives.limit_hi[v]);
    }
}

START_TEST(forces_stay_in_cones_and_torques_in_boxes)
{
    Stage s = stand();
    KipRandom random = {11};
    const int trunk = body(&s, "trunk");
    want_turn(&s, "trunk", q_identity());
    for (int i = 0; i < 400; i++) {
        want_com(&s, over_feet(&s, 0.98));
        if (i % 60 == 20)
            kip_sim_set_external(s.sim, trunk,
                                 v3(between(&random, -150, 150), between(&random, -150, 150), 0), v3_zero(),
                                 s.model->body[trunk].com);
        if (i % 60 == 40)
            kip_sim_set_external(s.sim, trunk, v3_zero(), v3_zero(), v3_zero());
        kip_wbc_update(s.wbc, s.sim, period);
        check_plan(&s);
        for (int k = 0; k < 5; k++)
            ck_ok(kip_sim_step(s.sim, &error));
    }
    ck_assert_double_gt(kip_com(kip_sim_dynamics(s.sim)).z, 0.9);
    end(&s);
}
END_TEST

/* What the ground is planned to give is the rate of change of the momentum that the task wants; and the body does move so. */
START_TEST(the_momentum_changes_as_it_was_asked_to)
{
    Stage s = stand();
    want_com(&s, over_feet(&s, 0.99));
    run(&s, 2);
    const KipVec3 goal = v3_add(over_feet(&s, 0.98), v3(0.03, -0.04, 0));
    want_com(&s, goal);
    kip_wbc_update(s.wbc, s.sim, period);
    KipVec3 sum = v3_zero();
    for (int k = 0; k < 2; k++)
        sum = v3_add(sum, s.wbc->patch[k].force);
    const KipVec3 c = kip_com(kip_sim_dynamics(s.sim)), v = kip_com_velocity(kip_sim_dynamics(s.sim));
    const double w = sqrt(9.81 / s.wbc->size), m = s.wbc->mass;
    const KipVec3 wanted = v3_add(v3_scale(1.5 * w * w, v3_sub(goal, c)), v3_scale(-2.3 * w, v));
    ck_near(sum.x, m * wanted.x, 1);
    ck_near(sum.y, m * wanted.y, 1);
    ck_near(sum.z, m * (wanted.z + 9.81), 1);
    ck_assert_double_lt(kip_wbc_lack(s.wbc, KIP_WBC_COM, 0), 0.02);
    run(&s, 3);
    ck_below(v3_length(v3_sub(kip_com(kip_sim_dynamics(s.sim)), goal)), 0.004);
    end(&s);
}
END_TEST

/* Where the ground is to push, the line of its force leads from there to the centre of mass. */
START_TEST(the_ground_pushes_where_it_is_told_to)
{
    Stage s = stand();
    want_com(&s, over_feet(&s, 0.98));
    run(&s, 2);
    const KipVec3 from = v3_add(over_feet(&s, 0), v3(0.05, -0.03, 0));
    const KipWbcTask task = {.kind = KIP_WBC_COP, .position = from, .weight = NAN};
    ck_ok(kip_wbc_set_task(s.wbc, &task, &error));
    kip_wbc_update(s.wbc, s.sim, period);
    KipVec3 sum = v3_zero();
    for (int k = 0; k < 2; k++)
        sum = v3_add(sum, s.wbc->patch[k].force);
    const KipVec3 line = v3_sub(kip_com(kip_sim_dynamics(s.sim)), from);
    ck_near(sum.x / sum.z, line.x / line.z, 2e-3);
    ck_near(sum.y / sum.z, line.y / line.z, 2e-3);
    kip_wbc_end_task(s.wbc, KIP_WBC_COP, 0);
    run(&s, 2);
    ck_below(v3_length(v3_sub(kip_com(kip_sim_dynamics(s.sim)), over_feet(&s, 0.98))), 0.01);
    end(&s);
}
END_TEST

/* A hand that is to be somewhere in half a second is half way after half of it, and at rest there at its end. */
START_TEST(a_link_is_there_in_time)
{
    Stage s = stand();
    const int hand = body(&s, "hand_l");
    want_com(&s, over_feet(&s, 0.98));
    run(&s, 2);
    const KipVec3 begun = kip_body_position(kip_sim_dynamics(s.sim), hand), way = v3(0.15, 0.1, 0.2);
    const KipWbcTask task = {.kind = KIP_WBC_PLACE,
                             .link = hand,
                             .position = v3_add(begun, way),
                             .weight = 1000,
                             .within = 0.5};
    ck_ok(kip_wbc_set_task(s.wbc, &task, &error));
    run(&s, 0.25);
    KipVec3 gone = v3_sub(kip_body_position(kip_sim_dynamics(s.sim), hand), begun);
    ck_near(v3_dot(gone, way) / v3_dot(way, way), 0.5, 0.1);
    run(&s, 0.3);
    gone = v3_sub(kip_body_position(kip_sim_dynamics(s.sim), hand), begun);
    ck_below(v3_length(v3_sub(gone, way)), 0.01);
    ck_below(v3_length(kip_point_velocity(kip_sim_dynamics(s.sim), hand, v3_zero())), 0.1);
    end(&s);
}
END_TEST

/* The centre of mass is wanted where no foot can bear it, and the trunk where it is: the first gives way, and that is told. */
START_TEST(what_gives_way_is_told)
{
    Stage s = stand();
    want_turn(&s, "trunk", q_identity());
    want_com(&s, over_feet(&s, 0.99));
    run(&s, 1);
    ck_assert_double_lt(kip_wbc_lack(s.wbc, KIP_WBC_COM, 0), 0.1);
    want_com(&s, v3_add(over_feet(&s, 0.99), v3(3, 0, 0)));
    kip_wbc_update(s.wbc, s.sim, period);
    ck_assert_double_gt(kip_wbc_lack(s.wbc, KIP_WBC_COM, 0), 20);
    want_com(&s, over_feet(&s, 0.99));
    kip_wbc_update(s.wbc, s.sim, period);
    const KipWbcTask reach = {.kind = KIP_WBC_PLACE,
                              .link = body(&s, "hand_l"),
                              .position = {0.3, 0.2, 3},
                              .weight = NAN};
    ck_ok(kip_wbc_set_task(s.wbc, &reach, &error));
    run(&s, 1);
    ck_assert_double_gt(kip_wbc_lack(s.wbc, KIP_WBC_PLACE, reach.link), 1);
    ck_assert_double_eq(kip_wbc_lack(s.wbc, KIP_WBC_PLACE, body(&s, "hand_r")), 0);
    kip_wbc_end_task(s.wbc, KIP_WBC_PLACE, reach.link);
    ck_assert_double_eq(kip_wbc_lack(s.wbc, KIP_WBC_PLACE, reach.link), 0);
    end(&s);
}
END_TEST

/* A released foot hands over what it bears, steadily, and then is free. */
START_TEST(a_released_link_bears_less_and_less)
{
    Stage s = stand();
    const int l = body(&s, "foot_l"), r = body(&s, "foot_r");
    KipVec3 right = kip_wbc_base(s.wbc, s.sim, r);
    want_com(&s, v3(right.x, 0.85 * right.y, 0.98));
    run(&s, 3);
    double last = planned_load(&s, l);
    ck_assert_double_gt(last, 30);
    kip_wbc_release(s.wbc, l, 0.2);
    for (int i = 0; i < 45; i++) {
        step(&s);
        const double now = planned_load(&s, l);
        ck_assert_double_lt(now, last + 30);
        last = now;
    }
    ck_assert(!kip_wbc_bears(s.wbc, l));
    ck_assert(kip_wbc_bears(s.wbc, r));
    end(&s);
}
END_TEST

/* -- what bears moves and is tilted ------------------------------------------------------------------------ */

#define LEG(name, x, y)                                                                                      \
    "<body name='thigh_" name "' pos='" x " " y " 0'><joint name='out_" name "' axis='1 0 0'/>"              \
    "<joint name='hip_" name                                                                                 \
    "' axis='0 1 0'/><geom type='capsule' fromto='0 0 0 -0.08 0 -0.24' size='0.03' mass='2'/>"               \
    "<body name='" name "' pos='-0.08 0 -0.24'><joint name='knee_" name "' axis='0 1 0'/>"                   \
    "<geom type='capsule' fromto='0 0 0 0.08 0 -0.24' size='0.03' mass='1'/></body></body>"
#define MOTORS(name)                                                                                         \
    "<motor joint='out_" name "' gear='120'/><motor joint='hip_" name                                        \
    "' gear='120'/><motor joint='knee_" name "' gear='120'/>"

/* A beast of four legs on a heavy plate that moves and is tilted by 5 degrees. */
static const char beast[] =
    "<mujoco><default><geom friction='0.9'/><joint damping='0.5'/><motor ctrllimited='true' ctrlrange='-1 1'/></default>"
    "<worldbody><body name='plate' pos='0 0 0'><joint type='slide' axis='1 0 0'/>"
    "<geom type='box' size='3 2 0.05' euler='0 5 0' mass='20000'/></body>"
    "<body name='beast' pos='0.0488 0 0.5575' euler='0 5 0'><freejoint/><geom type='box' size='0.3 0.12 0.08' mass='20'/>" LEG(
        "a", "0.25", "0.15") LEG("b", "0.25", "-0.15") LEG("c", "-0.25", "0.15")
        LEG("d", "-0.25", "-0.15") "</body></worldbody><actuator>" MOTORS("a") MOTORS("b") MOTORS("c")
            MOTORS("d") "</actuator></mujoco>";

START_TEST(four_legs_stand_on_what_moves_and_is_tilted)
{
    static const char *const foot[] = {"a", "b", "c", "d"};
    Stage s = make_stage(load(beast), "beast");
    double *v = calloc((size_t)s.model->nv, sizeof *v);
    const int slide = s.model->body[body(&s, "plate")].v;
    kip_sim_drives(s.sim).stiffness[slide] = kip_sim_drives(s.sim).damping[slide] = 0;
    v[slide] = 0.4;
    ck_ok(kip_sim_set_state(s.sim, NULL, v, &error));
    free(v);
    for (int k = 0; k < 4; k++)
        ck_ok(kip_wbc_bear(s.wbc, s.sim, body(&s, foot[k]), &error));
    want_turn(&s, "beast", q_identity());
    run(&s, 2.5); /* the plate comes by at 0.4 m/s, and takes it along */
    const KipDynamics *d = kip_sim_dynamics(s.sim);
    const int beast_body = body(&s, "beast"), plate = body(&s, "plate");
    const KipVec3 off =
        v3_sub(kip_point_velocity(d, beast_body, v3_zero()), kip_point_velocity(d, plate, v3_zero()));
    ck_below(v3_length(off), 0.02);
    ck_near(kip_point_velocity(d, plate, v3_zero()).x, 0.4, 0.01);
    ck_below(1 - m3_apply(kip_body_rotation(d, beast_body), v3(0, 0, 1)).z, 0.01);
    for (int k = 0; k < 4; k++) {
        const Bearing *b = &s.wbc->state.bearing[k];
        ck_assert_int_eq(b->other, plate);
        ck_near(b->normal.x, sin(5 * 3.14159265358979 / 180), 0.01);
        ck_assert_double_gt(planned_load(&s, body(&s, foot[k])), 20);
    }
    end(&s);
}
END_TEST

/* -- saving ------------------------------------------------------------------------------------------------ */

START_TEST(it_goes_on_from_what_was_saved_to_the_bit)
{
    Stage s = stand();
    want_turn(&s, "trunk", q_identity());
    run(&s, 0.4);
    kip_wbc_release(s.wbc, body(&s, "foot_l"), 0.5);
    run(&s, 0.1);
    const size_t size = kip_fields_size(&kip_wbc_fields, s.wbc), sim_size = kip_sim_save_size(s.sim);
    char *bytes = malloc(size), *sim = malloc(sim_size);
    kip_fields_save(&kip_wbc_fields, s.wbc, bytes), kip_sim_save(s.sim, sim);
    run(&s, 0.3);
    const uint64_t hash = kip_sim_hash(s.sim);
    kip_wbc_end(s.wbc);
    ck_ok(kip_fields_load(&kip_wbc_fields, s.wbc, NULL, bytes, size, &error));
    ck_ok(kip_sim_load(s.sim, sim, sim_size, &error));
    run(&s, 0.3);
    ck_assert_uint_eq(kip_sim_hash(s.sim), hash);
    WbcState *damaged = (WbcState *)bytes; /* it is all that is saved */
    damaged->bearing[0].link = s.model->nbody;
    ck_assert_int_eq(kip_fields_load(&kip_wbc_fields, s.wbc, NULL, bytes, size, &error), KIP_BAD_INPUT);
    free(bytes), free(sim);
    end(&s);
}
END_TEST

/* A trunk that is to turn against feet that stand takes the arms along: the less, the more firmly they keep their posture. */
START_TEST(a_firm_posture_gives_way_less)
{
    double off[2];
    for (int firm = 0; firm < 2; firm++) {
        Stage s = stand();
        const int arm = body(&s, "upper_arm_l"), axis = s.model->body[arm].v;
        ck_ok(kip_wbc_set_posture(s.wbc, arm, firm ? 100 : 1, &error));
        run(&s, 0.3);
        want_turn(&s, "trunk", q_axis_angle(v3(1, 0, 0), 0.4));
        step(&s);
        off[firm] = fabs(s.wbc->a[axis - s.wbc->first + 1] - s.wbc->wish[axis - s.wbc->first + 1]);
        kip_wbc_end(s.wbc);
        ck_near(s.wbc->scale[axis - s.wbc->first], 1, 0);
        ck_assert_int_eq(kip_wbc_set_posture(s.wbc, arm, 0, &error), KIP_BAD_USE);
        ck_assert_int_eq(kip_wbc_set_posture(s.wbc, s.wbc->root, 1, &error), KIP_BAD_USE);
        end(&s);
    }
    ck_assert_msg(off[1] < 0.1 * off[0], "%g rad/s2 firm, %g else", off[1], off[0]);
}
END_TEST

/* -- words that make no sense ------------------------------------------------------------------------------ */

START_TEST(what_makes_no_sense_is_refused)
{
    Stage s = stand();
    KipWbcTask task = {.kind = KIP_WBC_TURN, .link = body(&s, "head"), .weight = NAN}; /* turn is nought */
    ck_assert_int_eq(kip_wbc_set_task(s.wbc, &task, &error), KIP_BAD_USE);
    task.turn = q_identity(), task.weight = -1;
    ck_assert_int_eq(kip_wbc_set_task(s.wbc, &task, &error), KIP_BAD_USE);
    task.weight = 1, task.link = 0;
    ck_assert_int_eq(kip_wbc_set_task(s.wbc, &task, &error), KIP_BAD_USE);
    ck_assert_int_eq(kip_wbc_bear(s.wbc, s.sim, 0, &error), KIP_BAD_USE);
    for (int b = s.wbc->root, n = 2; b < s.model->nbody; b++)
        if (!kip_wbc_bears(s.wbc, b))
            ck_assert_int_eq(kip_wbc_bear(s.wbc, s.sim, b, &error),
                             n++ < KIP_WBC_MOST_CONTACTS ? KIP_OK : KIP_BAD_USE);
    end(&s);
    KipModel *model;
    ck_ok(kip_mjcf_load(&model, "data/models/pendulum.xml", NULL, &error));
    KipWbc *wbc;
    const KipWbcDef def = {model, 1, NULL, NULL};
    ck_assert_int_eq(kip_wbc_create(&def, &wbc, &error), KIP_BAD_INPUT);
    ck_assert_ptr_null(wbc);
    kip_model_destroy(model);
}
END_TEST

/* Wishes of any size: it falls, and its state stays within the bounds of a simulation. */
START_TEST(wishes_beyond_all_bounds_do_no_harm)
{
    for (int k = 0; k < 3; k++) {
        Stage s = stand();
        const KipWbcTask task = {.kind = k < 2 ? KIP_WBC_TURN : KIP_WBC_PLACE,
                                 .link = body(&s, k < 2 ? "trunk" : "hand_l"),
                                 .turn = q_identity(),
                                 .velocity = v3(k == 0 ? 1e12 : 0, 0, 0),
                                 .acceleration = v3(k == 1 ? 1e12 : 0, 0, 0),
                                 .position = v3(k == 2 ? 1e12 : 0, 0, 1),
                                 .weight = NAN};
        ck_ok(kip_wbc_set_task(s.wbc, &task, &error));
        run(&s, 1);
        end(&s);
    }
}
END_TEST

/* Legs of 0.859 m; another body of the same kind has everything in proportion. */
START_TEST(lengths_are_the_bodys)
{
    Stage s = stand();
    ck_near(kip_wbc_limb(s.wbc, body(&s, "foot_l")), 0.42875 + 0.4305, 1e-12);
    ck_near(s.wbc->size, kip_com(kip_sim_dynamics(s.sim)).z, 0.001);
    KipModel *small;
    ck_ok(kip_model_scale_to(s.model, 1.55, 60, NULL, &small, &error));
    Stage t = make_stage(small, "pelvis");
    ck_near(t.wbc->size, s.wbc->size * 1.55 / 1.75, 2e-3);
    ck_near(kip_wbc_limb(t.wbc, body(&t, "foot_l")), (0.42875 + 0.4305) * 1.55 / 1.75, 2e-3);
    end(&t), end(&s);
}
END_TEST

/* -- muscles ----------------------------------------------------------------------------------------------- */

START_TEST(muscles_rise_and_fall_and_tire_with_speed)
{
    const KipMuscle muscle = {0.1, 0.05, 20}, none = {0, 0, 0};
    const double strength[2] = {-100, 50};
    double box[2];
    kip_muscle_limits(&none, strength, 30, 5, 0.005, box);
    ck_near(box[0], -100, 0);
    ck_near(box[1], 50, 0);
    kip_muscle_limits(&muscle, strength, 0, 0, 0.005, box); /* 5 % of each in 5 ms */
    ck_near(box[0], -5, 1e-12);
    ck_near(box[1], 2.5, 1e-12);
    kip_muscle_limits(&muscle, strength, 40, 0, 0.005,
                      box); /* 10 % of the strength falls, 5 % come on the other side */
    ck_near(box[0], 40 - 5 - 5, 1e-12);
    ck_near(box[1], 42.5, 1e-12);
    kip_muscle_limits(&muscle, strength, 40, 10, 0.005, box); /* at half the speed a half is left */
    ck_near(box[1], 25, 1e-12);
    ck_assert_double_le(box[0], box[1]);
    kip_muscle_limits(&muscle, strength, -90, 10, 0.005, box); /* what is stretched is as strong as at rest */
    ck_near(box[0], -95, 1e-12);
    ck_near(box[1], 2.5 - 80, 1e-12);
}
END_TEST

/* How much more torque both ankles are asked for than boxes of `part` of their strengths around `last` hold, N m. */
static double beyond_boxes(const Stage *s, const double *last, double part)
{
    double sum = 0;
    for (int side = 0; side < 2; side++) {
        const int j = kip_model_find_joint(s->model, side ? "ankle_flex_r" : "ankle_flex_l"),
                  v = s->model->joint[j].v;
        const double t = s->wbc->tau[v - s->wbc->first], most = 170 * part;
        sum += fmax(0, fabs(t - last[side]) - most);
        kip_sim_drives(s->sim).limit_lo[v] = last[side] - most;
        kip_sim_drives(s->sim).limit_hi[v] = last[side] + most;
    }
    return sum;
}

/* Forces are preferred that need less of what ankles give only later; with less weight than strengths, since they do give it. */
START_TEST(what_comes_late_is_asked_for_less)
{
    Stage s = stand();
    want_com(&s, over_feet(&s, 0.99));
    run(&s, 1);
    const int first = s.model->joint[kip_model_find_joint(s.model, "ankle_flex_l")].v,
              other = s.model->joint[kip_model_find_joint(s.model, "ankle_flex_r")].v;
    const double last[2] = {s.wbc->tau[first - s.wbc->first], s.wbc->tau[other - s.wbc->first]};
    want_com(&s, v3_add(over_feet(&s, 0.99), v3(0.05, 0, 0)));
    kip_wbc_update(s.wbc, s.sim, period);
    const double freely = beyond_boxes(&s, last, 0.05);
    kip_wbc_update(s.wbc, s.sim, period);
    const double late = beyond_boxes(&s, last, 0.05);
    ck_assert_double_gt(freely, 20);
    ck_assert_double_gt(late, 0);
    ck_assert_double_lt(late, 0.5 * freely);
    check_plan(&s);
    end(&s);
}
END_TEST

START_TEST(a_person_is_stronger_one_way)
{
    KipModel *human, *plain;
    double box[6][2];
    ck_ok(kip_mjcf_load(&human, "data/models/human37.xml", NULL, &error));
    ck_ok(kip_mjcf_load(&plain, "data/models/skeleton37.xml", NULL, &error));
    kip_joint_strength(human, kip_model_find_joint(human, "ankle_flex_l"), box);
    ck_near(box[0][0], -170, 0);
    ck_near(box[0][1], 45, 0);
    const KipMuscle muscle = kip_muscle_of(human, ""), none = kip_muscle_of(plain, "");
    ck_near(muscle.rise, 0.08, 0);
    ck_near(muscle.speed, 20, 0);
    ck_near(none.rise, 0, 0);
    ck_assert_int_eq(human->nbody, plain->nbody);
    for (int b = 1; b < human->nbody; b++)
        ck_near(human->body[b].mass, plain->body[b].mass, 0);
    kip_model_destroy(human), kip_model_destroy(plain);
}
END_TEST

Suite *suite_wbc(void)
{
    Suite *suite = suite_create("wbc");
    TCase *solve = tcase_create("solve"), *bear = tcase_create("bear");
    tcase_add_test(solve, forces_are_the_least_squares_within_their_bounds);
    tcase_add_test(solve, accelerations_are_the_weighted_least_squares);
    tcase_add_test(bear, forces_stay_in_cones_and_torques_in_boxes);
    tcase_add_test(bear, the_momentum_changes_as_it_was_asked_to);
    tcase_add_test(bear, the_ground_pushes_where_it_is_told_to);
    tcase_add_test(bear, a_link_is_there_in_time);
    tcase_add_test(bear, what_gives_way_is_told);
    tcase_add_test(bear, a_released_link_bears_less_and_less);
    tcase_add_test(bear, four_legs_stand_on_what_moves_and_is_tilted);
    tcase_add_test(bear, it_goes_on_from_what_was_saved_to_the_bit);
    tcase_add_test(bear, what_makes_no_sense_is_refused);
    tcase_add_test(bear, wishes_beyond_all_bounds_do_no_harm);
    tcase_add_test(bear, lengths_are_the_bodys);
    tcase_add_test(bear, a_firm_posture_gives_way_less);
    tcase_add_test(bear, muscles_rise_and_fall_and_tire_with_speed);
    tcase_add_test(bear, what_comes_late_is_asked_for_less);
    tcase_add_test(bear, a_person_is_stronger_one_way);
    tcase_set_timeout(bear, 60), tcase_set_timeout(solve, 60);
    suite_add_tcase(suite, solve);
    suite_add_tcase(suite, bear);
    return suite;
}
