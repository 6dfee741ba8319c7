#include "race.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

enum { BLOCKS = 40, RACES = 3 };
static const double block_seconds = 0.005;

/* Each sets another state first, as a user must; MuJoCo's results stay in its data. */

static void forward_mujoco(Both *both, int s)
{
    both_set_mujoco(both, s);
    mj_forward(both->mujoco, both->data);
}

static void forward_kip(Both *both, int s)
{
    kip_dynamics_set_local(both->dynamics, state_q(both, s), state_v(both, s));
    kip_forward_dynamics(both->dynamics, state_f(both, s), both->x, NULL);
}

static void inverse_mujoco(Both *both, int s)
{
    both_set_mujoco(both, s);
    mj_kinematics(both->mujoco, both->data);
    mj_comPos(both->mujoco, both->data);
    mj_comVel(both->mujoco, both->data);
    mj_rne(both->mujoco, both->data, 1, both->y);
}

static void inverse_kip(Both *both, int s)
{
    kip_dynamics_set_local(both->dynamics, state_q(both, s), state_v(both, s));
    kip_inverse_dynamics(both->dynamics, state_f(both, s), both->x, NULL);
}

static void mass_mujoco(Both *both, int s)
{
    both_set_mujoco(both, s);
    mj_kinematics(both->mujoco, both->data);
    mj_comPos(both->mujoco, both->data);
    mj_crb(both->mujoco, both->data);
}

static void mass_kip(Both *both, int s)
{
    kip_dynamics_set_local(both->dynamics, state_q(both, s), NULL);
    kip_mass_matrix(both->dynamics, both->x);
}

typedef void Runner(Both *both, int s);
static Runner *const race[RACES][2] = {{forward_mujoco, forward_kip},
                                       {inverse_mujoco, inverse_kip},
                                       {mass_mujoco, mass_kip}};

double race_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Microseconds a call, over whole passes through the states. */
static double time_block(Both *both, Runner *run)
{
    double start = race_clock(), elapsed;
    int calls = 0;
    do {
        for (int s = 0; s < STATES; s++)
            run(both, s);
        calls += STATES;
        elapsed = race_clock() - start;
    } while (elapsed < block_seconds);
    return 1e6 * elapsed / calls;
}

void race_print_head(void)
{
    printf(
        "\nMicroseconds a call, each with another state: the least of %d blocks of %g s of the processor, MuJoCo and kip in\n"
        "turns; the ratio is kip's time over MuJoCo's. For information only. Here MuJoCo runs without\n"
        "springs and dampers too, kip with them; MuJoCo also places shapes and sites.\n"
        "  forward   mj_forward                                      kip_forward_dynamics\n"
        "  inverse   mj_kinematics, mj_comPos, mj_comVel, mj_rne     kip_inverse_dynamics\n"
        "  M         mj_kinematics, mj_comPos, mj_crb: sparse        kip_mass_matrix: all nv x nv\n\n"
        "%20s%26s%26s%26s\n%-16s %3s",
        BLOCKS, block_seconds, "", "forward", "inverse", "M", "model", "nv");
    for (int r = 0; r < RACES; r++)
        printf("  %8s %8s %6s", "MuJoCo", "kip", "ratio");
    printf("\n");
}

void race_print(Both *both)
{
    double time[RACES][2];
    both_set_passive(both, false);
    for (int block = 0; block < BLOCKS; block++)
        for (int r = 0; r < RACES; r++)
            for (int who = 0; who < 2; who++) {
                const double us = time_block(both, race[r][who]);
                time[r][who] = block ? fmin(time[r][who], us) : us;
            }
    printf("%-16s %3d", both->name, both->nv);
    for (int r = 0; r < RACES; r++) {
        double mujoco = time[r][0], kip = time[r][1];
        printf("  %8.2f %8.2f %6.2f", mujoco, kip, kip / mujoco);
    }
    printf("\n");
    fflush(stdout);
}
