#include "check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "custom.h"
#include "quat.h"
#include "tree.h"

/* -- small judgements ------------------------------------------------------------------------------------ */

static bool is_finite(double x)
{
    return x - x == 0;
}

static bool finite3(KipVec3 v)
{
    return is_finite(v.x) && is_finite(v.y) && is_finite(v.z);
}

static bool finite4(KipQuat q)
{
    return is_finite(q.w) && is_finite(q.x) && is_finite(q.y) && is_finite(q.z);
}

/* Whether it is one of an enumeration's values, 0 to last. */
static bool known(int type, int last)
{
    return type >= 0 && type <= last;
}

static KipStatus bad(KipError *error, KipPlace place, const char *kind, const char *name, const char *what)
{
    if (!name || !*name)
        return kip_fail(error, KIP_BAD_INPUT, place, "a %s without a name %s", kind, what);
    return kip_fail(error, KIP_BAD_INPUT, place, "%s '%s' %s", kind, name, what);
}

/* Whether a symmetric 3 x 3 matrix can be the inertia of a body: its principal moments a, b, c are not
 * negative, and a + b >= c (and cyclically). In matrix form: trace/2 1 - I, the second moment of mass, is
 * positive semidefinite. */
static bool possible_inertia(KipSym3 I)
{
    double half = 0.5 * (I.xx + I.yy + I.zz), slack = 1e-6 * half + 1e-12;
    double x = half - I.xx + slack, y = half - I.yy + slack, z = half - I.zz + slack;
    double det =
        x * (y * z - I.yz * I.yz) - I.xy * (I.xy * z + I.yz * I.xz) - I.xz * (I.xy * I.yz + y * I.xz);
    return x >= 0 && y >= 0 && z >= 0 && x * y >= I.xy * I.xy && x * z >= I.xz * I.xz &&
           y * z >= I.yz * I.yz && det >= 0;
}

/* -- bodies, joints, geoms ------------------------------------------------------------------------------- */

static KipStatus check_body(const KipParts *parts, int i, KipError *error)
{
    const KipBody *body = parts->body + i;
    if (!body->name || !*body->name)
        return kip_fail(error, KIP_BAD_INPUT, body->place,
                        "body %d has no name; kip_body_def() leaves it to you", i);
    if (i == 0)
        return KIP_OK;
    if (body->parent < 0 || body->parent >= i)
        return bad(error, body->place, "body", body->name, "must come after its parent");
    if (!finite3(body->pos) || !finite4(body->quat) || !finite3(body->com))
        return bad(error, body->place, "body", body->name,
                   "has a pos, quat or com that is not a finite number");
    if (!(q_dot(body->quat, body->quat) > 1e-30))
        return bad(error, body->place, "body", body->name, "has a quat of length 0, which is no orientation");
    if (body->mass_from_geoms)
        return KIP_OK;
    if (!(body->mass >= 0) || !is_finite(body->mass))
        return kip_fail(error, KIP_BAD_INPUT, body->place,
                        "body '%s' has mass %g; a mass is 0 or positive (kg)", body->name, body->mass);
    if (!finite3(v3(body->inertia.xx, body->inertia.xy, body->inertia.xz)) ||
        !finite3(v3(body->inertia.yy, body->inertia.yz, body->inertia.zz)))
        return bad(error, body->place, "body", body->name, "has an inertia that is not a finite number");
    if (!possible_inertia(body->inertia))
        return kip_fail(error, KIP_BAD_INPUT, body->place,
                        "body '%s' has an inertia (%g, %g, %g on the diagonal) that no solid has: each "
                        "principal "
                        "moment is positive and at most the sum of the other two",
                        body->name, body->inertia.xx, body->inertia.yy, body->inertia.zz);
    return KIP_OK;
}

