/* kip bench, control: times of a skill's step, inverse kinematics, and updates of whole-body, timed and velocity control. */
#include "bench_control.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../../control/hold.h"
#include "../../control/ik.h"
#include "../../control/velocity.h"
#include "../../control/wbc.h"
#include "../../dynamics/dynamics.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/random.h"
#include "../../dynamics/sim.h"
#include "../../dynamics/tree.h"
#include "../../dynamics/vec3.h"
#include "../formats/mjcf.h"
#include "../scene/scene.h"
#include "bench_cases.h"
#include "scene_words.h"
#include "progress.h"

static const double warm = 0.5; /* s: a skill stands for so long before it is timed */

enum { PERIODS = 20000, BLOCKS = 7, MOST_Q = 128 };

/* -- inverse kinematics ---------------------------------------------------------------------------------- */

static KipStatus time_solves(const KipModel *model, KipIk *ik, KipDynamics *d, KipControlFigures *figures,
                             KipError *error)
{
    KipRandom random = {1};
    int joints[MOST_Q], hand = kip_model_find_body(model, "hand_l"),
                        trunk = kip_model_find_body(model, "trunk");
    double q[MOST_Q], spent = 0;
    if (hand < 0 || trunk < 0 || model->nq > MOST_Q)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "skeleton37 has no trunk and hand_l");
    int n = kip_ik_chain(model, hand, trunk, joints);
    figures->ik_reached = 0;
    for (int i = 0; i < KIP_IK_TARGETS; i++) {
        KipIkTarget target = kip_ik_target();
        KipIkResult result;
        target.body = hand;
        target.point = v3(0, 0, -0.08);
        memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
        for (int k = 0; k < n; k++) {
            const double *free = model->tree->free + 2 * joints[k]; /* where the solver searches, too */
            q[model->joint[joints[k]].q] = kip_random_uniform(&random, free[0], free[1]);
        }
        kip_dynamics_set(d, q, NULL);
        target.position = kip_point_position(d, hand, target.point);
        memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
        double begun = kip_thread_clock();
        KipStatus status = kip_ik_solve(ik, q, joints, n, &target, 1, &result, error);
        spent += kip_thread_clock() - begun;
        if (status != KIP_OK)
            return status;
        figures->ik_reached += result.error < 1e-3;
    }
    figures->ik_us = 1e6 * spent / KIP_IK_TARGETS;
    return KIP_OK;
}

static KipStatus bench_ik(KipControlFigures *figures, KipError *error)
{
    KipModel *model;
    KipIk *ik = NULL;
    KipDynamics *d = NULL;
    KipStatus status = kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, error);
    if (status != KIP_OK)
        return status;
    status = kip_ik_create(model, NULL, &ik, error);
    if (status == KIP_OK)
        status = kip_dynamics_create(model, NULL, &d, error);
    if (status == KIP_OK)
        status = time_solves(model, ik, d, figures, error);
    kip_dynamics_destroy(d);
    kip_ik_destroy(ik);
    kip_model_destroy(model);
    return status;
}

/* -- a skill --------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* Times the supervisor's queries and steps of a standing skill. */
static KipStatus time_skill(KipScene *scene, KipControlFigures *figures, KipError *error)
{
    KipWorld *world = kip_scene_world(scene);
    KipSupervisor *supervisor = kip_world_supervisor(world, 0);
    double us[BLOCKS];
    for (int b = 0; b < BLOCKS; b++) {
        double begun = kip_thread_clock();
        for (int i = 0; i < PERIODS; i++) {
            KipDecision decision;
            KipStatus status = kip_supervisor_step(supervisor, kip_world_time(world), &decision, error);
            if (status == KIP_OK && decision.failed)
                status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s", decision.reason);
            if (status != KIP_OK)
                return status;
        }
        us[b] = 1e6 * (kip_thread_clock() - begun) / PERIODS;
    }
    qsort(us, BLOCKS, sizeof *us, by_size);
    figures->skill_us = us[BLOCKS / 2];
    return KIP_OK;
}

