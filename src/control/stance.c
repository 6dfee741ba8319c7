/* Legs of a model, and saving of stance control; its laws are in stance_bear.c and stance_swing.c (stance.h). */
#include "stance.h"

#include <math.h>
#include <string.h>

#include "../dynamics/arena.h"
#include "fields.h"
#include "stance_parts.h"

/* -- legs ------------------------------------------------------------------------------------------------ */

static bool hangs_on(const KipModel *model, int body, int on)
{
    while (body > on)
        body = model->body[body].parent;
    return body == on;
}

/* Extends a box by the lowest points of a standing foot's geom, or by its centre if it is round: foot frame. */
static void widen_by(const KipGeom *geom, KipVec3 *lo, KipVec3 *hi)
{
    const double *s = geom->size;
    KipVec3 half = v3_zero();
    if (geom->type == KIP_GEOM_BOX)
        half = v3(s[0], s[1], s[2]);
    else if (geom->type == KIP_GEOM_CAPSULE || geom->type == KIP_GEOM_CYLINDER)
        half = v3(0, 0, s[1]);
    const double round = geom->type == KIP_GEOM_BOX ? 0 : s[0];
    for (int k = 0; k < 8; k++) {
        const KipVec3 corner =
            v3(k & 1 ? half.x : -half.x, k & 2 ? half.y : -half.y, k & 4 ? half.z : -half.z);
        const KipVec3 p = v3_add(geom->pos, q_rotate(geom->quat, corner));
        *lo = v3(fmin(lo->x, p.x), fmin(lo->y, p.y), fmin(lo->z, p.z - round));
        *hi = v3(fmax(hi->x, p.x), fmax(hi->y, p.y), fmax(hi->z, p.z + round));
    }
}

/* Returns false where the foot has no colliding geom. */
static bool find_sole(const KipModel *model, int foot, Leg *leg)
{
    leg->lo = v3(INFINITY, INFINITY, INFINITY);
    leg->hi = v3(-INFINITY, -INFINITY, -INFINITY);
    for (int g = 0; g < model->ngeom; g++)
        if (model->geom[g].body == foot && (model->geom[g].contype | model->geom[g].conaffinity))
            widen_by(&model->geom[g], &leg->lo, &leg->hi);
    leg->hi.z = leg->lo.z;
    return isfinite(leg->lo.z);
}

static KipStatus need_turning(const KipModel *model, int body, bool balls, KipError *error)
{
    for (int j = model->body[body].joint; j < model->body[body].joint + model->body[body].njoint; j++)
        if (model->joint[j].type != KIP_JOINT_HINGE && !(balls && model->joint[j].type == KIP_JOINT_BALL))
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "stance control moves hinges%s; joint '%s' of '%s' is none",
                            balls ? " and balls" : " of a waist", model->joint[j].name,
                            model->body[body].name);
    return KIP_OK;
}

static KipStatus find_leg(const KipModel *model, int root, int foot, Leg *leg, KipError *error)
{
    int n = 0;
    for (int b = foot; b != root; b = model->body[b].parent)
        if (b == 0 || ++n > LEG_BODIES)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                            "'%s' is not at the end of a leg that hangs on '%s'", model->body[foot].name,
                            model->body[root].name);
    if (n == 0)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' is not at the end of a leg",
                        model->body[foot].name);
    leg->nbody = n;
    for (int b = foot; b != root; b = model->body[b].parent)
        leg->body[--n] = b;
    for (int k = 0; k < leg->nbody; k++) {
        const KipBody *body = &model->body[leg->body[k]];
        KipStatus status = need_turning(model, leg->body[k], true, error);
        if (status != KIP_OK)
            return status;
        if (leg->njoint + body->njoint > LEG_JOINTS)
            return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the leg of '%s' has more than %d joints",
                            model->body[foot].name, LEG_JOINTS);
        for (int j = body->joint; j < body->joint + body->njoint; j++)
            leg->joint[leg->njoint++] = j;
        if (k > 0)
            leg->reach += v3_length(body->pos);
    }
    if (!find_sole(model, foot, leg))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "foot '%s' has no geom to stand on",
                        model->body[foot].name);
    return KIP_OK;
}

