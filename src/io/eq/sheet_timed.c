/* Worked examples of On the Beat: timed control of one axis, and the effect of compensation in an arm. */
#include <math.h>

#include "../../control/beat.h"
#include "../../dynamics/scalar.h"
#include "sheet.h"

/* -- one axis -------------------------------------------------------------------------------------------- */

static void torque(KipSheet *sheet)
{
    const KipGains gains = {kip_sheet_given(sheet, "ks"), kip_sheet_given(sheet, "kd")};
    const double target = kip_sheet_given(sheet, "theta_d"), angle = kip_sheet_given(sheet, "theta");
    const double rate_wanted = kip_sheet_given(sheet, "omega_d"), rate = kip_sheet_given(sheet, "omega");
    kip_sheet_number(sheet, "spring", kip_timed_torque(gains, target, angle, 0, 0));
    kip_sheet_number(sheet, "damper", kip_timed_torque(gains, 0, 0, rate_wanted, rate));
    kip_sheet_number(sheet, "tau", kip_timed_torque(gains, target, angle, rate_wanted, rate));
}

static double constants(KipSheet *sheet, double V)
{
    static const char *const modes[] = {"rest", "rate", "exp", "literal"};
    const int mode = kip_sheet_word(sheet, "n_mode", modes, 4);
    return kip_timed_constants((KipConstantsMode)mode, kip_sheet_given(sheet, "f"), V);
}

static void count(KipSheet *sheet)
{
    const double V = kip_sheet_given(sheet, "V"), n = constants(sheet, V);
    const double best = kip_timed_constants(KIP_CRIT_REST, kip_sheet_given(sheet, "f"), 0);
    kip_sheet_number(sheet, "n", n);
    kip_sheet_number(sheet, "left", kip_timed_left(n, V));
    kip_sheet_number(sheet, "stiffer", n * n / (best * best));
}

static void gains(KipSheet *sheet)
{
    const double m = kip_sheet_given(sheet, "m"), time = kip_sheet_within(sheet, "t_hat", 0.001, 1000),
                 n = constants(sheet, 0);
    const double lambda = time / n, target = kip_sheet_given(sheet, "theta_d"),
                 angle = kip_sheet_given(sheet, "theta");
    const KipGains gains = kip_timed_gains(m, lambda);
    kip_sheet_number(sheet, "n", n);
    kip_sheet_number(sheet, "lambda", lambda);
    kip_sheet_number(sheet, "k_s", gains.ks);
    kip_sheet_number(sheet, "k_d", gains.kd);
    kip_sheet_number(sheet, "critical", gains.kd * gains.kd - 4 * m * gains.ks);
    kip_sheet_number(sheet, "tau",
                     kip_timed_torque(gains, target, angle, kip_sheet_given(sheet, "omega_d"),
                                      kip_sheet_given(sheet, "omega")));
}

/* The same by many steps of semi-implicit Euler. */
static double simulate(double n, double T, double e0, double v0, double until, bool remaining)
{
    const int steps = 200000;
    const double h = until / steps;
    double e = e0, v = v0;
    for (int i = 0; i < steps; i++) {
        const double lambda = (remaining ? T - (i + 0.5) * h : T) / n;
        const KipGains gains = kip_timed_gains(1, lambda);
        const double middle = e + h / 2 * v, rate = v + h / 2 * kip_timed_torque(gains, 0, e, 0, v);
        v += h * kip_timed_torque(gains, 0, middle, 0, rate);
        e += h * rate;
    }
    return e;
}

static void closed_loop(KipSheet *sheet)
{
    const double n = kip_sheet_given(sheet, "n"), T = kip_sheet_within(sheet, "t_hat", 0.001, 1000),
                 t = kip_sheet_given(sheet, "t");
    const double e0 = kip_sheet_given(sheet, "e0"), v0 = kip_sheet_given(sheet, "e0'"), lambda = T / n;
    double rate, error = kip_timed_error(lambda, e0, v0, t, &rate);
    kip_sheet_number(sheet, "lambda", lambda);
    kip_sheet_number(sheet, "e", error);
    kip_sheet_number(sheet, "e'", rate);
    kip_sheet_number(sheet, "by steps", simulate(n, T, e0, v0, t, false));
}