static KipStatus bench_skill(KipControlFigures *figures, KipError *error)
{
    KipScene *scene;
    KipSceneDef def = kip_scene_def();
    def.data = kip_data_folders();
    KipStatus status = kip_scene_load("data/scenes/stand.py", &def, &scene, error);
    if (status != KIP_OK)
        return status;
    status = kip_scene_advance(scene, warm, error);
    if (status == KIP_OK)
        status = time_skill(scene, figures, error);
    kip_scene_destroy(scene);
    return status;
}

/* -- whole-body control ---------------------------------------------------------------------------------- */

static const double bear_period = 0.005, bear_settles = 0.2; /* s */

typedef struct BearBench {
    KipSim *sim;
    KipDynamics *dynamics;
    KipWbc *wbc;
} BearBench;

static void update_bearing(void *user)
{
    BearBench *bench = user;
    kip_wbc_update(bench->wbc, bench->sim, bear_period);
}

static KipStatus begin_bearing(const KipModel *model, const char *key_name, const char *const *links,
                               BearBench *bench, KipError *error)
{
    KipSimDef def = kip_sim_def(model);
    KipWbcDef wbc_def = {.model = model, .root = 1};
    int key;
    KipStatus status = kip_sim_create(model, &def, &bench->sim, error);
    if (status == KIP_OK)
        status = kip_model_get_key(model, key_name, &key, error);
    if (status == KIP_OK)
        status = kip_sim_set_key(bench->sim, key, error);
    if (status == KIP_OK)
        status = kip_dynamics_create(model, NULL, &bench->dynamics, error);
    wbc_def.dynamics = bench->dynamics;
    if (status == KIP_OK)
        status = kip_wbc_create(&wbc_def, &bench->wbc, error);
    for (; *links && status == KIP_OK; links++)
        status = kip_wbc_bear(bench->wbc, bench->sim, kip_model_find_body(model, *links), error);
    for (int i = 0; kip_sim_time(bench->sim) < bear_settles && status == KIP_OK; i++) {
        if (i % (int)(bear_period / def.timestep + 0.5) == 0)
            update_bearing(bench);
        status = kip_sim_step(bench->sim, error);
    }
    return status;
}

static KipStatus bench_bearing(KipControlFigures *figures, KipError *error)
{
    static const char *const key[2] = {"stand", "prone"};
    static const char *const links[2][7] = {{"foot_l", "foot_r"},
                                            {"hand_l", "hand_r", "shank_l", "shank_r", "foot_l", "foot_r"}};
    KipModel *model;
    KipStatus status = kip_mjcf_load(&model, "data/models/skeleton37.xml", NULL, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < 2 && status == KIP_OK; i++) {
        BearBench bench = {0};
        status = begin_bearing(model, key[i], links[i], &bench, error);
        if (status == KIP_OK)
            figures->bear_us[i] = 1e6 * kip_bench_least(update_bearing, &bench);
        kip_wbc_destroy(bench.wbc);
        kip_dynamics_destroy(bench.dynamics);
        kip_sim_destroy(bench.sim);
    }
    kip_model_destroy(model);
    return status;
}

/* -- timed control --------------------------------------------------------------------------------------- */

enum { BEAT_STATES = 64, BEAT_BLOCKS = 4, BEAT_ROUNDS = 10 };
static const double beat_block = 0.01; /* s */
const int kip_beat_links[KIP_BEAT_CHAINS] = {5, 10, 20, 40, 80};

KipStatus kip_bench_chain(int links, KipModel **model, KipError *error)
{
    KipBuilder *builder = kip_builder_create(NULL);
    if (!builder)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "out of memory");
    for (int i = 0, parent = 0; i < links; i++) {
        char name[32];
        snprintf(name, sizeof name, "link%d", i);
        KipBody body = kip_body_def();
        body.name = name;
        body.parent = parent;
        body.pos.z = i ? -0.2 : 0;
        body.mass = 1;
        body.com.z = -0.1;
        body.inertia = (KipSym3){.xx = 0.0034, .yy = 0.0034, .zz = 0.0002};
        parent = kip_builder_body(builder, &body);
        KipJoint hinge = kip_joint_def();
        hinge.name = name;
        hinge.body = parent;
        hinge.axis = i % 2 ? (KipVec3){1, 0, 0} : (KipVec3){0, 1, 0};
        kip_builder_joint(builder, &hinge);
    }
    return kip_builder_finish(builder, model, error);
}