static KipStatus find_trunk(KipStance *stance, KipError *error)
{
    const KipModel *model = stance->model;
    for (int b = stance->root + 1; b < model->nbody; b++)
        if (model->body[b].parent == stance->root && model->body[b].njoint > 0 &&
            b != stance->leg[0].body[0] && b != stance->leg[1].body[0] &&
            (!stance->trunk || stance->below[b] > stance->below[stance->trunk]))
            stance->trunk = b;
    stance->upper_mass = stance->trunk ? stance->below[stance->trunk] : 0;
    return need_turning(model, stance->trunk, false, error);
}

static void weigh(KipStance *stance)
{
    const KipModel *model = stance->model;
    for (int b = 1; b < model->nbody; b++)
        stance->below[b] = model->body[b].mass;
    for (int b = model->nbody - 1; b > 0; b--)
        stance->below[model->body[b].parent] += stance->below[b];
    stance->mass = stance->below[stance->root];
    for (int k = 0; k < 2; k++)
        stance->leg_mass[k] = stance->below[stance->leg[k].body[0]];
}

static void list_moved(KipStance *stance)
{
    const KipBody *trunk = &stance->model->body[stance->trunk];
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < stance->leg[k].njoint; i++)
            stance->moved[stance->nmoved++] = stance->leg[k].joint[i];
    for (int j = trunk->joint; j < trunk->joint + trunk->njoint && stance->trunk; j++)
        stance->moved[stance->nmoved++] = j;
}

static KipStatus find_parts(KipStance *stance, KipError *error)
{
    const KipModel *model = stance->model;
    const int *foot = stance->foot;
    KipStatus status = KIP_OK;
    for (int k = 0; k < 2 && status == KIP_OK; k++)
        status = find_leg(model, stance->root, foot[k], &stance->leg[k], error);
    if (status == KIP_OK && hangs_on(model, foot[1], stance->leg[0].body[0]))
        status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "'%s' and '%s' are feet of one leg",
                          model->body[foot[0]].name, model->body[foot[1]].name);
    if (status != KIP_OK)
        return status;
    weigh(stance);
    status = find_trunk(stance, error);
    if (status == KIP_OK)
        list_moved(stance);
    return status;
}

KipStatus kip_stance_create(const KipStanceDef *def, KipStance **out, KipError *error)
{
    *out = NULL;
    const KipModel *model = def->model;
    KipIkDef ik = kip_ik_def();
    KipArena *arena = kip_arena_create(def->allocator);
    KipStance *stance = arena ? kip_arena_take(arena, 1, sizeof *stance) : NULL;
    if (stance) {
        *stance = (KipStance){.model = model,
                              .foot = {def->foot[0], def->foot[1]},
                              .arena = arena,
                              .allocator = def->allocator};
        stance->q = kip_arena_take(arena, (size_t)model->nq, sizeof(double));
        stance->below = kip_arena_take(arena, (size_t)model->nbody, sizeof(double));
        stance->centre = kip_arena_take(arena, (size_t)model->nbody, sizeof(KipVec3));
    }
    if (!stance || !stance->q || !stance->below || !stance->centre) {
        kip_arena_destroy(arena);
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory for stance control");
    }
    stance->root = model->body[def->foot[0]].root;
    KipStatus status = find_parts(stance, error);
    ik.restarts = 0, ik.max_iterations = 60, ik.targets = 1, ik.allocator = def->allocator;
    stance->borrows_ik = def->other != NULL;
    if (def->other)
        stance->ik = def->other->ik;
    else if (status == KIP_OK)
        status = kip_ik_create(model, &ik, &stance->ik, error);
    if (status != KIP_OK) {
        kip_arena_destroy(arena);
        return status;
    }
    kip_stance_reset(stance);
    *out = stance;
    return KIP_OK;
}

void kip_stance_destroy(KipStance *stance)
{
    if (!stance)
        return;
    if (!stance->borrows_ik)
        kip_ik_destroy(stance->ik);
    kip_arena_destroy(stance->arena);
}

/* -- what can be asked ----------------------------------------------------------------------------------- */