static void remaining(KipSheet *sheet)
{
    const double n = kip_sheet_given(sheet, "n"), T = kip_sheet_given(sheet, "T"),
                 e0 = kip_sheet_given(sheet, "e0");
    const double v0 = kip_sheet_given(sheet, "e0'"), root = sqrt(1 + 4 * n);
    const double parts[] = {0.5, 0.9, 0.99};
    double e[3];
    for (int i = 0; i < 3; i++)
        e[i] = kip_timed_error_remaining(n, T, e0, v0, parts[i] * T);
    kip_sheet_number(sheet, "r-", (1 + 2 * n - root) / 2);
    kip_sheet_number(sheet, "r+", (1 + 2 * n + root) / 2);
    kip_sheet_numbers(sheet, "e", 1, 3, e);
    kip_sheet_number(sheet, "by steps", simulate(n, T, e0, v0, 0.5 * T, true));
}

static void least_lambda(KipSheet *sheet)
{
    const double h = kip_sheet_given(sheet, "h"), sigma = kip_sheet_given(sheet, "sigma");
    const double lambda = kip_timed_least_lambda(h, sigma);
    kip_sheet_number(sheet, "lambda", lambda);
    kip_sheet_number(sheet, "a", h / lambda);
}

/* An axis of unit inertia moves from rest at 0 to theta_d with the rate omega_d in T. */
static void moving_target(KipSheet *sheet)
{
    static const char *const targets[] = {"moving", "constant"}, *const times[] = {"remaining", "fixed"};
    const double T = kip_sheet_given(sheet, "T"), n = kip_sheet_given(sheet, "n"),
                 to = kip_sheet_given(sheet, "theta_d");
    const double rate_wanted = kip_sheet_given(sheet, "omega_d"), least = kip_sheet_given(sheet, "floor");
    const bool moves = kip_sheet_word(sheet, "target", targets, 2) == 0;
    const bool left = kip_sheet_word(sheet, "time", times, 2) == 0;
    const int steps = 50000;
    const double h = T / steps;
    double angle = 0, rate = 0;
    kip_sheet_number(sheet, "reference", kip_timed_reference(to, rate_wanted, T));
    for (int i = 0; i < steps; i++) {
        const double s = T - i * h, lambda = fmax(left ? s : T, least) / n;
        const double target = moves ? kip_timed_reference(to, rate_wanted, s) : to;
        rate += h * kip_timed_torque(kip_timed_gains(1, lambda), target, angle, rate_wanted, rate);
        angle += h * rate;
    }
    kip_sheet_number(sheet, "theta", angle);
    kip_sheet_number(sheet, "omega", rate);
}

static void analytic(KipSheet *sheet)
{
    KipAnalytic found = {0, 0};
    const double T = kip_sheet_given(sheet, "T"), angle = kip_sheet_given(sheet, "theta"),
                 rate = kip_sheet_given(sheet, "omega");
    const double to = kip_sheet_given(sheet, "theta_d"), rate_wanted = kip_sheet_given(sheet, "omega_d");
    double end_rate;
    if (sheet->status == KIP_OK)
        sheet->status = kip_timed_analytic(angle, rate, to, rate_wanted, T, &found, &sheet->error);
    kip_sheet_number(sheet, "k", found.k);
    kip_sheet_number(sheet, "S", found.S);
    kip_sheet_number(sheet, "theta at T",
                     found.S + kip_timed_error(1 / found.k, angle - found.S, rate, T, &end_rate));
    kip_sheet_number(sheet, "omega at T", end_rate);
}

static void shortest(KipSheet *sheet)
{
    const double e0 = kip_sheet_given(sheet, "e0");
    const KipShortest time = kip_timed_shortest(kip_sheet_given(sheet, "n"), kip_sheet_given(sheet, "m"), e0,
                                                kip_sheet_given(sheet, "tau_max"));
    kip_sheet_number(sheet, "clamped below", time.unclamped);
    kip_sheet_number(sheet, "possible", time.possible);
}

/* -- an arm ---------------------------------------------------------------------------------------------- */

static const char *const schemes[] = {"none", "literal", "ancestors", "lower", "exact"};
static const char *const turns[] = {"all", "literal",
                                    "link"}; /* what hangs on an axis, or the next link alone */