static KipStatus check_joint(const KipParts *parts, int i, KipError *error)
{
    const KipJoint *joint = parts->joint + i;
    const char *name = joint->name;
    if (!known((int)joint->type, KIP_JOINT_SLIDE))
        return bad(error, joint->place, "joint", name, "is of no type");
    bool line = joint->type == KIP_JOINT_HINGE || joint->type == KIP_JOINT_SLIDE;
    if (!name || !*name)
        return kip_fail(error, KIP_BAD_INPUT, joint->place, "joint %d has no name", i);
    if (joint->body <= 0 || joint->body >= parts->nbody)
        return bad(error, joint->place, "joint", name, "belongs to no body that can move");
    if (!finite3(joint->pos) || !is_finite(joint->ref))
        return bad(error, joint->place, "joint", name, "has a pos or ref that is not a finite number");
    if (line && (!finite3(joint->axis) || !(v3_length(joint->axis) > 1e-15)))
        return bad(error, joint->place, "joint", name, "has an axis of length 0 or without finite numbers");
    if (joint->limited && joint->type == KIP_JOINT_FREE)
        return bad(error, joint->place, "joint", name, "is free and limited; a free joint has no range");
    if (joint->limited && (!is_finite(joint->range[0]) || !is_finite(joint->range[1])))
        return bad(error, joint->place, "joint", name, "has a range that is not a pair of finite numbers");
    if (joint->limited && line && !(joint->range[0] < joint->range[1]))
        return kip_fail(
            error, KIP_BAD_INPUT, joint->place,
            "joint '%s' has its range reversed or empty: %g to %g %s; the smaller limit comes first", name,
            joint->range[0], joint->range[1], joint->type == KIP_JOINT_HINGE ? "rad" : "m");
    if (joint->limited && joint->type == KIP_JOINT_BALL && !(joint->range[1] > 0))
        return bad(error, joint->place, "joint", name,
                   "is a ball: its range is 0 and a largest angle above 0");
    if (!(joint->damping >= 0) || !(joint->stiffness >= 0) || !(joint->armature >= 0) ||
        !is_finite(joint->damping) || !is_finite(joint->stiffness) || !is_finite(joint->armature) ||
        !is_finite(joint->springref))
        return bad(error, joint->place, "joint", name,
                   "has a damping, stiffness, armature or springref that is negative or not a finite number");
    if (!(joint->strength[0] <= joint->strength[1]))
        return bad(error, joint->place, "joint", name, "has a least motor force above its greatest");
    if (joint->type == KIP_JOINT_FREE && parts->body[joint->body].parent != 0)
        return kip_fail(error, KIP_BAD_INPUT, joint->place,
                        "joint '%s' is free, but body '%s' hangs on another: only a child of the world can "
                        "be free",
                        name, parts->body[joint->body].name);
    return KIP_OK;
}

/* Joints of one body: a free joint must be the only one, and there are at most six coordinates. `ways`
 * counts each body's coordinates, those of a free joint as one more than it has. */
static KipStatus check_company(const KipParts *parts, KipArena *arena, KipError *error)
{
    static const int nv[] = {MAX_DOF + 1, 3, 1, 1}; /* by KipJointType */
    int *ways = kip_arena_take(arena, (size_t)parts->nbody, sizeof *ways);
    if (!ways)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to check the joints");
    for (int i = 0; i < parts->njoint; i++) {
        const KipJoint *joint = parts->joint + i;
        bool shared = ways[joint->body] > 0;
        ways[joint->body] += nv[joint->type];
        if (shared && ways[joint->body] > MAX_DOF)
            return kip_fail(error, KIP_BAD_INPUT, joint->place,
                            "joint '%s' is one too many for body '%s': a free joint stands alone, and no "
                            "body moves in "
                            "more than 6 ways",
                            joint->name, parts->body[joint->body].name);
    }
    return KIP_OK;
}

static bool is_condim(int condim)
{
    return condim == 1 || condim == 3 || condim == 4 || condim == 6;
}

static bool is_friction(double x)
{
    return x >= 0 && is_finite(x);
}

/* Values that a pair takes from its geoms are NaN. */
static bool may_be_friction(double x)
{
    return isnan(x) || is_friction(x);
}

static KipStatus check_surface(const double *ref, double impedance, const char *kind, const char *name,
                               KipPlace place, KipError *error)
{
    bool said = ref[0] != 0 || ref[1] != 0, positive = ref[0] > 0 && ref[1] > 0;
    bool direct = ref[0] < 0 && ref[1] <= 0;
    if (said && ((!positive && !direct) || !is_finite(ref[0]) || !is_finite(ref[1])))
        return bad(
            error, place, kind, name,
            "has a solref that is neither a time constant (s) and a damping ratio, both above 0, nor the "
            "negative of a stiffness and of a damping");
    if (!(impedance >= 0.0001 && impedance <= 0.9999))
        return bad(error, place, kind, name,
                   "has a solimp of which the second number is not from 0.0001 to 0.9999");
    return KIP_OK;
}

