/* Legs that bear (stance.h).
 *
 * The wanted ground reaction of a leg, F at the centre of pressure c with a moment n about the vertical, and the weight of the
 * bodies below an axis a through p, determine its torque
 *
 *    tau = a.(G - (c - p) x F - n z),  G = sum m_i g (c_i - p) x z
 *
 * F.z is the leg's share of the force that lifts the root; F.x and F.y are those with which the hip produces the wanted moment on
 * the root, as far as friction allows. */
#include <math.h>

#include "../dynamics/scalar.h"
#include "stance_parts.h"

/* Set by hand on skeleton37 (1.75 m, 80 kg) at 1 ms and a period of 5 ms, before the parameters of the everyday skills were
 * optimized with these fixed. Lengths do not scale with the body. */
static const double edge = 0.01;     /* m: least distance of centres of pressure from the sole's edge */
static const double friction = 0.65; /* most horizontal force over the vertical one */
static const double twist = 0.06;    /* m: most moment about the vertical over the vertical force */
static const double most_turn = 0.5; /* m: most moment on the root over the weight */
static const double least_lift = 0.5, most_lift = 1.7; /* of the weight */
static const double lift_rate = 0.4;                   /* m/s: rate at which the wanted height changes */
static const double straight = 0.985;                  /* greatest extension of a bearing leg, of its reach */
static const double least_share = 0.02;                /* of a foot that does not swing */
static const double light = 0.25;                      /* below this share a foot is also held in place */
static const double least_arm = 1e-6;                  /* m, of the hip over the ground */
static const double roll_damping =
    2; /* N m s/rad for 80 kg, about a foot's length: it does not roll off its edge */
static const double touch = 0.02; /* of the weight: a foot that bears less is in the air */
static const double leg_damping = 8, foot_damping = 2; /* N m s/rad for 80 kg: of the leg then */
static const double root_part = 0.6;                   /* fraction of the trunk's lean that the root takes */
static const double yaw_stiffness = 50, yaw_damping = 4,
                    most_yaw = 60; /* N m/rad, N m s/rad, N m for 80 kg */

static double clamp(double x, double lo, double hi)
{
    return fmax(lo, fmin(hi, x));
}

/* -- where the ground pushes ------------------------------------------------------------------------------ */

/* The point of the sole, inside its edges, that is nearest to a point of the world in horizontal projection. */
static KipVec3 onto_sole(const KipStance *stance, const StanceNow *now, int k, KipVec3 p)
{
    const Leg *leg = &stance->leg[k];
    const KipMat3 R = kip_body_rotation(now->d, stance->foot[k]);
    const KipVec3 origin = kip_body_position(now->d, stance->foot[k]);
    KipVec3 own = m3_apply_t(R, v3(p.x - origin.x, p.y - origin.y, leg->lo.z));
    own = v3(clamp(own.x, leg->lo.x + edge, fmax(leg->hi.x - edge, leg->lo.x + edge)),
             clamp(own.y, leg->lo.y + edge, fmax(leg->hi.y - edge, leg->lo.y + edge)), leg->lo.z);
    return v3_add(origin, m3_apply(R, own));
}

static KipVec3 middle_of_sole(const KipStance *stance, const StanceNow *now, int k)
{
    return kip_point_position(now->d, stance->foot[k],
                              v3_scale(0.5, v3_add(stance->leg[k].lo, stance->leg[k].hi)));
}

/* Computes shares and centres of pressure of both feet. */
static void share_out(const KipStance *stance, const StanceNow *now, double share[2], KipVec3 cop[2])
{
    const KipStanceGoal *goal = now->goal;
    if (goal->swing >= 0) {
        share[goal->swing] = 0, share[1 - goal->swing] = 1;
        cop[0] = onto_sole(stance, now, 0, goal->cop);
        cop[1] = onto_sole(stance, now, 1, goal->cop);
        return;
    }
    const KipVec3 m0 = middle_of_sole(stance, now, 0), m1 = middle_of_sole(stance, now, 1);
    const double x = m1.x - m0.x, y = m1.y - m0.y, between = x * x + y * y;
    double part = between > 0 ? ((goal->cop.x - m0.x) * x + (goal->cop.y - m0.y) * y) / between : 0.5;
    share[1] = isnan(goal->share) ? clamp(part, least_share, 1 - least_share) : goal->share;
    share[0] = 1 - share[1];
    const KipVec3 off = v3_sub(goal->cop, v3_add(v3_scale(share[0], m0), v3_scale(share[1], m1)));
    cop[0] = onto_sole(stance, now, 0, v3_add(m0, off));
    cop[1] = onto_sole(stance, now, 1, v3_add(m1, off));
}

/* -- height ------------------------------------------------------------------------------------------------ */