/* Sets key-frames of 0.3 rad in a second for all hinges. */
static KipStatus set_keys(const KipModel *model, KipBeat *beat, KipError *error)
{
    const double angle = 0.3;
    double v[MOST_Q] = {0};
    KipStatus status = KIP_OK;
    for (int j = 0; j < model->njoint && status == KIP_OK; j++)
        if (model->joint[j].type == KIP_JOINT_HINGE)
            status = kip_beat_set(beat, j, (KipKeyFrame){&angle, NULL, 1}, model->q0, v, 0, error);
    return status;
}

/* Microseconds an update, the least of the blocks, to exclude the load of other processes. */
static double time_updates(const KipModel *model, KipBeat *beat, KipDrives drives)
{
    static const double now = 0.5; /* s */
    KipRandom random = {1};
    double q[MOST_Q], v[MOST_Q], least = INFINITY;
    for (int b = 0; b < BEAT_BLOCKS; b++) {
        double begun = kip_thread_clock(), spent = 0;
        int n = 0;
        for (; spent < beat_block; n += BEAT_STATES) {
            memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
            for (int j = 0; j < model->njoint; j++)
                q[model->joint[j].q] += kip_random_uniform(&random, -0.5, 0.5);
            for (int i = 0; i < model->nv; i++)
                v[i] = kip_random_uniform(&random, -1, 1);
            for (int i = 0; i < BEAT_STATES; i++)
                kip_beat_update(beat, q, v, now, drives);
            spent = kip_thread_clock() - begun;
        }
        least = fmin(least, 1e6 * spent / n);
    }
    return least;
}

static KipStatus time_beat(const KipModel *model, KipCompensation compensation, double *us, KipError *error)
{
    KipSimDef def = kip_sim_def(model);
    KipBeatDef beat_def = kip_beat_def(model);
    KipSim *sim = NULL;
    KipKeys *keys = NULL;
    KipBeat *beat = NULL;
    if (model->nq > MOST_Q)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "more than %d coordinates", MOST_Q);
    beat_def.compensation = compensation;
    beat_def.period = 0.005;
    KipStatus status = kip_sim_create(model, &def, &sim, error);
    if (status == KIP_OK)
        status = kip_keys_create(model, NULL, &keys, error);
    if (status == KIP_OK)
        status = kip_beat_create(&beat_def, keys, NULL, &beat, error);
    if (status == KIP_OK)
        status = set_keys(model, beat, error);
    if (status == KIP_OK)
        *us = time_updates(model, beat, kip_sim_drives(sim));
    kip_beat_destroy(beat);
    kip_keys_destroy(keys);
    kip_sim_destroy(sim);
    return status;
}

/* R^2 of the linear fit of times over links. */
static double straightness(const double us[KIP_BEAT_CHAINS])
{
    double x = 0, y = 0, xx = 0, xy = 0, yy = 0;
    for (int i = 0; i < KIP_BEAT_CHAINS; i++)
        x += (double)kip_beat_links[i] / KIP_BEAT_CHAINS, y += us[i] / KIP_BEAT_CHAINS;
    for (int i = 0; i < KIP_BEAT_CHAINS; i++) {
        double dx = kip_beat_links[i] - x, dy = us[i] - y;
        xx += dx * dx, xy += dx * dy, yy += dy * dy;
    }
    return xy * xy / (xx * yy);
}

