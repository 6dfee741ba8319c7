/* kip bench: times of the algorithms on this machine.
 *
 * Each call takes the next of STATES random states, sets it (kinematics, sines and cosines) and runs the
 * algorithm; one number of the result goes into a checksum. A pass is all states once; its checksum, always
 * summed in the same order, is the same on every machine. Passes are timed as in bench_cases.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../dynamics/random.h"
#include "../../dynamics/sim.h"
#include "../text/json.h"
#include "../formats/mjcf.h"
#include "bench_cases.h"
#include "bench_control.h"
#include "bench_search.h"
#include "commands.h"
#include "drop.h"
#include "progress.h"

enum { STATES = 1000, DROPS = 3 };
static const double drop_timestep = 0.001; /* s */
static const char default_model[] = "data/models/skeleton37.xml";

/* -- random states --------------------------------------------------------------------------------------- */

static void fill_q(const KipModel *model, KipRandom *random, double *q)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = &model->joint[j];
        bool turns = joint->type == KIP_JOINT_FREE || joint->type == KIP_JOINT_BALL;
        int nlinear = turns ? joint->nq - 4 : joint->nq;
        double reach = joint->type == KIP_JOINT_HINGE ? 2 : 0.5; /* rad, m */
        for (int i = 0; i < nlinear; i++)
            q[joint->q + i] = kip_random_uniform(random, -reach, reach);
        for (int i = nlinear; i < joint->nq; i++) /* four normal numbers point anywhere with equal chance */
            q[joint->q + i] = kip_random_normal(random);
    }
    kip_model_normalize(model, q);
}

/* -- a model with its states ----------------------------------------------------------------------------- */

typedef struct Bench {
    const KipModel *model;
    KipDynamics *dynamics;
    double *q, *v;  /* STATES of each */
    double *f;      /* [STATES][nv] forces of forward dynamics, accelerations of inverse dynamics */
    double *result; /* [nv] or [nv][nv] */
    KipSim *sim;    /* NULL: the model cannot be simulated */
    void *start;    /* its first state, saved */
    int steps;      /* of the simulation in one pass */
    KipError error; /* of the simulation */
    double sum;     /* of the last pass */
} Bench;

