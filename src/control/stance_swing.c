/* Legs that do not bear: inverse kinematics places the foot, level and facing ahead; the joints are driven to that by
 * springs and dampers, with the rates at which it changes, and carry the leg's own weight (stance.h). */
#include <math.h>
#include <string.h>

#include "stance_parts.h"

/* Set by hand together with those of stance_bear.c, on the same body. */
static const double held = 0.7;      /* stiffness of a lightly loaded foot relative to a swinging one */
static const double pressed = 0.003; /* m: its target is so far below where it stood */
static const double most_rate = 15;  /* rad/s */
static const double knee = 0.6, ankle = 0.15, ankle_damping = 0.04; /* stiffness relative to the hip's; s */

/* Solves for the joint angles that place the foot, nearest to the last ones, into stance->q. */
static void solve(KipStance *stance, const StanceNow *now, int k, KipVec3 position, double tip)
{
    const Leg *leg = &stance->leg[k];
    const KipModel *model = stance->model;
    KipIkTarget target = kip_ik_target();
    target.body = stance->foot[k];
    target.position = position;
    target.oriented = true;
    target.orientation = q_axis_angle(v3(0, 0, 1), now->goal->heading);
    if (tip != 0)
        target.orientation = q_mul(target.orientation, q_axis_angle(v3(0, 1, 0), tip));
    memcpy(stance->q, now->q, (size_t)model->nq * sizeof *stance->q);
    const double *aim = stance->state.aim[k];
    for (int j = 0; j < leg->njoint && stance->state.aims[k]; j++) {
        const KipJoint *joint = &model->joint[leg->joint[j]];
        for (int i = 0; i < joint->nq; i++)
            stance->q[joint->q + i] = *aim++;
    }
    kip_ik_solve(stance->ik, stance->q, leg->joint, leg->njoint, &target, 1, NULL, NULL);
}

/* The rotation from a joint's last target to the new one, about its axes: rad. */
static KipVec3 turn_of(const KipJoint *joint, const double *old, const double *q)
{
    if (joint->type == KIP_JOINT_BALL)
        return q_log(q_mul(q_conjugate(q_from(old)), q_from(q)));
    return v3(q[0] - old[0], 0, 0);
}

/* A spring from a joint to its target in stance->q, with `part` of a swinging leg's stiffness. */
static void pull_joint(KipStance *stance, const StanceNow *now, const KipJoint *joint, double *aim,
                       double part, double time, bool moves)
{
    const KipVec3 by = moves ? turn_of(joint, aim, stance->q + joint->q) : v3_zero();
    const double turn[3] = {by.x, by.y, by.z};
    for (int i = 0; i < joint->nq; i++)
        aim[i] = now->drives.target[joint->q + i] = stance->q[joint->q + i];
    for (int i = 0; i < joint->nv; i++) {
        const int dof = joint->v + i;
        now->drives.rate[dof] = fmax(-most_rate, fmin(most_rate, turn[i] / now->period));
        now->drives.stiffness[dof] = part * now->goal->swing_stiffness;
        now->drives.damping[dof] = time * now->drives.stiffness[dof];
    }
}

/* Springs to the targets in stance->q, with `part` of a swinging leg's stiffness. */
static void pull(KipStance *stance, const StanceNow *now, int k, double part, bool swings)
{
    const Leg *leg = &stance->leg[k];
    const KipModel *model = stance->model;
    StanceState *state = &stance->state;
    double *aim = state->aim[k];
    for (int b = 0; b < leg->nbody; b++) {
        StanceAxis axis[6];
        const int n = kip_stance_axes(stance, now, leg->body[b], axis);
        const double place = b == 0 ? 1 : b < leg->nbody - 1 ? knee : ankle;
        const double time = b < leg->nbody - 1 ? now->goal->swing_damping : ankle_damping;
        const KipBody *body = &model->body[leg->body[b]];
        for (int j = body->joint; j < body->joint + body->njoint; j++) {
            pull_joint(stance, now, &model->joint[j], aim, part * place, time, swings && state->aims[k]);
            aim += model->joint[j].nq;
        }
        for (int i = 0; i < n; i++)
            now->drives.feedforward[axis[i].dof] +=
                (1 - now->bears[k]) * kip_stance_weight(stance, now, leg->body[b], &axis[i]);
    }
    state->aims[k] = 1;
}

void kip_stance_swing(KipStance *stance, StanceNow *now)
{
    StanceState *state = &stance->state;
    for (int k = 0; k < 2; k++) {
        const bool swings = now->goal->swing == k;
        const double free = 1 - now->bears[k];
        if (swings || now->bears[k] == 1 || !state->holds[k])
            state->hold[k] = kip_body_position(now->d, stance->foot[k]), state->holds[k] = 1;
        if (free == 0) {
            state->aims[k] = 0;
            continue;
        }
        solve(stance, now, k, swings ? now->goal->ankle : v3_sub(state->hold[k], v3(0, 0, pressed)),
              swings ? now->goal->tip : 0);
        pull(stance, now, k, swings ? 1 : held * free, swings);
    }
}
