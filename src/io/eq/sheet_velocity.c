/* Worked examples of velocity control: the desired rate, the muscle's ramp, the boxed problem. */
#include <math.h>

#include "../../control/velocity.h"
#include "../../dynamics/lcp.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/rates.h"
#include "sheet.h"

/* Reads a rotation given by axis and angle. */
static KipQuat given_turn(KipSheet *sheet, const char *name)
{
    double x[4];
    kip_sheet_givens(sheet, name, 4, x);
    return q_exp(v3_scale(x[3] / fmax(v3_length(v3_from(x)), 1e-300), v3_from(x)));
}

static void put_quat(KipSheet *sheet, const char *name, KipQuat q)
{
    const double x[] = {q.w, q.x, q.y, q.z};
    kip_sheet_numbers(sheet, name, 1, 4, x);
}

static void ball(KipSheet *sheet)
{
    const KipQuat now = given_turn(sheet, "q_c"), then = given_turn(sheet, "q_d");
    const double time = kip_sheet_given(sheet, "t");
    const KipQuat turn = q_mul(q_conjugate(now), then);
    const KipVec3 velocity = kip_velocity_of_ball(now, then, time);
    put_quat(sheet, "q_c", now);
    put_quat(sheet, "q_d", then);
    put_quat(sheet, "q_t", turn.w < 0 ? quat(-turn.w, -turn.x, -turn.y, -turn.z) : turn);
    kip_sheet_number(sheet, "theta", time * v3_length(velocity));
    kip_sheet_put_vec(sheet, "omega", velocity);
    kip_sheet_put_vec(sheet, "in the parent", kip_velocity_in_parent(now, velocity));
}

/* The remaining distance after time t, with the rate updated every period. */
static void approach(KipSheet *sheet)
{
    static const char *const times[] = {"remaining", "fixed"};
    const KipQuat then = given_turn(sheet, "q_d");
    KipQuat now = given_turn(sheet, "q_c");
    const double time = kip_sheet_within(sheet, "t", 1e-3, 100), h = kip_sheet_within(sheet, "h", 1e-4, 1);
    const bool left = kip_sheet_word(sheet, "time", times, 2) == 0;
    const int steps = (int)(time / h + 0.5);
    const double whole = v3_length(kip_velocity_of_ball(now, then, 1));
    for (int i = 0; i < steps; i++)
        now = q_mul(now, q_exp(v3_scale(h, kip_velocity_of_ball(now, then, left ? time - i * h : time))));
    const double rest = v3_length(kip_velocity_of_ball(now, then, 1));
    kip_sheet_number(sheet, "left", rest);
    kip_sheet_number(sheet, "part", rest / whole);
}

/* Full demand in one direction for five periods, then in the other. */
static void muscle(KipSheet *sheet)
{
    static const char *const ramps[] = {"magnitude", "slew"};
    const KipRamp ramp = (KipRamp)kip_sheet_word(sheet, "ramp", ramps, 2);
    const double strength = kip_sheet_given(sheet, "tau_max"), reaction = kip_sheet_given(sheet, "t_r");
    const double period = kip_sheet_given(sheet, "dt");
    double last = 0, given[12];
    for (int i = 0; i < 12; i++) {
        double lo, hi;
        kip_muscle_box(ramp, strength, reaction, period, last, &lo, &hi);
        const double demand = i < 5 ? strength : -strength;
        given[i] = last = fmax(lo, fmin(hi, demand));
    }
    kip_sheet_number(sheet, "step", strength * period / reaction);
    kip_sheet_numbers(sheet, "tau", 1, 12, given);
}

/* -- the boxed problem ----------------------------------------------------------------------------------- */

static void put_residual(KipSheet *sheet, int n, const double *A, const double *b, const double *x)
{
    double w[8];
    for (int i = 0; i < n; i++) {
        w[i] = -b[i];
        for (int k = 0; k < n; k++)
            w[i] += A[n * i + k] * x[k];
    }
    kip_sheet_numbers(sheet, "w", 1, n, w);
}