static KipStatus check_geom(const KipParts *parts, int i, KipError *error)
{
    static const int sizes[] = {0, 1, 2, 3, 2, 3}; /* by KipGeomType: numbers that must be positive */
    const KipGeom *geom = parts->geom + i;
    if (geom->body < 0 || geom->body >= parts->nbody || !known((int)geom->type, KIP_GEOM_ELLIPSOID))
        return bad(error, geom->place, "geom", geom->name, "belongs to no body, or is of no type");
    if (!finite3(geom->pos) || !finite4(geom->quat) || !(q_dot(geom->quat, geom->quat) > 1e-30))
        return bad(error, geom->place, "geom", geom->name,
                   "has a pos or quat that is not finite, or a quat of length 0");
    for (int k = 0; k < sizes[geom->type]; k++)
        if (!(geom->size[k] > 0) || !is_finite(geom->size[k]))
            return kip_fail(error, KIP_BAD_INPUT, geom->place,
                            "a geom of body '%s' has size %g; sizes are positive (m)",
                            parts->body[geom->body].name, geom->size[k]);
    if (!is_finite(geom->mass) || !(geom->density >= 0) || !is_finite(geom->density))
        return bad(error, geom->place, "geom", geom->name,
                   "has a mass that is not finite or a density that is negative");
    if (!is_condim(geom->condim))
        return kip_fail(
            error, KIP_BAD_INPUT, geom->place,
            "a geom of body '%s' has condim %d; there are 1 (no friction), 3, 4 (and against spinning) and 6 (and "
            "against rolling)",
            parts->body[geom->body].name, geom->condim);
    if (!is_friction(geom->friction) || !is_friction(geom->spin) || !is_friction(geom->roll))
        return bad(error, geom->place, "geom", geom->name, "has a friction that is negative or not finite");
    return check_surface(geom->solref, geom->impedance, "geom", geom->name, geom->place, error);
}

/* The body whose joints move this one, or the world. */
static int moved_by(const KipParts *parts, int body)
{
    for (; body; body = parts->body[body].parent)
        for (int j = 0; j < parts->njoint; j++)
            if (parts->joint[j].body == body)
                return body;
    return 0;
}

static KipStatus check_pair(const KipParts *parts, int i, KipError *error)
{
    const KipPair *pair = parts->pair + i;
    const int g1 = pair->geom1, g2 = pair->geom2;
    if (g1 < 0 || g1 >= parts->ngeom || g2 < 0 || g2 >= parts->ngeom)
        return kip_fail(error, KIP_BAD_INPUT, pair->place, "pair %d names a geom that does not exist", i);
    const KipGeom *a = parts->geom + g1, *b = parts->geom + g2;
    if (moved_by(parts, a->body) == moved_by(parts, b->body))
        return kip_fail(
            error, KIP_BAD_INPUT, pair->place,
            "the pair of geoms of '%s' and '%s' can never part: no joint moves one against the other",
            parts->body[a->body].name, parts->body[b->body].name);
    if (pair->condim != 0 && !is_condim(pair->condim))
        return kip_fail(
            error, KIP_BAD_INPUT, pair->place,
            "a pair has condim %d; there are 1 (no friction), 3, 4 (and against spinning) and 6 (and against rolling)",
            pair->condim);
    if (!may_be_friction(pair->friction) || !may_be_friction(pair->spin) || !may_be_friction(pair->roll))
        return bad(error, pair->place, "pair", NULL, "has a friction that is negative or not finite");
    return check_surface(pair->solref, isnan(pair->impedance) ? a->impedance : pair->impedance, "pair", NULL,
                         pair->place, error);
}

static KipStatus check_motor(const KipParts *parts, int i, KipError *error)
{
    const KipMotor *motor = parts->motor + i;
    if (motor->joint < 0 || motor->joint >= parts->njoint || !known((int)motor->type, KIP_MOTOR_VELOCITY))
        return bad(error, motor->place, "motor", motor->name, "moves no joint, or is of no type");
    if (!is_finite(motor->gear) || !is_finite(motor->gain) || !(motor->ctrlrange[0] <= motor->ctrlrange[1]) ||
        !(motor->forcerange[0] <= motor->forcerange[1]))
        return bad(error, motor->place, "motor", motor->name,
                   "has a gear or gain that is not finite, or a range reversed");
    return KIP_OK;
}

static KipStatus check_site(const KipParts *parts, int i, KipError *error)
{
    const KipSite *site = parts->site + i;
    if (site->body < 0 || site->body >= parts->nbody || !finite3(site->pos) || !finite4(site->quat) ||
        !(q_dot(site->quat, site->quat) > 1e-30))
        return bad(error, kip_nowhere(), "site", site->name,
                   "belongs to no body, or has a pos or quat that is no pose");
    return KIP_OK;
}