/* The force that lifts the root to its height over the feet, which does not stretch legs. */
static double lift(KipStance *stance, const StanceNow *now, const double share[2])
{
    const KipStanceGoal *goal = now->goal;
    const KipVec3 root = kip_body_position(now->d, stance->root);
    const double weight = stance->mass * now->g;
    double ground = 0, wanted = goal->height;
    for (int k = 0; k < 2; k++) {
        const KipVec3 hip = kip_body_position(now->d, stance->leg[k].body[0]);
        const KipVec3 foot = kip_body_position(now->d, stance->foot[k]);
        const double reach = straight * stance->leg[k].reach, x = hip.x - foot.x, y = hip.y - foot.y;
        ground += share[k] * foot.z;
        if (share[k] > 0.35)
            wanted = fmin(wanted,
                          sqrt(fmax(reach * reach - x * x - y * y, 0.25 * reach * reach)) + root.z - hip.z);
    }
    double *height = &stance->state.height;
    const double most = lift_rate * now->period;
    *height = isnan(*height) ? clamp(root.z - ground, 0.5 * goal->height, goal->height) : *height;
    *height += clamp(wanted - *height, -most, most);
    const double speed = kip_point_velocity(now->d, stance->root, v3_zero()).z;
    return clamp(weight + goal->lift_stiffness * (*height + ground - root.z) - goal->lift_damping * speed,
                 least_lift * weight, most_lift * weight);
}

/* -- turning ----------------------------------------------------------------------------------------------- */

static KipQuat facing(double heading, double pitch, double roll)
{
    const KipQuat q = q_mul(q_axis_angle(v3(1, 0, 0), roll), q_axis_angle(v3(0, 1, 0), pitch));
    return q_mul(q_axis_angle(v3(0, 0, 1), heading), q);
}

/* The rotation vector from a body's present orientation to the wanted one, world. */
static KipVec3 turn_left(const StanceNow *now, int body, KipQuat wanted)
{
    return q_log(q_mul(wanted, q_conjugate(kip_body_orientation(now->d, body))));
}

/* The moment of the motors of a body's joints in the last step, world. */
static KipVec3 motor_moment(const KipStance *stance, const StanceNow *now, int body)
{
    StanceAxis axis[6];
    KipVec3 sum = v3_zero();
    const int n = kip_stance_axes(stance, now, body, axis);
    for (int k = 0; k < n; k++)
        sum = v3_add_scaled(sum, now->force[axis[k].dof], axis[k].a);
    return sum;
}

/* The moment that the hips give to the legs, whose reaction turns the root as wanted. */
static KipVec3 hip_moment(const KipStance *stance, const StanceNow *now, const double share[2], double up)
{
    const KipStanceGoal *goal = now->goal;
    const KipVec3 centre = kip_point_position(now->d, stance->root, stance->model->body[stance->root].com);
    const KipQuat wanted = facing(goal->heading, root_part * goal->pitch, root_part * goal->roll);
    const KipVec3 spin = kip_body_angular_velocity(now->d, stance->root);
    KipVec3 moment = v3_scale(goal->turn_stiffness, turn_left(now, stance->root, wanted));
    moment = v3_add_scaled(moment, -goal->turn_damping, spin);
    if (stance->trunk) {
        const KipVec3 arm = v3_sub(kip_body_position(now->d, stance->trunk), centre);
        moment = v3_add(moment, motor_moment(stance, now, stance->trunk));
        moment = v3_sub(moment, v3_cross(arm, v3(0, 0, -stance->upper_mass * now->g)));
    }
    for (int k = 0; k < 2; k++) {
        const KipVec3 arm = v3_sub(kip_body_position(now->d, stance->leg[k].body[0]), centre);
        moment = v3_sub(moment, v3_cross(arm, v3(0, 0, share[k] * up - stance->leg_mass[k] * now->g)));
        if (k == goal->swing)
            moment = v3_add_scaled(moment, goal->react, motor_moment(stance, now, stance->leg[k].body[0]));
    }
    const double most = most_turn * stance->mass * now->g, size = v3_length(moment);
    return v3_scale(size > most ? -most / size : -1, moment);
}

/* -- legs -------------------------------------------------------------------------------------------------- */

/* The ground's force on a leg, and its moment about the vertical. */
typedef struct Reaction {
    KipVec3 cop, force;
    double twist;
} Reaction;

static Reaction reaction_of(const KipStance *stance, const StanceNow *now, int k, KipVec3 cop, double up,
                            KipVec3 hip)
{
    const int first = stance->leg[k].body[0];
    const KipVec3 p = kip_body_position(now->d, first), r = v3_sub(cop, p);
    const KipVec3 arm = v3_sub(stance->centre[first], v3_scale(stance->below[first], p));
    const KipVec3 weight = v3_scale(now->g, v3_cross(arm, v3(0, 0, 1)));
    const double down = fabs(r.z) > least_arm ? r.z : -least_arm;
    double x = (r.x * up - hip.y + weight.y) / down, y = (r.y * up + hip.x - weight.x) / down;
    const double along = sqrt(x * x + y * y), most = friction * up;
    if (along > most)
        x *= most / along, y *= most / along;
    const KipVec3 force = v3(x, y, up);
    return (Reaction){cop, force, clamp(-hip.z - v3_cross(r, force).z, -twist * up, twist * up)};
}

