/* Worked examples of choosing and learning: sensors, the supervisor, support vector machines, CMA-ES. */
#include <math.h>
#include <string.h>

#include "../../supervisor/cmaes_parts.h"
#include "../../supervisor/sensors.h"
#include "../../supervisor/supervisor.h"
#include "../../supervisor/svm.h"
#include "sheet.h"

/* -- sensors --------------------------------------------------------------------------------------------- */

static void hull(KipSheet *sheet)
{
    double x[8], y[8], px[8], py[8], p[2];
    kip_sheet_givens(sheet, "x", 8, x);
    kip_sheet_givens(sheet, "y", 8, y);
    kip_sheet_givens(sheet, "point", 2, p);
    memcpy(px, x, sizeof x);
    memcpy(py, y, sizeof y);
    const int n = kip_hull(px, py, 8);
    double area = 0;
    for (int i = 0; i < n; i++) {
        const int next = (i + 1) % n;
        area += 0.5 * (px[i] * py[next] - px[next] * py[i]);
    }
    kip_sheet_number(sheet, "corners", n);
    kip_sheet_numbers(sheet, "hull x", 1, n, px);
    kip_sheet_numbers(sheet, "hull y", 1, n, py);
    kip_sheet_number(sheet, "area", area);
    kip_sheet_number(sheet, "margin", kip_hull_margin(px, py, n, p[0], p[1]));
}

static void capture(KipSheet *sheet)
{
    const double h = kip_sheet_given(sheet, "h"), g = kip_sheet_given(sheet, "g");
    const KipVec3 com = {kip_sheet_given(sheet, "x"), 0, h}, velocity = {kip_sheet_given(sheet, "x'"), 0, 0};
    kip_sheet_number(sheet, "omega_0", sqrt(g / h));
    kip_sheet_number(sheet, "x_cp", kip_capture_point(com, velocity, 0, g).x);
}

