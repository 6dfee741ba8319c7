#include "drops.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "io/cli/drop.h"
#include "race.h"

enum { MUJOCO, RK4, DEFAULT, RACERS, ROUNDS = 3 };
static const double timestep = 0.001, shortest = 0.00005; /* s */

/* -- MuJoCo ---------------------------------------------------------------------------------------------- */

static void start_mujoco(Both *both, const KipDrop *drop)
{
    mj_resetData(both->mujoco, both->data);
    memcpy(both->data->qpos, kip_sim_q(drop->sim), (size_t)both->nq * sizeof(double));
    memcpy(both->data->qvel, kip_sim_v(drop->sim), (size_t)both->nv * sizeof(double));
}

static bool has_bad_numbers(const Both *both)
{
    return both->data->warning[mjWARN_BADQPOS].number || both->data->warning[mjWARN_BADQVEL].number ||
           both->data->warning[mjWARN_BADQACC].number;
}

/* By the same measures as kip: its energy and speeds of MuJoCo's states. */
static bool mujoco_holds(Both *both, const KipDrop *drop, KipDropEnd *end)
{
    start_mujoco(both, drop);
    for (int i = 0; i < drop->steps; i++) {
        mj_step(both->mujoco, both->data);
        kip_dynamics_set(both->dynamics, both->data->qpos, both->data->qvel);
        end->time = both->data->time;
        snprintf(end->why, sizeof end->why, "MuJoCo warns of bad numbers");
        if (has_bad_numbers(both) || kip_drop_breaks(drop, both->dynamics, end->why))
            return false;
    }
    return true;
}

static void run_mujoco(Both *both, const KipDrop *drop)
{
    start_mujoco(both, drop);
    for (int i = 0; i < drop->steps; i++)
        mj_step(both->mujoco, both->data);
}

/* -- the race -------------------------------------------------------------------------------------------- */

/* Simulated seconds a second, the best of all rounds; those that do not hold have 0. */
static void run_race(Both *both, KipDrop drop[RACERS], const bool holds[RACERS], double x[RACERS])
{
    for (int round = 0; round < ROUNDS; round++)
        for (int r = 0; r < RACERS; r++) {
            double begin = race_clock();
            if (r == MUJOCO && holds[r])
                run_mujoco(both, &drop[r]);
            else if (holds[r])
                kip_drop_run(&drop[r]);
            if (holds[r])
                x[r] = fmax(x[r], KIP_DROP_SECONDS / (race_clock() - begin));
        }
}

/* The longest step, halved from 1 ms, that plain RK4 carries, and its speed. */
static void print_surviving_step(const Both *both)
{
    for (double h = 0.5 * timestep; h > shortest; h *= 0.5) {
        KipDrop drop;
        KipDropEnd end;
        KipStatus status = kip_drop_create(&drop, both->kip, KIP_RK4, h, NULL);
        bool holds = status == KIP_OK && kip_drop_holds(&drop, &end);
        double begin = race_clock();
        if (holds)
            kip_drop_run(&drop);
        if (holds)
            printf("  plain RK4 holds at %g ms, %.1f x", 1e3 * h, KIP_DROP_SECONDS / (race_clock() - begin));
        kip_drop_destroy(&drop);
        if (holds)
            return;
    }
    printf("  plain RK4 holds at no step down to %g ms", 1e3 * shortest);
}

static void print_ratio(double x, double mujoco)
{
    printf("  %8.2f", x);
    if (x > 0 && mujoco > 0)
        printf(" %6.2f", x / mujoco);
    else
        printf(" %6s", "-");
}

