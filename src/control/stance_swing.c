/* Legs that do not bear: the foot is where it is wanted by inverse kinematics, level and facing ahead, the joints are
 * springs and dampers to that, with the rates at which it changes, and carry the leg's own weight. See stance.h.
 */
#include <math.h>
#include <string.h>

#include "stance_parts.h"

static const double held = 0.7;      /* stiffness of a foot that stands lightly, against one that swings */
static const double pressed = 0.003; /* m: its place is so far below where it stood */
static const double most_rate = 15;  /* rad/s */
static const double knee = 0.6, ankle = 0.15, ankle_damping = 0.04; /* stiffness against the hip's; s */

/* The angles that bring the foot there, nearest to those it was held at last; into stance->q. */
static void solve(KipStance *stance, const StanceNow *now, int k, KipVec3 position)
{
    const Leg *leg = &stance->leg[k];
    const KipModel *model = stance->model;
    KipIkTarget target = kip_ik_target();
    target.body = stance->foot[k];
    target.position = position;
    target.oriented = true;
    target.orientation = q_axis_angle(v3(0, 0, 1), now->goal->heading);
    memcpy(stance->q, now->q, (size_t)model->nq * sizeof *stance->q);
    for (int j = 0; j < leg->njoint && stance->state.aims[k]; j++)
        stance->q[model->joint[leg->joint[j]].q] = stance->state.aim[k][j];
    kip_ik_solve(stance->ik, stance->q, leg->joint, leg->njoint, &target, 1, NULL, NULL);
}

/* Springs to the angles in stance->q, as strong as `part` of a swinging leg's. */
static void pull(KipStance *stance, const StanceNow *now, int k, double part, bool swings)
{
    const Leg *leg = &stance->leg[k];
    const KipModel *model = stance->model;
    StanceState *state = &stance->state;
    int j = 0;
    for (int b = 0; b < leg->nbody; b++) {
        StanceAxis axis[6];
        const int n = kip_stance_axes(stance, now, leg->body[b], axis);
        const double place = b == 0 ? 1 : b < leg->nbody - 1 ? knee : ankle;
        const double time = b < leg->nbody - 1 ? now->goal->swing_damping : ankle_damping;
        for (int i = 0; i < n; i++, j++) {
            const int dof = axis[i].dof, q = model->joint[leg->joint[j]].q;
            const double rate =
                swings && state->aims[k] ? (stance->q[q] - state->aim[k][j]) / now->period : 0;
            now->drives.target[q] = stance->q[q];
            now->drives.rate[dof] = fmax(-most_rate, fmin(most_rate, rate));
            now->drives.stiffness[dof] = part * place * now->goal->swing_stiffness;
            now->drives.damping[dof] = time * now->drives.stiffness[dof];
            now->drives.feedforward[dof] +=
                (1 - now->bears[k]) * kip_stance_weight(stance, now, leg->body[b], &axis[i]);
            state->aim[k][j] = stance->q[q];
        }
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
        solve(stance, now, k, swings ? now->goal->ankle : v3_sub(state->hold[k], v3(0, 0, pressed)));
        pull(stance, now, k, swings ? 1 : held * free, swings);
    }
}