/* Times all chains once, and keeps the least figures of all rounds. */
static KipStatus time_beat_chains(KipBeatChains chains[2], KipError *error)
{
    static const KipCompensation compensation[2] = {KIP_ANCESTORS, KIP_LOWER};
    KipStatus status = KIP_OK;
    for (int i = 0; i < KIP_BEAT_CHAINS && status == KIP_OK; i++) {
        KipModel *model = NULL;
        status = kip_bench_chain(kip_beat_links[i], &model, error);
        for (int c = 0; c < 2 && status == KIP_OK; c++) {
            double us = INFINITY;
            status = time_beat(model, compensation[c], &us, error);
            chains[c].us[i] = fmin(chains[c].us[i], us);
        }
        kip_model_destroy(model);
    }
    return status;
}

/* Times in rounds, so that a temporary load does not affect one chain in all of them. */
static KipStatus bench_beat(KipControlFigures *figures, KipError *error)
{
    KipModel *model;
    KipStatus status = kip_mjcf_load(&model, "data/models/beat39.xml", NULL, error);
    if (status != KIP_OK)
        return status;
    figures->beat_us = INFINITY;
    for (int i = 0; i < KIP_BEAT_CHAINS; i++)
        figures->beat_chain[0].us[i] = figures->beat_chain[1].us[i] = INFINITY;
    for (int r = 0; r < BEAT_ROUNDS && status == KIP_OK; r++) {
        double us = INFINITY;
        status = time_beat(model, KIP_LOWER, &us, error);
        figures->beat_us = fmin(figures->beat_us, us);
        if (status == KIP_OK)
            status = time_beat_chains(figures->beat_chain, error);
    }
    kip_model_destroy(model);
    for (int c = 0; c < 2; c++)
        figures->beat_chain[c].r2 = straightness(figures->beat_chain[c].us);
    return status;
}

/* -- velocity control ------------------------------------------------------------------------------------ */

enum { VELOCITY_BLOCKS = 15, VELOCITY_POSES = 8, POSE_PERIODS = 60 };
enum { VELOCITY_STEPS = 5 };                 /* in a period of control */
static const double velocity_period = 0.005; /* s */

typedef struct VelocityBench {
    KipSim *sim;
    KipKeys *keys;
    KipVelocity *velocity;
} VelocityBench;

/* Plants the left foot as a script does: it is welded, and its contacts are ignored. */
static KipStatus plant_foot(KipSim *sim, KipError *error)
{
    const KipModel *model = kip_sim_model(sim);
    const int foot = kip_model_find_body(model, "foot_l"), toe = kip_model_find_body(model, "toe_l");
    int id;
    if (foot < 0 || toe < 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "gait22 has no foot_l and toe_l");
    kip_sim_set_mask(sim, foot, KIP_FROM_CONTACTS, 63);
    kip_sim_set_mask(sim, toe, KIP_FROM_CONTACTS, 63);
    const KipConstraint weld = kip_sim_weld(sim, 0, foot, v3_zero());
    return kip_sim_constrain(sim, &weld, &id, error);
}

static KipStatus begin_velocity(const KipModel *model, VelocityBench *bench, KipError *error)
{
    KipSimDef def = kip_sim_def(model);
    KipVelocityDef velocity_def = kip_velocity_def();
    int key;
    velocity_def.period = velocity_period;
    def.timestep = velocity_period / VELOCITY_STEPS;
    velocity_def.floor = 0.1, velocity_def.fastest = 10; /* late joints are not accelerated */
    KipStatus status = kip_sim_create(model, &def, &bench->sim, error);
    if (status == KIP_OK)
        status = kip_model_get_key(model, "ready", &key, error);
    if (status == KIP_OK)
        status = kip_sim_set_key(bench->sim, key, error);
    if (status == KIP_OK)
        status = kip_hold_gains(model, kip_sim_q(bench->sim), 0, NULL, kip_sim_drives(bench->sim), error);
    if (status == KIP_OK)
        status = plant_foot(bench->sim, error);
    if (status == KIP_OK)
        status = kip_keys_create(model, NULL, &bench->keys, error);
    if (status == KIP_OK)
        status = kip_velocity_create(bench->sim, model->nv, NULL, &bench->velocity, error);
    return status == KIP_OK ? kip_velocity_configure(bench->velocity, &velocity_def, error) : status;
}