/* drop[MUJOCO] is one of kip's that stays at its start, which is MuJoCo's. */
static void print_race(Both *both, KipDrop drop[RACERS])
{
    double x[RACERS] = {0};
    bool holds[RACERS];
    KipDropEnd end[RACERS];
    holds[MUJOCO] = mujoco_holds(both, &drop[MUJOCO], &end[MUJOCO]);
    holds[RK4] = kip_drop_holds(&drop[RK4], &end[RK4]);
    holds[DEFAULT] = kip_drop_holds(&drop[DEFAULT], &end[DEFAULT]);
    run_race(both, drop, holds, x);
    printf("%-16s %3d  %8.2f", both->name, both->nv, x[MUJOCO]);
    print_ratio(x[RK4], x[MUJOCO]);
    print_ratio(x[DEFAULT], x[MUJOCO]);
    for (int r = 0; r < RACERS; r++)
        if (!holds[r])
            printf("  %s at %.3f s: %s;",
                   r == MUJOCO ? "MuJoCo"
                   : r == RK4  ? "RK4"
                               : "default",
                   end[r].time, end[r].why);
    if (!holds[RK4])
        print_surviving_step(both);
    printf("\n");
    fflush(stdout);
}

/* -- lying ----------------------------------------------------------------------------------------------- */

enum { EULER, IMPLICIT, TEXTBOOK, LIERS, BLOCKS = 30, BLOCK_STEPS = 100 };

static void step_block(Both *both, KipDrop *drop, int who)
{
    both->mujoco->opt.integrator = who == EULER ? mjINT_EULER : mjINT_RK4;
    for (int i = 0; i < BLOCK_STEPS; i++)
        if (who == IMPLICIT)
            kip_sim_step(drop->sim, NULL);
        else
            mj_step(both->mujoco, both->data);
}

/* What has dropped lies there: simulated seconds a second, the best of the blocks in turns. */
static void print_lying(Both *both, double h)
{
    KipDrop drop;
    double x[LIERS] = {0};
    if (kip_drop_create(&drop, both->kip, KIP_IMPLICIT_RK4, h, NULL) == KIP_OK) {
        both->mujoco->opt.timestep = h;
        start_mujoco(both, &drop);
        kip_drop_run(&drop);
        for (int i = 0; i < drop.steps; i++)
            mj_step(both->mujoco, both->data);
        for (int b = 0; b < BLOCKS; b++)
            for (int who = 0; who < LIERS; who++) {
                const double begin = race_clock();
                step_block(both, &drop, who);
                x[who] = fmax(x[who], BLOCK_STEPS * h / (race_clock() - begin));
            }
    }
    printf("%-16s %3d  lying, steps of %g ms: kip %.1f x, MuJoCo by Euler %.1f x, by RK4 %.1f x\n",
           both->name, both->nv, 1e3 * h, x[IMPLICIT], x[EULER], x[TEXTBOOK]);
    kip_drop_destroy(&drop);
}

void drops_print_head(void)
{
    printf("\nA passive drop: %g s from 0.3 m, steps of %g ms, contacts on. Simulated seconds a second, the\n"
           "best of %d runs in turns, and kip's over MuJoCo's. MuJoCo by its RK4, kip by plain RK4 and by\n"
           "its default integrator. 0 where a body passes 25 m/s, or the energy the first by a tenth. For\n"
           "information only.\n\n%20s%10s%17s%17s\n%-16s %3s  %8s  %8s %6s  %8s %6s\n",
           KIP_DROP_SECONDS, 1e3 * timestep, ROUNDS, "", "MuJoCo", "kip RK4", "kip default", "model", "nv",
           "x", "x", "ratio", "x", "ratio");
}

void drops_print(Both *both)
{
    static const KipIntegrator integrator[RACERS] = {KIP_IMPLICIT_RK4, KIP_RK4, KIP_IMPLICIT_RK4};
    KipDrop drop[RACERS] = {{0}};
    KipError error;
    KipStatus status = KIP_OK;
    both->mujoco->opt.timestep = timestep;
    both->mujoco->opt.integrator = mjINT_RK4;
    both_set_passive(both, true);
    both_set_contacts(both, true);
    for (int r = 0; r < RACERS && status == KIP_OK; r++)
        status = kip_drop_create(&drop[r], both->kip, integrator[r], timestep, &error);
    if (status == KIP_OK && both->nv > 0)
        print_race(both, drop);
    else
        printf("%-16s %3d  not dropped: %s\n", both->name, both->nv,
               both->nv ? error.message : "nothing in it moves");
    for (int r = 0; r < RACERS; r++)
        kip_drop_destroy(&drop[r]);
    for (int ms = 1; ms <= 2 && both->nv > 0; ms++)
        print_lying(both, 1e-3 * ms);
}