static KipStatus bench_create(Bench *bench, const KipModel *model, KipError *error)
{
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
    *bench = (Bench){.model = model};
    if (nv == 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the model has no joints, so nothing to time");
    bench->q = malloc(STATES * nq * sizeof(double));
    bench->v = malloc(STATES * nv * sizeof(double));
    bench->f = malloc(STATES * nv * sizeof(double));
    bench->result = malloc(nv * nv * sizeof(double));
    if (!bench->q || !bench->v || !bench->f || !bench->result)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    KipRandom random = {1};
    for (size_t s = 0; s < STATES; s++) {
        fill_q(model, &random, bench->q + s * nq);
        for (size_t i = 0; i < nv; i++) {
            bench->v[s * nv + i] = 1.5 * kip_random_normal(&random); /* rad/s, m/s */
            bench->f[s * nv + i] = 10 * kip_random_normal(&random);  /* N m, N; rad/s^2, m/s^2 */
        }
    }
    return kip_dynamics_create(model, NULL, &bench->dynamics, error);
}

static void bench_destroy(Bench *bench)
{
    kip_sim_destroy(bench->sim);
    kip_dynamics_destroy(bench->dynamics);
    free(bench->q);
    free(bench->v);
    free(bench->f);
    free(bench->result);
    free(bench->start);
}

/* -- passes ---------------------------------------------------------------------------------------------- */

/* Each runs once over the states and stores the checksum. */

static void set_state(Bench *bench, int state)
{
    kip_dynamics_set_local(bench->dynamics, bench->q + (ptrdiff_t)state * bench->model->nq,
                           bench->v + (ptrdiff_t)state * bench->model->nv);
}

static void forward_pass(void *user)
{
    Bench *bench = user;
    int nv = bench->model->nv;
    double sum = 0;
    for (int s = 0; s < STATES; s++) {
        set_state(bench, s);
        kip_forward_dynamics(bench->dynamics, bench->f + (ptrdiff_t)s * nv, bench->result, NULL);
        sum += bench->result[s % nv];
    }
    bench->sum = sum;
}

static void inverse_pass(void *user)
{
    Bench *bench = user;
    int nv = bench->model->nv;
    double sum = 0;
    for (int s = 0; s < STATES; s++) {
        set_state(bench, s);
        kip_inverse_dynamics(bench->dynamics, bench->f + (ptrdiff_t)s * nv, bench->result, NULL);
        sum += bench->result[s % nv];
    }
    bench->sum = sum;
}

static void mass_pass(void *user)
{
    Bench *bench = user;
    int nv = bench->model->nv;
    double sum = 0;
    for (int s = 0; s < STATES; s++) {
        set_state(bench, s);
        kip_mass_matrix(bench->dynamics, bench->result);
        sum += bench->result[s % nv];
    }
    bench->sum = sum;
}

/* Simulates one second from the start, with motors slack; the sum is that of the last q. */
static void step_pass(void *user)
{
    Bench *bench = user;
    const KipModel *model = bench->model;
    size_t size = kip_sim_save_size(bench->sim);
    double sum = 0;
    bench->error.status = kip_sim_load(bench->sim, bench->start, size, &bench->error);
    for (int i = 0; i < bench->steps && bench->error.status == KIP_OK; i++)
        bench->error.status = kip_sim_step(bench->sim, &bench->error);
    for (int i = 0; i < model->nq; i++)
        sum += kip_sim_q(bench->sim)[i];
    bench->sum = sum;
}

/* -- figures --------------------------------------------------------------------------------------------- */

enum { FORWARD, INVERSE, MASS, ALGORITHMS };

typedef struct Figures {
    double us[ALGORITHMS]; /* for a call */
    double checksum;       /* of all three */
    double timestep;       /* s */
    double step_us;        /* NaN where the model cannot be simulated */
    KipError no_step;      /* the reason for that */
    double drop_rk4_x;     /* simulated seconds a second; 0 where it diverges, NaN where step_us is */
    double drop_default_x;
    KipDropEnd rk4_end, default_end; /* of drops that diverge */
} Figures;

/* Makes a simulation at the first keyframe, or at the reference. */
static KipStatus start_sim(Bench *bench, const KipSimDef *def)
{
    KipStatus status = kip_sim_create(bench->model, def, &bench->sim, &bench->error);
    if (status == KIP_OK && bench->model->nkey)
        status = kip_sim_set_key(bench->sim, 0, &bench->error);
    if (status != KIP_OK)
        return status;
    bench->start = malloc(kip_sim_save_size(bench->sim));
    if (!bench->start)
        return KIP_NO_MEMORY;
    kip_sim_save(bench->sim, bench->start);
    return KIP_OK;
}

static KipStatus time_steps(Bench *bench, Figures *figures)
{
    KipSimDef def = kip_sim_def(bench->model);
    figures->timestep = def.timestep;
    figures->step_us = NAN;
    KipStatus status = start_sim(bench, &def);
    if (status == KIP_OK) {
        bench->steps = 1 + (int)(1 / def.timestep);
        figures->step_us = 1e6 * kip_bench_least(step_pass, bench) / bench->steps;
        status = bench->error.status;
    }
    if (status != KIP_OK) {
        figures->step_us = NAN;
        figures->no_step = bench->error;
    }
    return status == KIP_NO_MEMORY ? status : KIP_OK;
}

/* Simulated seconds a second of the passive drop; 0 where it does not hold, with *end saying how. */
static KipStatus time_drop(const KipModel *model, KipIntegrator integrator, double *x, KipDropEnd *end,
                           KipError *error)
{
    KipDrop drop;
    double least = INFINITY;
    KipStatus status = kip_drop_create(&drop, model, integrator, drop_timestep, error);
    bool holds = status == KIP_OK && kip_drop_holds(&drop, end);
    for (int i = 0; i < DROPS && holds; i++) {
        double start = kip_thread_clock();
        kip_drop_run(&drop);
        least = fmin(least, kip_thread_clock() - start);
    }
    kip_drop_destroy(&drop);
    if (status == KIP_OK)
        *x = holds ? KIP_DROP_SECONDS / least : 0;
    return status;
}

static KipStatus time_model(const KipModel *model, Figures *figures, KipError *error)
{
    static KipBenchPass *const pass[ALGORITHMS] = {forward_pass, inverse_pass, mass_pass};
    Bench bench;
    *figures = (Figures){0};
    KipStatus status = bench_create(&bench, model, error);
    for (int i = 0; i < ALGORITHMS && status == KIP_OK; i++) {
        figures->us[i] = 1e6 / STATES * kip_bench_least(pass[i], &bench);
        figures->checksum += bench.sum;
    }
    if (status == KIP_OK)
        status = time_steps(&bench, figures);
    figures->drop_rk4_x = figures->drop_default_x = NAN;
    if (status == KIP_OK && !isnan(figures->step_us))
        status = time_drop(model, KIP_RK4, &figures->drop_rk4_x, &figures->rk4_end, error);
    if (status == KIP_OK && !isnan(figures->step_us))
        status = time_drop(model, KIP_IMPLICIT_RK4, &figures->drop_default_x, &figures->default_end, error);
    if (status == KIP_NO_MEMORY)
        kip_fail(error, status, kip_nowhere(), "out of memory");
    bench_destroy(&bench);
    return status;
}

/* -- chains ---------------------------------------------------------------------------------------------- */

enum { CHAINS = 5 };
static const int chain_links[CHAINS] = {2, 8, 32, 128, 512};

/* us[i]: time of forward dynamics of the i-th chain. */
static KipStatus time_chains(double us[CHAINS], KipError *error)
{
    KipStatus status = KIP_OK;
    for (int i = 0; i < CHAINS && status == KIP_OK; i++) {
        KipModel *model = NULL;
        Bench bench = {0};
        status = kip_bench_chain(chain_links[i], &model, error);
        if (status == KIP_OK)
            status = bench_create(&bench, model, error);
        if (status == KIP_OK)
            us[i] = 1e6 / STATES * kip_bench_least(forward_pass, &bench);
        bench_destroy(&bench);
        kip_model_destroy(model);
    }
    return status;
}

/* -- reports --------------------------------------------------------------------------------------------- */

static void print_drop_text(const char *name, double x, const KipDropEnd *end, const char *integrator)
{
    if (x > 0)
        printf("  %-16s %11.1f times real time, %g s of a passive drop by %s in steps of %g s\n", name, x,
               KIP_DROP_SECONDS, integrator, drop_timestep);
    else
        printf("  %-16s           0: by %s in steps of %g s, at %.4g s, %s\n", name, integrator,
               drop_timestep, end->time, end->why);
}

static void print_model_text(const char *path, const KipModel *model, const Figures *figures)
{
    printf("%s: nq %d, nv %d\n", path, model->nq, model->nv);
    printf("  forward dynamics  %10.3f us a call\n", figures->us[FORWARD]);
    printf("  inverse dynamics  %10.3f us a call\n", figures->us[INVERSE]);
    printf("  mass matrix       %10.3f us a call\n", figures->us[MASS]);
    if (isnan(figures->step_us)) {
        printf("  step              not timed: %s\n", figures->no_step.message);
    } else {
        double step_us = figures->step_us;
        printf("  step              %10.3f us, %.0f steps a second\n", step_us, 1e6 / step_us);
        printf("  run_x             %10.1f times real time, in steps of %.4g s with contacts from %s\n",
               1e6 * figures->timestep / step_us, figures->timestep,
               model->nkey ? "the first keyframe" : "the reference");
        print_drop_text("drop_rk4_x", figures->drop_rk4_x, &figures->rk4_end, "plain RK4");
        print_drop_text("drop_default_x", figures->drop_default_x, &figures->default_end,
                        "the default integrator");
    }
    printf("  checksum          %.17g\n", figures->checksum);
}

static void print_chains_text(const double us[CHAINS])
{
    printf("chains of hinges, forward dynamics\n  links     us a call     us a link\n");
    for (int i = 0; i < CHAINS; i++)
        printf("  %5d    %10.3f    %10.4f\n", chain_links[i], us[i], us[i] / chain_links[i]);
}

static void print_cases_text(const KipCaseFigure figure[KIP_CASES])
{
    printf("a step, or a call               us    real times   kB a world\n");
    for (int i = 0; i < KIP_CASES; i++) {
        printf("  %-15s %16.3f", figure[i].name, figure[i].us);
        if (isnan(figure[i].x))
            printf("%27s  %s\n", "", figure[i].what);
        else
            printf(" %13.1f %12.0f  %s\n", figure[i].x, 1e-3 * (double)figure[i].bytes, figure[i].what);
    }
}

static void print_control_text(const KipControlFigures *control)
{
    printf("control of skeleton37\n");
    printf("  inverse kinematics %9.3f us a target, restarts counted; %d of %d reached to 1 mm\n",
           control->ik_us, control->ik_reached, KIP_IK_TARGETS);
    printf("  skill              %9.3f us a control period (data/skills/stand.py, 38 lines)\n",
           control->skill_us);
    printf("  whole-body control %9.3f us an update on two feet, %.3f lying on hands, shanks and feet\n",
           control->bear_us[0], control->bear_us[1]);
    printf("timed control\n");
    printf("  beat39             %9.3f us an update of all joints\n", control->beat_us);
    printf("  chains of hinges, compensation by ancestors and by rows of the mass matrix\n"
           "  links    us an update  us an update\n");
    for (int i = 0; i < KIP_BEAT_CHAINS; i++)
        printf("  %5d    %12.3f  %12.3f\n", kip_beat_links[i], control->beat_chain[0].us[i],
               control->beat_chain[1].us[i]);
    printf("  R^2 of a line %9.5f  %12.5f\n", control->beat_chain[0].r2, control->beat_chain[1].r2);
    printf("velocity control of gait22, a foot planted, every 5 ms\n");
    printf("  update            %10.3f us, %.1f pivots; %.2f %% of a core at real time\n",
           control->velocity_us, control->velocity_pivots, 100e-6 * control->velocity_us / 0.005);
    printf("  step of 1 ms      %10.3f us\n", control->velocity_step_us);
}

static void print_search_text(const KipSearchFigures *search)
{
    printf("search, 6 s of data/scenes/stand.py a trial\n");
    printf("  one thread        %10.2f trials a second\n", search->one);
    printf("  two threads       %10.2f trials a second, %.2f times as many\n", search->two, search->ratio);
}

static void print_json(const char *path, const KipModel *model, const Figures *figures,
                       const double *chain_us, const KipCaseFigure *cases, const KipControlFigures *control,
                       const KipSearchFigures *search)
{
    KipJson json = {.stream = stdout};
    kip_json_open(&json, NULL, '{');
    kip_json_string(&json, "model", model ? path : NULL);
    kip_json_integer(&json, "nq", model ? model->nq : 0);
    kip_json_integer(&json, "nv", model ? model->nv : 0);
    kip_json_number(&json, "forward_us", figures->us[FORWARD]);
    kip_json_number(&json, "inverse_us", figures->us[INVERSE]);
    kip_json_number(&json, "mass_us", figures->us[MASS]);
    kip_json_number(&json, "checksum", figures->checksum);
    kip_json_number(&json, "timestep", figures->timestep);
    kip_json_number(&json, "step_us", figures->step_us);
    kip_json_number(&json, "steps_per_s", 1e6 / figures->step_us);
    kip_json_number(&json, "run_x", 1e6 * figures->timestep / figures->step_us);
    kip_json_number(&json, "drop_rk4_x", figures->drop_rk4_x);
    kip_json_number(&json, "drop_default_x", figures->drop_default_x);
    if (control) {
        kip_json_number(&json, "ik_us", control->ik_us);
        kip_json_integer(&json, "ik_reached", control->ik_reached);
        kip_json_number(&json, "skill_us", control->skill_us);
        kip_json_number(&json, "bear_feet_us", control->bear_us[0]);
        kip_json_number(&json, "bear_limbs_us", control->bear_us[1]);
        kip_json_number(&json, "beat_us", control->beat_us);
        kip_json_number(&json, "beat_ancestors_r2", control->beat_chain[0].r2);
        kip_json_number(&json, "beat_lower_r2", control->beat_chain[1].r2);
        kip_json_number(&json, "velocity_us", control->velocity_us);
        kip_json_number(&json, "velocity_pivots", control->velocity_pivots);
        kip_json_number(&json, "velocity_step_us", control->velocity_step_us);
        kip_json_number(&json, "trials_per_s", search->one);
        kip_json_number(&json, "trials_per_s_two_threads", search->two);
        kip_json_number(&json, "two_threads_x", search->ratio);
    }
    kip_json_open(&json, "chain", '[');
    for (int i = 0; chain_us && i < CHAINS; i++) {
        kip_json_open(&json, NULL, '{');
        kip_json_integer(&json, "links", chain_links[i]);
        kip_json_number(&json, "forward_us", chain_us[i]);
        kip_json_number(&json, "forward_us_a_link", chain_us[i] / chain_links[i]);
        kip_json_close(&json);
    }
    kip_json_close(&json);
    kip_json_open(&json, "case", '[');
    for (int i = 0; cases && i < KIP_CASES; i++) {
        kip_json_open(&json, NULL, '{');
        kip_json_string(&json, "name", cases[i].name);
        kip_json_number(&json, "us", cases[i].us);
        kip_json_number(&json, "real_times", cases[i].x);
        kip_json_integer(&json, "bytes", (int64_t)cases[i].bytes);
        kip_json_close(&json);
    }
    kip_json_close(&json);
    kip_json_close(&json);
}

/* -- the command ----------------------------------------------------------------------------------------- */

enum { JSON, OPTIONS };

static const KipOption options[OPTIONS] = {
    [JSON] = {"json", KIP_OPTION_FLAG, NULL},
};

static KipStatus bench_all(const char *path, bool chains, bool json, KipError *error)
{
    KipModel *model = NULL;
    Figures figures = {.us = {NAN, NAN, NAN},
                       .checksum = NAN,
                       .timestep = NAN,
                       .step_us = NAN,
                       .drop_rk4_x = NAN,
                       .drop_default_x = NAN};
    double chain_us[CHAINS];
    KipControlFigures control;
    KipSearchFigures search;
    KipCaseFigure cases[KIP_CASES];
    KipStatus status = kip_mjcf_load(&model, path, NULL, error);
    if (chains && status == KIP_IO)
        status = KIP_OK; /* outside of the project's directory there are chains only */
    if (status == KIP_OK && model)
        status = time_model(model, &figures, error);
    if (status == KIP_OK && chains)
        status = time_chains(chain_us, error);
    bool with_control = chains && model;
    if (status == KIP_OK && with_control)
        status = kip_bench_cases(cases, error);
    if (status == KIP_OK && with_control)
        status = kip_bench_control(&control, error);
    if (status == KIP_OK && with_control)
        status = kip_bench_search(&search, error);
    if (status == KIP_OK && json) {
        print_json(path, model, &figures, chains ? chain_us : NULL, with_control ? cases : NULL,
                   with_control ? &control : NULL, &search);
    } else if (status == KIP_OK) {
        if (model)
            print_model_text(path, model, &figures);
        if (chains)
            print_chains_text(chain_us);
        if (with_control)
            print_cases_text(cases), print_control_text(&control), print_search_text(&search);
    }
    kip_model_destroy(model);
    return status;
}

static int run(const KipArguments *arguments)
{
    KipError error;
    bool chains = arguments->noperand == 0;
    KipStatus status = bench_all(chains ? default_model : arguments->operand[0], chains,
                                 kip_arguments_count(arguments, JSON) > 0, &error);
    return status == KIP_OK ? KIP_EXIT_DONE : kip_cli_fail(&error);
}

const KipCommand kip_command_bench = {
    .name = "bench",
    .summary = "time the algorithms on this machine",
    .operands = "[MODEL]",
    .least = 0,
    .most = 1,
    .option = options,
    .noption = OPTIONS,
    .about = kip_about_bench,
    .run = run,
};