/* Sets random targets of all joints, within 0.3 rad of zero, for the time of the pose. The right knee is bent by 1 rad more
 * to lift the foot, and hips move mainly in flexion, so that the legs do not collide. */
static KipStatus aim(VelocityBench *bench, KipRandom *random, KipError *error)
{
    const KipModel *model = kip_sim_model(bench->sim);
    const double now = kip_sim_time(bench->sim);
    const int lifted = kip_model_find_joint(model, "knee_flex_r");
    KipStatus status = KIP_OK;
    for (int j = 0; j < model->njoint && status == KIP_OK; j++) {
        const KipJoint *joint = model->joint + j;
        double q[4], x[3];
        if (joint->type == KIP_JOINT_FREE)
            continue;
        for (int k = 0; k < joint->nv; k++)
            x[k] = kip_random_uniform(random, -0.3, 0.3);
        if (joint->type == KIP_JOINT_BALL)
            q_store(q, q_exp(v3(0.2 * x[0], x[1], 0.2 * x[2])));
        else
            q[0] = fmax(x[0], joint->range[0]) + (j == lifted);
        status = kip_keys_set(bench->keys, j, (KipKeyFrame){q, NULL, now + POSE_PERIODS * velocity_period},
                              now, error);
    }
    return status;
}

/* Moves from pose to pose; adds the seconds of updates and of steps, and the pivots. */
static KipStatus go_through(VelocityBench *bench, double seconds[2], double *pivots, KipError *error)
{
    KipRandom random = {1};
    KipStatus status = KIP_OK;
    for (int i = 0; i < VELOCITY_POSES * POSE_PERIODS && status == KIP_OK; i++) {
        if (i % POSE_PERIODS == 0)
            status = aim(bench, &random, error);
        const double begun = kip_thread_clock();
        kip_velocity_update(bench->velocity, bench->keys, kip_sim_time(bench->sim),
                            kip_sim_drives(bench->sim));
        const double updated = kip_thread_clock();
        for (int k = 0; k < VELOCITY_STEPS && status == KIP_OK; k++)
            status = kip_sim_step(bench->sim, error);
        seconds[0] += updated - begun, seconds[1] += kip_thread_clock() - updated;
        *pivots += kip_velocity_state(bench->velocity).pivots;
    }
    return status;
}

static KipStatus bench_velocity(KipControlFigures *figures, KipError *error)
{
    const double n = VELOCITY_POSES * POSE_PERIODS;
    KipModel *model;
    KipStatus status = kip_mjcf_load(&model, "data/models/gait22.xml", NULL, error);
    if (status != KIP_OK)
        return status;
    figures->velocity_us = figures->velocity_step_us = INFINITY;
    for (int b = 0; b < VELOCITY_BLOCKS && status == KIP_OK; b++) {
        VelocityBench bench = {0};
        double seconds[2] = {0}, pivots = 0;
        status = begin_velocity(model, &bench, error);
        if (status == KIP_OK)
            status = go_through(&bench, seconds, &pivots, error);
        figures->velocity_us = fmin(figures->velocity_us, 1e6 * seconds[0] / n);
        figures->velocity_step_us = fmin(figures->velocity_step_us, 1e6 * seconds[1] / (n * VELOCITY_STEPS));
        figures->velocity_pivots = pivots / n;
        kip_velocity_destroy(bench.velocity);
        kip_keys_destroy(bench.keys);
        kip_sim_destroy(bench.sim);
    }
    kip_model_destroy(model);
    return status;
}

KipStatus kip_bench_control(KipControlFigures *figures, KipError *error)
{
    KipStatus status = bench_ik(figures, error);
    if (status == KIP_OK)
        status = bench_skill(figures, error);
    if (status == KIP_OK)
        status = bench_bearing(figures, error);
    if (status == KIP_OK)
        status = bench_beat(figures, error);
    return status == KIP_OK ? bench_velocity(figures, error) : status;
}