/* A body on an ankle of given stiffness: its lean after a second. */
static void ankles(KipSheet *sheet)
{
    KipSim *sim = NULL;
    if (!kip_sheet_open(sheet))
        return;
    if (sheet->model->nq != 1) {
        kip_sheet_fail(sheet, KIP_BAD_USE, "this example is for a body on one hinge");
        return;
    }
    const double g = 9.81, mass = sheet->model->mass, h = sheet->model->body[1].com.z;
    const double weight = mass * g * h, k_p = kip_sheet_given(sheet, "stiffer") * weight;
    const double k_d = 2 * sqrt(fmax(0, k_p - weight) * mass * h * h), lean = kip_sheet_given(sheet, "lean");
    KipSimDef def = kip_sim_def(sheet->model);
    def.timestep = 0.001;
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_create(sheet->model, &def, &sim, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_set_state(sim, &lean, NULL, &sheet->error);
    if (sheet->status == KIP_OK)
        kip_sim_drives(sim).stiffness[0] = k_p, kip_sim_drives(sim).damping[0] = k_d;
    while (sheet->status == KIP_OK && kip_sim_time(sim) < 1 - 1e-9)
        sheet->status = kip_sim_step(sim, &sheet->error);
    if (sheet->status == KIP_OK) {
        kip_sheet_number(sheet, "m g h", weight);
        kip_sheet_number(sheet, "k_p", k_p);
        kip_sheet_number(sheet, "k_d", k_d);
        kip_sheet_number(sheet, "leans", kip_sim_q(sim)[0]);
    }
    kip_sim_destroy(sim);
}

/* The flight time of a free body, by formula and by simulation. */
static void flight(KipSheet *sheet)
{
    KipSim *sim = NULL;
    if (!kip_sheet_open(sheet))
        return;
    if (sheet->model->nq != 7 || sheet->model->nv != 6) {
        kip_sheet_fail(sheet, KIP_BAD_USE, "this example is for one free body");
        return;
    }
    const double g = 9.81, rise = kip_sheet_within(sheet, "rise", 1e-6, 1e3), up = sqrt(2 * g * rise);
    double before = 0, height = 0;
    KipSimDef def = kip_sim_def(sheet->model);
    def.timestep = 0.001;
    sheet->q[2] = 1, sheet->v[2] = up;
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_create(sheet->model, &def, &sim, &sheet->error);
    if (sheet->status == KIP_OK)
        sheet->status = kip_sim_set_state(sim, sheet->q, sheet->v, &sheet->error);
    while (sheet->status == KIP_OK && height >= 0) {
        before = height;
        sheet->status = kip_sim_step(sim, &sheet->error);
        height = kip_sim_q(sim)[2] - 1;
    }
    if (sheet->status == KIP_OK) {
        kip_sheet_number(sheet, "c'_z", up);
        kip_sheet_number(sheet, "T", 2 * up / g);
        kip_sheet_number(sheet, "T by steps", kip_sim_time(sim) - def.timestep * height / (height - before));
    }
    kip_sim_destroy(sim);
}

/* -- the supervisor -------------------------------------------------------------------------------------- */

/* The inputs of the example's skills, and a skill. */
typedef struct Body {
    bool in_support;
    double speed;
} Body;

typedef struct Rule {
    const Body *body;
    double score, least, most; /* its bid, for speeds from least to most */
    int support;               /* 1: only in support, -1: only out of it, 0: either */
    double done, failed;       /* limits of speed: below, above */
    bool fails_unready;        /* it also fails where it would not bid */
} Rule;

static bool is_ready(const Rule *rule)
{
    const Body *body = rule->body;
    return body->speed >= rule->least && body->speed < rule->most &&
           (rule->support == 0 || (rule->support > 0) == body->in_support);
}

static KipStatus bid(void *user, bool commanded, bool *bids, double *score, char reason[KIP_REASON_SIZE],
                     KipError *error)
{
    const Rule *rule = user;
    (void)commanded, (void)reason, (void)error;
    *bids = is_ready(rule);
    *score = rule->score;
    return KIP_OK;
}

static KipStatus check(void *user, KipCheck *check, char reason[KIP_REASON_SIZE], KipError *error)
{
    const Rule *rule = user;
    const double speed = rule->body->speed;
    (void)error;
    *check = speed < rule->done                                                 ? KIP_DONE
             : speed > rule->failed || (rule->fails_unready && !is_ready(rule)) ? KIP_FAILED
                                                                                : KIP_GOES_ON;
    *reason = 0;
    return KIP_OK;
}

static KipStatus act(void *user, KipError *error)
{
    (void)user, (void)error;
    return KIP_OK;
}

/* Nine control periods of balance, protective step and fall, where unspecified inputs are 0. */
static void supervise(KipSheet *sheet)
{
    enum { PERIODS = 9 };
    double in_support[PERIODS], speed[PERIODS], active[PERIODS] = {0}, failed[PERIODS] = {0};
    Body body = {0};
    Rule rule[] =
        {{.body = &body, .score = 10, .most = 0.3, .support = 1, .failed = HUGE_VAL, .fails_unready = true},
         {.body = &body, .score = 8, .least = 0.3, .most = 0.9, .done = 0.1, .failed = 0.9},
         {.body = &body,
          .score = 5,
          .least = 0.3,
          .most = HUGE_VAL,
          .support = -1,
          .done = 0.05,
          .failed = HUGE_VAL}};
    const KipSkill skill[] = {{.name = "default", .step = act},
                              {.name = "balance", .user = &rule[0], .bid = bid, .check = check, .step = act},
                              {.name = "step", .user = &rule[1], .bid = bid, .check = check, .step = act},
                              {.name = "fall", .user = &rule[2], .bid = bid, .check = check, .step = act}};
    KipSupervisor *supervisor = NULL;
    kip_sheet_givens(sheet, "in_support", PERIODS, in_support);
    kip_sheet_givens(sheet, "speed", PERIODS, speed);
    if (sheet->status == KIP_OK)
        sheet->status = kip_supervisor_create(skill, 4, 0, NULL, &supervisor, &sheet->error);
    for (int i = 0; i < PERIODS && sheet->status == KIP_OK; i++) {
        KipDecision decision;
        body = (Body){in_support[i] != 0, speed[i]};
        sheet->status = kip_supervisor_step(supervisor, 0.005 * i, &decision, &sheet->error);
        active[i] = decision.to, failed[i] = decision.failed;
    }
    kip_sheet_numbers(sheet, "active", 1, PERIODS, active);
    kip_sheet_numbers(sheet, "failed", 1, PERIODS, failed);
    kip_supervisor_destroy(supervisor);
}

/* -- support vector machines ----------------------------------------------------------------------------- */

static void learn(KipSheet *sheet)
{
    static const char *const kernels[] = {"linear", "rbf"};
    double x[8], y[4], at[2], alpha[4] = {0}, w[2] = {0};
    int label[4];
    KipSvm *svm = NULL;
    KipSvmDef def = kip_svm_def();
    def.kernel = (KipSvmKernel)kip_sheet_word(sheet, "kernel", kernels, 2);
    def.gamma = kip_sheet_given(sheet, "gamma");
    def.C = kip_sheet_given(sheet, "C");
    def.standardise = false;
    def.tolerance = 1e-12;
    kip_sheet_givens(sheet, "x", 8, x);
    kip_sheet_givens(sheet, "y", 4, y);
    kip_sheet_givens(sheet, "at", 2, at);
    for (int i = 0; i < 4; i++)
        label[i] = y[i] > 0 ? 1 : -1;
    const KipSvmData data = {.n = 4, .dim = 2, .x = x, .label = label};
    if (sheet->status == KIP_OK)
        sheet->status = kip_svm_train(&def, &data, &svm, &sheet->error);
    if (sheet->status != KIP_OK)
        return;
    for (int k = 0, i = 0; k < svm->nvector; k++, i++) {
        while (i < 3 && memcmp(x + 2 * i, svm->vector + 2 * k, 2 * sizeof *x) != 0)
            i++; /* vectors are in the order of examples */
        alpha[i] = svm->coefficient[k] * label[i];
        for (int c = 0; c < 2; c++)
            w[c] += svm->coefficient[k] * x[2 * i + c];
    }
    kip_sheet_numbers(sheet, "alpha", 1, 4, alpha);
    kip_sheet_number(sheet, "b", svm->bias);
    if (def.kernel == KIP_SVM_LINEAR) {
        kip_sheet_numbers(sheet, "w", 1, 2, w);
        kip_sheet_number(sheet, "margin", 2 / sqrt(w[0] * w[0] + w[1] * w[1]));
    }
    kip_sheet_number(sheet, "f", kip_svm_value(svm, at));
    kip_svm_destroy(svm);
}

/* -- CMA-ES ---------------------------------------------------------------------------------------------- */

/* The distance of the mean from the weighted mean of the mu best points, to which it must move. */
static double off_mean(const KipCmaes *cmaes, const double *x, const double *f, const double *mean)
{
    int order[64];
    double off = 0;
    const int n = cmaes->def.n;
    kip_cmaes_rank(f, kip_cmaes_population(cmaes), order);
    for (int c = 0; c < n; c++) {
        double sum = 0;
        for (int i = 0; i < cmaes->mu; i++)
            sum += cmaes->weight[i] * x[order[i] * n + c];
        off = fmax(off, fabs(sum - mean[c]));
    }
    return off;
}

/* sum of 10^(3 i / (n - 1)) x_i^2, an ellipsoid of condition 1000, n = 2. */
static void search(KipSheet *sheet)
{
    double start[2], x[128], f[64], mean[2], all[2];
    const int generations = (int)kip_sheet_within(sheet, "generations", 1, 1000);
    KipCmaes *cmaes = NULL;
    KipCmaesDef def = kip_cmaes_def();
    kip_sheet_givens(sheet, "start", 2, start);
    def.n = 2, def.start = start;
    def.sigma = kip_sheet_given(sheet, "sigma");
    def.seed = (uint64_t)kip_sheet_within(sheet, "seed", 0, 1e9);
    def.population = (int)kip_sheet_within(sheet, "population", 4, 64);
    if (sheet->status == KIP_OK)
        sheet->status = kip_cmaes_create(&def, &cmaes, &sheet->error);
    if (sheet->status != KIP_OK)
        return;
    const int population = kip_cmaes_population(cmaes);
    kip_sheet_numbers(sheet, "weights", 1, cmaes->mu, cmaes->weight);
    kip_sheet_number(sheet, "mu_eff", cmaes->mu_eff);
    kip_sheet_number(sheet, "c_1", cmaes->c_1);
    kip_sheet_number(sheet, "c_mu", cmaes->c_mu);
    kip_sheet_number(sheet, "c_sigma", cmaes->c_sigma);
    kip_sheet_number(sheet, "d_sigma", cmaes->d_sigma);
    for (int g = 1; g <= generations && !kip_cmaes_stop(cmaes); g++) {
        kip_cmaes_ask(cmaes, x);
        for (int i = 0; i < population; i++)
            f[i] = x[2 * i] * x[2 * i] + 1000 * x[2 * i + 1] * x[2 * i + 1];
        kip_cmaes_tell(cmaes, f);
        kip_cmaes_mean(cmaes, mean);
        for (int k = 0; k < 2; k++)
            all[k] = kip_cmaes_sigma(cmaes) * cmaes->deviation[k];
        kip_sheet_part(sheet, "generation %d", g);
        kip_sheet_number(sheet, "best", kip_cmaes_best_f(cmaes));
        kip_sheet_numbers(sheet, "mean", 1, 2, mean);
        kip_sheet_number(sheet, "off", off_mean(cmaes, x, f, mean));
        kip_sheet_number(sheet, "sigma", kip_cmaes_sigma(cmaes));
        kip_sheet_numbers(sheet, "C", 2, 2, cmaes->covariance);
        kip_sheet_numbers(sheet, "deviations", 1, 2, all);
    }
    kip_sheet_part(sheet, "end");
    kip_sheet_number(sheet, "solved", kip_cmaes_best_f(cmaes) < 1e-6);
    kip_cmaes_destroy(cmaes);
}

const KipSheetFunction kip_sheets_choice[] = {
    {"hull", hull},           {"capture", capture}, {"ankles", ankles}, {"flight", flight},
    {"supervise", supervise}, {"learn", learn},     {"search", search}, {NULL, NULL},
};
