/* kip bench, control: a skill's step, an inverse kinematics. */
#include "bench_control.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../../control/ik.h"
#include "../../dynamics/dynamics.h"
#include "../../dynamics/quat.h"
#include "../../dynamics/random.h"
#include "../../dynamics/vec3.h"
#include "../formats/mjcf.h"
#include "../script/scene.h"
#include "run.h"

enum { PERIODS = 20000, BLOCKS = 7, WARM_STEPS = 500, MOST_Q = 128 };

/* -- inverse kinematics ---------------------------------------------------------------------------------- */

static KipStatus time_solves(const KipModel *model, KipIk *ik, KipDynamics *d, KipControlFigures *figures, KipError *error)
{
    KipRandom random = {1};
    int joints[MOST_Q], hand = kip_model_find_body(model, "hand_l"), trunk = kip_model_find_body(model, "trunk");
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
            const KipJoint *joint = model->joint + joints[k];
            q[joint->q] = kip_random_uniform(&random, joint->range[0], joint->range[1]);
        }
        kip_dynamics_set(d, q, NULL);
        target.position = kip_point_position(d, hand, target.point);
        memcpy(q, model->q0, (size_t)model->nq * sizeof *q);
        double begun = kip_wall_clock();
        KipStatus status = kip_ik_solve(ik, q, joints, n, &target, 1, &result, error);
        spent += kip_wall_clock() - begun;
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

static KipStatus count_step(void *user, KipScene *scene, KipError *error)
{
    (void)scene, (void)error;
    ++*(int *)user;
    return KIP_OK;
}

static bool is_warm(void *user)
{
    return *(int *)user >= WARM_STEPS;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

/* The skill stands, and its supervisor asks and steps it again and again. */
static KipStatus time_skill(KipScene *scene, KipControlFigures *figures, KipError *error)
{
    KipWorld *world = kip_scene_world(scene);
    KipSupervisor *supervisor = kip_world_supervisor(world, 0);
    double us[BLOCKS];
    for (int b = 0; b < BLOCKS; b++) {
        double begun = kip_wall_clock();
        for (int i = 0; i < PERIODS; i++) {
            KipDecision decision;
            KipStatus status = kip_supervisor_step(supervisor, kip_world_time(world), &decision, error);
            if (status == KIP_OK && decision.failed)
                status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "%s", decision.reason);
            if (status != KIP_OK)
                return status;
        }
        us[b] = 1e6 * (kip_wall_clock() - begun) / PERIODS;
    }
    qsort(us, BLOCKS, sizeof *us, by_size);
    figures->skill_us = us[BLOCKS / 2];
    return KIP_OK;
}

static KipStatus bench_skill(KipControlFigures *figures, KipError *error)
{
    KipScene *scene;
    int steps = 0;
    KipSceneDef def = kip_scene_def();
    def.host = (KipSceneHost){.user = &steps, .stepped = count_step, .stop = is_warm};
    KipStatus status = kip_scene_load("data/scenes/stand.py", &def, &scene, error);
    if (status != KIP_OK)
        return status;
    status = kip_scene_run(scene, error);
    if (status == KIP_OK)
        status = time_skill(scene, figures, error);
    kip_scene_destroy(scene);
    return status;
}

KipStatus kip_bench_control(KipControlFigures *figures, KipError *error)
{
    KipStatus status = bench_ik(figures, error);
    return status == KIP_OK ? bench_skill(figures, error) : status;
}