/* Writes the solver's state after each pivot, then the solution. */
static void put_pivots(KipSheet *sheet, int n, const double *A, const double *b, const double *lo,
                       const double *hi, double *x)
{
    double *memory = kip_sheet_room(sheet, kip_lcp_memory(n), sizeof *memory);
    if (!memory)
        return;
    const int pivots = kip_lcp_solve(n, A, b, lo, hi, x, memory);
    for (int most = 1; most <= pivots; most++) {
        kip_sheet_part(sheet, "pivot %d", most);
        kip_lcp_pivots(most, n, A, b, lo, hi, x, memory);
        kip_sheet_numbers(sheet, "x", 1, n, x);
        put_residual(sheet, n, A, b, x);
    }
    kip_lcp_solve(n, A, b, lo, hi, x, memory);
    kip_sheet_part(sheet, "solution");
    kip_sheet_numbers(sheet, "x", 1, n, x);
    put_residual(sheet, n, A, b, x);
    kip_sheet_number(sheet, "pivots", pivots);
}

static void boxed(KipSheet *sheet)
{
    double A[9], b[3], lo[3], hi[3], x[3];
    kip_sheet_givens(sheet, "A", 9, A);
    kip_sheet_givens(sheet, "b", 3, b);
    kip_sheet_givens(sheet, "lo", 3, lo);
    kip_sheet_givens(sheet, "hi", 3, hi);
    for (int i = 0; i < 3; i++)
        if (!(lo[i] <= 0 && hi[i] >= 0))
            kip_sheet_fail(sheet, KIP_BAD_USE, "lo must be at most 0, hi at least 0");
    if (sheet->status == KIP_OK)
        put_pivots(sheet, 3, A, b, lo, hi, x);
}

enum { MOST = 6 };

/* Applies external torques that balance the bias of a chain of hinges about z. */
static void press(const KipModel *model, KipSim *sim, const double *bias)
{
    for (int k = 0; k < model->nv; k++) {
        const double next = k + 1 < model->nv ? bias[k + 1] : 0;
        kip_sim_set_external(sim, model->joint[k].body, v3_zero(), v3(0, 0, next - bias[k]), v3_zero());
    }
}