KipStanceGoal kip_stance_goal(const KipStance *stance)
{
    const double person = stance->mass / 80;
    return (KipStanceGoal){.share = NAN,
                           .height = kip_stance_reach(stance),
                           .turn_stiffness = 840 * person,
                           .turn_damping = 90 * person,
                           .lift_stiffness = 7700 * person,
                           .lift_damping = 690 * person,
                           .waist_stiffness = 400 * person,
                           .swing = -1,
                           .swing_stiffness = 1000 * person,
                           .swing_damping = 0.09,
                           .react = 0.75};
}

int kip_stance_is_foot(const KipStance *stance, int body)
{
    return body == stance->foot[0] ? 0 : body == stance->foot[1] ? 1 : -1;
}

int kip_stance_joints(const KipStance *stance, const int **joint)
{
    *joint = stance->moved;
    return stance->nmoved;
}

double kip_stance_reach(const KipStance *stance)
{
    return fmin(stance->leg[0].reach, stance->leg[1].reach);
}

/* -- axes ------------------------------------------------------------------------------------------------ */

int kip_stance_axes(const KipStance *stance, const StanceNow *now, int body, StanceAxis axis[6])
{
    KipAxis own[6];
    const int n = kip_body_axes(now->d, body, own);
    const KipMat3 R = kip_body_rotation(now->d, body);
    for (int k = 0; k < n; k++) {
        axis[k].a = m3_apply(R, own[k].direction);
        axis[k].p = kip_point_position(now->d, body, own[k].point);
        axis[k].dof = stance->model->body[body].v + k;
    }
    return n;
}

double kip_stance_weight(const KipStance *stance, const StanceNow *now, int body, const StanceAxis *axis)
{
    const KipVec3 moment = v3_sub(stance->centre[body], v3_scale(stance->below[body], axis->p));
    return now->g * v3_dot(axis->a, v3_cross(moment, v3(0, 0, 1)));
}

/* -- the whole ------------------------------------------------------------------------------------------- */

static void find_centres(KipStance *stance, const KipDynamics *d)
{
    const KipModel *model = stance->model;
    for (int b = 1; b < model->nbody; b++)
        stance->centre[b] = v3_scale(model->body[b].mass, kip_point_position(d, b, model->body[b].com));
    for (int b = model->nbody - 1; b > 0; b--)
        stance->centre[model->body[b].parent] =
            v3_add(stance->centre[model->body[b].parent], stance->centre[b]);
}

static void weigh_feet(const KipStance *stance, const KipSim *sim, double load[2])
{
    const KipGeom *geom = stance->model->geom;
    const KipContact *contact;
    const int n = kip_sim_contacts(sim, &contact);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 2; k++)
            if (geom[contact[i].geom1].body == stance->foot[k] ||
                geom[contact[i].geom2].body == stance->foot[k])
                load[k] += v3_length(contact[i].force);
}

void kip_stance_update(KipStance *stance, KipSim *sim, const KipStanceGoal *goal, double period)
{
    StanceNow now = {.d = kip_sim_dynamics(sim),
                     .q = kip_sim_q(sim),
                     .v = kip_sim_v(sim),
                     .force = kip_sim_drive_forces(sim),
                     .goal = goal,
                     .drives = kip_sim_drives(sim),
                     .g = -kip_sim_gravity_scale(sim) * stance->model->gravity.z,
                     .period = period};
    if (fabs(kip_sim_time(sim) - stance->state.when - period) > 0.5 * period)
        kip_stance_reset(stance); /* they may have moved meanwhile */
    stance->state.when = kip_sim_time(sim);
    stance->centre[0] = v3_zero();
    find_centres(stance, now.d);
    weigh_feet(stance, sim, now.load);
    kip_stance_bear(stance, &now);
    kip_stance_swing(stance, &now);
}

void kip_stance_reset(KipStance *stance)
{
    memset(&stance->state, 0, sizeof stance->state);
    stance->state.height = NAN;
}

static void list(void *thing, KipPass *pass)
{
    KipStance *stance = thing;
    KIP_PASS(pass, KIP_FIELD(stance->state));
}

const KipFields kip_stance_fields = {"stance control", NULL, list, NULL, NULL};