/* Sets key-frames in 1 s at such distances that the accelerations `wanted` result now: from rest, e = wanted lambda^2. */
static KipStatus ask(KipSheet *sheet, KipBeat *beat, const double *wanted)
{
    const KipModel *model = sheet->model;
    const double lambda = 1 / kip_timed_constants(KIP_CRIT_REST, kip_beat_def(model).fraction, 0);
    KipStatus status = KIP_OK;
    for (int j = 0; j < model->njoint && status == KIP_OK; j++) {
        const double angle = sheet->q[model->joint[j].q] + wanted[model->joint[j].v] * lambda * lambda;
        status = kip_beat_set(beat, j, (KipKeyFrame){&angle, NULL, 1}, sheet->q, sheet->v, 0, &sheet->error);
    }
    return status;
}

static void note_compensation(KipSheet *sheet, KipBeat *beat, const double *wanted)
{
    const int nv = sheet->model->nv;
    const KipBeatState state = kip_beat_state(beat);
    double *a = kip_sheet_room(sheet, (size_t)nv, sizeof *a);
    if (!a)
        return;
    kip_sheet_numbers(sheet, "m", 1, nv, state.moment);
    kip_sheet_numbers(sheet, "wanted", 1, nv, wanted);
    kip_sheet_numbers(sheet, "tau", 1, nv, state.torque);
    kip_forward_dynamics(sheet->dynamics, state.torque, a, NULL);
    kip_sheet_numbers(sheet, "got", 1, nv, a);
}