/* -- names ----------------------------------------------------------------------------------------------- */

/* Definitions of every kind begin with their name. */
static int by_name(const void *a, const void *b)
{
    const char *const *x = *(const void *const *)a, *const *y = *(const void *const *)b;
    int order = strcmp(*x ? *x : "", *y ? *y : "");
    return order ? order : x < y ? -1 : x > y; /* equal names in the order of their array */
}

KipStatus kip_check_unique(const char *kind, const void *first, int n, size_t stride, size_t place_offset,
                           KipArena *arena, KipError *error)
{
    const void **sorted = kip_arena_take(arena, (size_t)n, sizeof *sorted);
    if (!sorted)
        return kip_fail(error, KIP_NO_MEMORY, kip_nowhere(), "not enough memory to check the names");
    for (int i = 0; i < n; i++)
        sorted[i] = (const char *)first + (size_t)i * stride;
    qsort(sorted, (size_t)n, sizeof *sorted, by_name);
    for (int i = 1; i < n; i++) {
        const char *name = *(const char *const *)sorted[i], *before = *(const char *const *)sorted[i - 1];
        if (name && before && *name && strcmp(name, before) == 0) {
            KipPlace place;
            memcpy(&place, (const char *)sorted[i] + place_offset, sizeof place);
            return kip_fail(error, KIP_BAD_INPUT, place, "two %s are called '%s'; names are unique", kind,
                            name);
        }
    }
    return KIP_OK;
}

static KipStatus check_names(const KipParts *parts, KipArena *arena, KipError *error)
{
    KipStatus status = kip_check_unique("bodies", parts->body, parts->nbody, sizeof(KipBody),
                                        offsetof(KipBody, place), arena, error);
    if (status == KIP_OK)
        status = kip_check_unique("joints", parts->joint, parts->njoint, sizeof(KipJoint),
                                  offsetof(KipJoint, place), arena, error);
    if (status == KIP_OK)
        status = kip_check_unique("geoms", parts->geom, parts->ngeom, sizeof(KipGeom),
                                  offsetof(KipGeom, place), arena, error);
    if (status == KIP_OK)
        status = kip_check_unique("tendons", parts->tendon, parts->ntendon, sizeof(KipTendon),
                                  offsetof(KipTendon, place), arena, error);
    if (status == KIP_OK)
        status = kip_check_unique("motors", parts->motor, parts->nmotor, sizeof(KipMotor),
                                  offsetof(KipMotor, place), arena, error);
    return status;
}

static KipStatus check_tendon(const KipParts *parts, int i, KipError *error)
{
    const KipTendon *tendon = parts->tendon + i;
    for (int k = 0; k < tendon->njoint; k++) {
        int j = tendon->joint[k];
        if (j < 0 || j >= parts->njoint || parts->joint[j].type < KIP_JOINT_HINGE ||
            !is_finite(tendon->coef[k]))
            return bad(error, tendon->place, "tendon", tendon->name,
                       "needs hinges or slides, with finite coefficients");
    }
    if (tendon->limited &&
        (!(tendon->range[0] < tendon->range[1]) || !is_finite(tendon->range[1] - tendon->range[0])))
        return bad(error, tendon->place, "tendon", tendon->name, "has its range reversed or empty");
    if (!(tendon->stiffness >= 0) || !(tendon->damping >= 0) ||
        !is_finite(tendon->stiffness + tendon->damping) || tendon->springlength == INFINITY ||
        tendon->springlength == -INFINITY)
        return bad(error, tendon->place, "tendon", tendon->name,
                   "has a stiffness, damping or springlength that is negative or not finite");
    return KIP_OK;
}