/* The same by the function that control calls. */
static void put_rates(KipSheet *sheet, double h, const double *bias, const double *wanted, const double *most)
{
    const int n = sheet->model->nv;
    KipSim *sim = NULL;
    KipRates *rates = NULL;
    KipRate rate[MOST];
    double force[MOST];
    KipSimDef def = kip_sim_def(sheet->model);
    def.timestep = h;
    sheet->status = kip_sim_create(sheet->model, &def, &sim, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_set_state(sim, sheet->q, sheet->v, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_rates_create(sim, n, NULL, &rates, &sheet->error);
    if (sheet->status == KIP_OK) {
        press(sheet->model, sim, bias);
        for (int k = 0; k < n; k++)
            rate[k] = (KipRate){.dof = k, .wanted = wanted[k], .lo = -most[k], .hi = most[k]};
        kip_rates_solve(rates, h, n, rate);
        for (int k = 0; k < n; k++)
            force[k] = rate[k].force;
        kip_sheet_part(sheet, "solver");
        kip_sheet_numbers(sheet, "torque", 1, n, force);
    }
    kip_rates_destroy(rates);
    kip_sim_destroy(sim);
}

/* The boxed problem of an arm of hinges about z: set up explicitly and solved, and beside it the result of control. */
static void arm(KipSheet *sheet)
{
    double M[MOST * MOST], inverse[MOST * MOST], bias[MOST], wanted[MOST], most[MOST], lo[MOST], hi[MOST];
    double free_v[MOST], b[MOST], x[MOST], v[MOST];
    if (!kip_sheet_open(sheet))
        return;
    const int n = sheet->model->nv;
    const double h = kip_sheet_given(sheet, "h");
    if (n > MOST || n != sheet->model->nq) {
        kip_sheet_fail(sheet, KIP_BAD_USE, "this example is for arms of up to %d hinges", MOST);
        return;
    }
    kip_sheet_givens(sheet, "bias", n, bias);
    kip_sheet_givens(sheet, "wanted", n, wanted);
    kip_sheet_givens(sheet, "tau_max", n, most);
    kip_mass_matrix(sheet->dynamics, M);
    kip_sheet_numbers(sheet, "M", n, n, M);
    if (sheet->status == KIP_OK)
        sheet->status = kip_mass_factor(sheet->model, M, &sheet->error);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            inverse[n * i + k] = i == k;
        kip_mass_solve(sheet->model, M, inverse + n * i);
    }
    for (int i = 0; i < n; i++) {
        free_v[i] = sheet->v[i];
        for (int k = 0; k < n; k++)
            free_v[i] -= h * inverse[n * i + k] * bias[k];
        b[i] = wanted[i] - free_v[i];
        lo[i] = -h * most[i], hi[i] = h * most[i];
    }
    kip_sheet_numbers(sheet, "A", n, n, inverse);
    kip_sheet_numbers(sheet, "v_free", 1, n, free_v);
    kip_sheet_numbers(sheet, "b", 1, n, b);
    put_pivots(sheet, n, inverse, b, lo, hi, x);
    for (int i = 0; i < n; i++) {
        v[i] = free_v[i];
        for (int k = 0; k < n; k++)
            v[i] += inverse[n * i + k] * x[k];
    }
    for (int i = 0; i < n; i++)
        x[i] /= h;
    kip_sheet_numbers(sheet, "torque", 1, n, x);
    kip_sheet_numbers(sheet, "v'", 1, n, v);
    if (sheet->status == KIP_OK)
        put_rates(sheet, h, bias, wanted, most);
}

/* Two bodies on a hinge, free in space or with the first one held. */
static void figure4(KipSheet *sheet)
{
    static const char *const roots[] = {"free", "held"};
    const bool held = kip_sheet_word(sheet, "root", roots, 2) == 1;
    const double h = 0.001, still[6] = {0};
    KipSim *sim = NULL;
    KipRates *rates = NULL;
    KipRate rate = {.dof = 6, .wanted = kip_sheet_given(sheet, "wanted"), .lo = -INFINITY, .hi = INFINITY};
    if (!kip_sheet_open(sheet))
        return;
    if (held)
        for (int j = 0; j < sheet->model->njoint; j++)
            if (sheet->model->joint[j].type == KIP_JOINT_FREE)
                kip_dynamics_prescribe(sheet->dynamics, j, true);
    sheet->status = kip_sim_create(sheet->model, NULL, &sim, &sheet->error);
    if (sheet->status == KIP_OK && held)
        sheet->status = kip_sim_prescribe(sim, 0, 1, sheet->q, sheet->v, still, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_rates_create(sim, 1, NULL, &rates, &sheet->error);
    if (sheet->status == KIP_OK) {
        double tau[7] = {0}, a[7] = {0};
        kip_rates_solve(rates, h, 1, &rate);
        tau[6] = rate.force;
        kip_forward_dynamics(sheet->dynamics, tau, a, NULL);
        kip_sheet_number(sheet, "impulse", h * rate.force);
        kip_sheet_number(sheet, "omega_1", h * a[5]);
        kip_sheet_number(sheet, "omega_2", h * (a[5] + a[6]));
    }
    kip_rates_destroy(rates);
    kip_sim_destroy(sim);
}

const KipSheetFunction kip_sheets_velocity[] = {
    {"ball", ball}, {"approach", approach}, {"muscle", muscle}, {"boxed", boxed},
    {"arm", arm},   {"figure4", figure4},   {NULL, NULL},
};