/* The ratio of stiffness of an arm's worst mode to its axes, and the bound on lambda that follows. */
static void coupling(KipSheet *sheet)
{
    KipKeys *keys = NULL;
    KipBeat *beat = NULL;
    double sigma = 1;
    if (!kip_sheet_open(sheet))
        return;
    const KipBeatDef def = kip_beat_def(sheet->model);
    const double h = kip_sheet_given(sheet, "h");
    if (sheet->status == KIP_OK)
        sheet->status = kip_keys_create(def.model, NULL, &keys, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_beat_create(&def, keys, NULL, &beat, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_beat_coupling(beat, sheet->q, &sigma, &sheet->error);
    kip_sheet_number(sheet, "sigma", sigma);
    kip_sheet_number(sheet, "lambda", kip_timed_least_lambda(h, sigma));
    kip_sheet_number(sheet, "a", h / kip_timed_least_lambda(h, sigma));
    kip_beat_destroy(beat);
    kip_keys_destroy(keys);
}

enum { MOST_AXES = 16 };

static void compensation(KipSheet *sheet)
{
    KipKeys *keys = NULL;
    KipBeat *beat = NULL;
    KipSim *sim = NULL;
    double wanted[MOST_AXES];
    if (!kip_sheet_open(sheet))
        return;
    if (sheet->model->nv > MOST_AXES || sheet->model->nq != sheet->model->nv) {
        kip_sheet_fail(sheet, KIP_BAD_USE, "this example is for arms of up to %d hinges", MOST_AXES);
        return;
    }
    KipBeatDef def = kip_beat_def(sheet->model);
    def.compensation = (KipCompensation)kip_sheet_word(sheet, "scheme", schemes, 5);
    def.time = KIP_FIXED;
    def.gravity = 0;
    def.passive = false;
    kip_sheet_givens(sheet, "wanted", sheet->model->nv, wanted);
    if (sheet->status == KIP_OK)
        sheet->status = kip_keys_create(def.model, NULL, &keys, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_beat_create(&def, keys, NULL, &beat, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_create(sheet->model, NULL, &sim, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = ask(sheet, beat, wanted);
    if (sheet->status == KIP_OK) {
        kip_beat_update(beat, sheet->q, sheet->v, 0, kip_sim_drives(sim));
        note_compensation(sheet, beat, wanted);
    }
    kip_sim_destroy(sim);
    kip_beat_destroy(beat);
    kip_keys_destroy(keys);
}

/* Simulates a motion from rest to the angles `to` in `time`, with the drives of timed control. */
static void loop(KipSheet *sheet)
{
    static const char *const times[] = {"remaining", "fixed"};
    double to[MOST_AXES], most = 0;
    KipKeys *keys = NULL;
    KipBeat *beat = NULL;
    KipSim *sim = NULL;
    if (!kip_sheet_open(sheet))
        return;
    const KipModel *model = sheet->model;
    const double time = kip_sheet_within(sheet, "t_key", 1e-3, 100);
    KipSimDef sim_def = kip_sim_def(model);
    KipBeatDef def = kip_beat_def(model);
    if (model->nv > MOST_AXES || model->nq != model->nv)
        kip_sheet_fail(sheet, KIP_BAD_USE, "this example is for arms of up to %d hinges", MOST_AXES);
    kip_sheet_givens(sheet, "to", model->nv < MOST_AXES ? model->nv : 1, to);
    def.compensation = (KipCompensation)kip_sheet_word(sheet, "scheme", schemes, 5);
    def.time = (KipTimeMode)kip_sheet_word(sheet, "time", times, 2);
    def.moment = (KipMomentMode)kip_sheet_word(sheet, "turns", turns, 3);
    sim_def.timestep = def.period = 5e-4;
    if (sheet->status == KIP_OK)
        sheet->status = kip_keys_create(def.model, NULL, &keys, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_beat_create(&def, keys, NULL, &beat, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_create(model, &sim_def, &sim, &sheet->error);
    for (int j = 0; j < model->njoint && sheet->status == KIP_OK; j++)
        sheet->status =
            kip_beat_set(beat, j, (KipKeyFrame){&to[j], NULL, time}, sheet->q, sheet->v, 0, &sheet->error);
    while (sheet->status == KIP_OK && kip_sim_time(sim) < time - 1e-9) {
        kip_beat_update(beat, kip_sim_q(sim), kip_sim_v(sim), kip_sim_time(sim), kip_sim_drives(sim));
        for (int k = 0; k < model->nv; k++)
            most = fmax(most, fabs(kip_beat_state(beat).torque[k]));
        sheet->status = kip_sim_step(sim, &sheet->error);
    }
    for (int k = 0; k < model->nv && sheet->status == KIP_OK; k++)
        to[k] -= kip_sim_q(sim)[k];
    kip_sheet_numbers(sheet, "left", 1, model->nv, to);
    kip_sheet_number(sheet, "peak", most);
    kip_sim_destroy(sim);
    kip_beat_destroy(beat);
    kip_keys_destroy(keys);
}

/* -- tracking -------------------------------------------------------------------------------------------- */

static const double turn = 6.283185307179586; /* rad/s: the tracked motion is a sine of 1 Hz */

static double motion_angle(double t)
{
    return 0.5 * kip_sin(turn * t);
}

/* A joint that tracks a sine is hit at 1 s, and moves to the motion's position at 1 s + delta. */
static void tension(KipSheet *sheet)
{
    const double m = kip_sheet_given(sheet, "m"), delta = kip_sheet_within(sheet, "delta", 0.01, 100),
                 n = kip_sheet_given(sheet, "n");
    const double look = kip_sheet_given(sheet, "look"), kick = kip_sheet_given(sheet, "kick"), h = 5e-4;
    const int hit = (int)(1 / h + 0.5), end = hit + (int)(delta / h + 0.5);
    double angle = motion_angle(0), rate = 0.5 * turn, before = 0, most = 0;
    for (int i = 0; i < end; i++) {
        const double t = i * h, key = i < hit ? t + look : 1 + delta, s = key - t;
        const double wanted = 0.5 * turn * kip_cos(turn * key);
        const double target = kip_timed_reference(motion_angle(key), wanted, s);
        rate += i == hit ? kick : 0;
        const double tau =
            kip_timed_torque(kip_timed_gains(m, fmax(s / n, 0.004)), target, angle, wanted, rate);
        rate += h * tau / m;
        angle += h * rate;
        if (i > hit / 2 && i < hit)
            before = fmax(before, fabs(angle - motion_angle(t + h)));
        if (i >= hit)
            most = fmax(most, fabs(tau));
    }
    kip_sheet_number(sheet, "off before", before);
    kip_sheet_number(sheet, "peak", most);
    kip_sheet_number(sheet, "off at the end", fabs(angle - motion_angle(1 + delta)));
}

const KipSheetFunction kip_sheets_timed[] = {
    {"torque", torque},
    {"constants", count},
    {"gains", gains},
    {"closed_loop", closed_loop},
    {"remaining", remaining},
    {"least_lambda", least_lambda},
    {"moving_target", moving_target},
    {"analytic", analytic},
    {"shortest", shortest},
    {"compensation", compensation},
    {"loop", loop},
    {"coupling", coupling},
    {"tension", tension},
    {NULL, NULL},
};