KipStatus kip_check_parts(const KipParts *parts, KipVec3 gravity, double timestep, KipArena *arena,
                          KipError *error)
{
    KipStatus status = KIP_OK;
    if (parts->nbody > KIP_MOST_BODIES)
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(), "the model has %d bodies; it can have up to %d",
                        parts->nbody, KIP_MOST_BODIES);
    if (!finite3(gravity) || !(timestep >= 0) || !is_finite(timestep))
        return kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                        "gravity and time step must be finite, the step positive");
    for (int i = 0; i < parts->nbody && status == KIP_OK; i++)
        status = check_body(parts, i, error);
    for (int i = 0; i < parts->njoint && status == KIP_OK; i++)
        status = check_joint(parts, i, error);
    if (status == KIP_OK)
        status = check_company(parts, arena, error);
    for (int i = 0; i < parts->ngeom && status == KIP_OK; i++)
        status = check_geom(parts, i, error);
    for (int i = 0; i < parts->nmotor && status == KIP_OK; i++)
        status = check_motor(parts, i, error);
    for (int i = 0; i < parts->nsite && status == KIP_OK; i++)
        status = check_site(parts, i, error);
    for (int i = 0; i < parts->nexclude && status == KIP_OK; i++)
        if (parts->exclude[i].body1 < 0 || parts->exclude[i].body1 >= parts->nbody ||
            parts->exclude[i].body2 < 0 || parts->exclude[i].body2 >= parts->nbody)
            status = kip_fail(error, KIP_BAD_INPUT, kip_nowhere(),
                              "an excluded pair names a body that does not exist");
    for (int i = 0; i < parts->npair && status == KIP_OK; i++)
        status = check_pair(parts, i, error);
    for (int i = 0; i < parts->ntendon && status == KIP_OK; i++)
        status = check_tendon(parts, i, error);
    return status == KIP_OK ? check_names(parts, arena, error) : status;
}

/* -- the whole model ------------------------------------------------------------------------------------- */

/* A configuration in which nothing is aligned by chance. */
static void scatter(const KipModel *model, double *q)
{
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        double x = 0.3 + 0.07 * (j % 7);
        if (joint->type == KIP_JOINT_HINGE)
            q[joint->q] += x;
        else if (joint->type == KIP_JOINT_BALL)
            q_store(q + joint->q, q_exp(v3(x, 0.5 - x, 0.2)));
    }
}

/* Body i's joints, after an ABA by the general path. */
static KipStatus check_pivot(const KipDynamics *d, int i, KipError *error)
{
    const KipModel *model = d->model;
    const KipBody *body = model->body + i;
    int dof;
    bool moves_nothing, alone = body->njoint == 1;
    double pivot = kip_link_pivot(d, i, &dof, &moves_nothing);
    const KipJoint *joint = model->joint + model->tree->dof_joint[dof];
    if (pivot > 1e-11)
        return KIP_OK;
    if (moves_nothing || alone)
        return kip_fail(error, KIP_BAD_INPUT, joint->place,
                        "joint '%s' has no inertia to move%s: body '%s' and what hangs on it have no mass or "
                        "inertia "
                        "there; give it mass, a solid geom, or the joint armature",
                        joint->name, moves_nothing ? "" : " about one of its directions", body->name);
    return kip_fail(error, KIP_BAD_INPUT, joint->place,
                    "joint '%s' does the same as the other joints of body '%s': their axes are not "
                    "independent",
                    joint->name, body->name);
}

KipStatus kip_check_model(const KipModel *model, const KipAllocator *allocator, KipError *error)
{
    KipDynamics *d;
    KipStatus status;
    for (int i = 1; i < model->nbody; i++) { /* those from geoms are new */
        const KipBody *body = model->body + i;
        if (!is_finite(body->mass) || !finite3(body->com) || !is_finite(body->inertia.xx + body->inertia.yy))
            return bad(error, body->place, "body", body->name,
                       "gets an infinite mass or inertia from its geoms");
    }
    for (int g = 0; g < model->ngeom; g++)
        if (model->geom[g].type == KIP_GEOM_PLANE && !model->tree->link[model->geom[g].body].is_static)
            return bad(error, model->geom[g].place, "geom", model->geom[g].name,
                       "is a plane on a body that moves; planes stand still");
    status = kip_custom_check(model, model->tree->custom_joint, error);
    if (status == KIP_OK)
        status = kip_dynamics_create(model, allocator, &d, error);
    if (status != KIP_OK)
        return status;
    for (int i = 0; i < model->nbody; i++)
        d->is_general[i] = true;
    memcpy(d->q, model->q0, (size_t)model->nq * sizeof *d->q);
    scatter(model, d->q);
    kip_dynamics_set(d, d->q, NULL);
    kip_aba(d, d->gravity, NULL, d->v, d->tau, NULL); /* no forces (v is zero): only the pivots matter */
    for (int i = model->nbody - 1; i > 0 && status == KIP_OK; i--)
        if (model->body[i].nv > 0)
            status = check_pivot(d, i, error);
    kip_dynamics_destroy(d);
    return status;
}