/* The moment about the vertical that turns a bearing foot to its heading. */
static double yaw_moment(const KipStance *stance, const StanceNow *now, int k)
{
    const double person = stance->mass / 80;
    const KipVec3 toes = m3_apply(kip_body_rotation(now->d, stance->foot[k]), v3(1, 0, 0));
    const int thigh = stance->leg[k].body[0];
    const KipVec3 spin = kip_body_angular_velocity(now->d, thigh);
    const double s = kip_sin(now->goal->heading), c = kip_cos(now->goal->heading);
    const double off = kip_atan2(c * toes.y - s * toes.x, c * toes.x + s * toes.y);
    return person * clamp(-yaw_stiffness * off - yaw_damping * spin.z, -most_yaw, most_yaw);
}

static void press(const KipStance *stance, const StanceNow *now, int k, Reaction reaction)
{
    const double yaw = yaw_moment(stance, now, k);
    const KipVec3 length = m3_apply(kip_body_rotation(now->d, stance->foot[k]), v3(1, 0, 0));
    const double person = stance->mass / 80;
    const double flung = clamp(1 - now->load[k] / (touch * stance->mass * now->g), 0, 1);
    StanceAxis axis[6];
    for (int b = 0; b < stance->leg[k].nbody; b++) {
        const int body = stance->leg[k].body[b], n = kip_stance_axes(stance, now, body, axis);
        for (int i = 0; i < n; i++) {
            KipVec3 moment = v3_cross(v3_sub(reaction.cop, axis[i].p), reaction.force);
            moment.z += reaction.twist - (b == 0 ? yaw : 0);
            const int dof = axis[i].dof;
            const double roll = body == stance->foot[k] ? v3_dot(axis[i].a, length) : 0;
            now->drives.stiffness[dof] = now->drives.rate[dof] = 0;
            now->drives.damping[dof] =
                person *
                (roll_damping * roll * roll + flung * (body == stance->foot[k] ? foot_damping : leg_damping));
            now->drives.feedforward[dof] =
                now->bears[k] * (kip_stance_weight(stance, now, body, &axis[i]) - v3_dot(axis[i].a, moment));
        }
    }
}

/* -- the waist --------------------------------------------------------------------------------------------- */

/* Computes the rotations of a few axes that together rotate the trunk by e, by iterated least squares. */
static void spread(const StanceAxis *axis, int n, KipVec3 e, double *turn)
{
    for (int k = 0; k < n; k++)
        turn[k] = 0;
    for (int round = 0; round < 20; round++)
        for (int k = 0; k < n; k++) {
            const double step = v3_dot(axis[k].a, e);
            turn[k] += step;
            e = v3_add_scaled(e, -step, axis[k].a);
        }
}

static void hold_trunk(const KipStance *stance, const StanceNow *now)
{
    const KipStanceGoal *goal = now->goal;
    const KipQuat wanted = facing(goal->heading, goal->pitch, goal->roll);
    StanceAxis axis[6];
    double turn[6];
    const int n = kip_stance_axes(stance, now, stance->trunk, axis);
    spread(axis, n, turn_left(now, stance->trunk, wanted), turn);
    for (int k = 0; k < n; k++) {
        const int dof = axis[k].dof;
        const KipBody *body = &stance->model->body[stance->trunk];
        const KipJoint *joint = &stance->model->joint[body->joint + (dof - body->v)];
        now->drives.target[joint->q] = now->q[joint->q] + turn[k];
        now->drives.rate[dof] = 0;
        now->drives.stiffness[dof] = goal->waist_stiffness;
        now->drives.damping[dof] = 0.1 * goal->waist_stiffness;
        now->drives.feedforward[dof] = kip_stance_weight(stance, now, stance->trunk, &axis[k]);
    }
}

void kip_stance_bear(KipStance *stance, StanceNow *now)
{
    double share[2];
    KipVec3 cop[2];
    share_out(stance, now, share, cop);
    const double up = lift(stance, now, share);
    const KipVec3 hips = hip_moment(stance, now, share, up);
    for (int k = 0; k < 2; k++) {
        const bool swings = now->goal->swing == k;
        now->bears[k] = swings ? 0 : now->goal->swing >= 0 ? 1 : clamp(share[k] / light, 0, 1);
        press(stance, now, k, reaction_of(stance, now, k, cop[k], share[k] * up, v3_scale(share[k], hips)));
    }
    if (stance->trunk)
        hold_trunk(stance, now);
}
