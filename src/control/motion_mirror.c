/* A motion's reflection at the plane y = 0.
 *
 * S = diag(1, -1, 1) takes a point p to S p, a rotation R to S R S, and so a quaternion (w, x, y, z) to
 * (w, -x, y, -z) and an angular velocity w, in the axes that turn, to -S w. A body's image is the body of the
 * other side, which must hang on the image of its parent, at S times the place and with S times the joints:
 * then joint by joint the image of q does it. A hinge about the axis a reflects into a turn about -S a, a
 * slide along a into one along S a; where the other side's axis points against that, its coordinate changes
 * sign.
 */
#include <string.h>

#include "motion_parts.h"
#include "../dynamics/letters.h"

static const double alike = 1e-6; /* m, rad, and of a unit axis */

/* -- names ----------------------------------------------------------------------------------------------- */

static const char sides[][2][6] = {{"left", "right"},
                                   {"Left", "Right"},
                                   {"LEFT", "RIGHT"},
                                   {"l", "r"},
                                   {"L", "R"}};

enum { SIDES = sizeof sides / sizeof *sides, LETTERS = SIDES - 2 };

/* A capital begins a word: LeftShank, LShank, shankL. */
static bool word_begins_between(char before, char letter)
{
    return !is_letter(before) || (is_lower(before) && is_upper(letter));
}

/* The body whose name has `to` where `name` has `from` at a place, or -1. */
static int find_exchanged(const KipModel *model, const char *name, size_t at, const char *from,
                          const char *to)
{
    size_t length = strlen(to);
    for (int b = 1; b < model->nbody; b++) {
        const char *other = model->body[b].name;
        if (strncmp(other, name, at) == 0 && strncmp(other + at, to, length) == 0 &&
            strcmp(other + at + length, name + at + strlen(from)) == 0)
            return b;
    }
    return -1;
}

/* The body whose name has the other side's word at a place, or -1. whole: the word must stand alone. */
static int find_other_side(const KipModel *model, const char *name, size_t at, int first_side, bool whole)
{
    if (whole && at > 0 && !word_begins_between(name[at - 1], name[at]))
        return -1;
    for (int s = first_side; s < SIDES; s++)
        for (int k = 0; k < 2; k++) {
            const char *from = sides[s][k], *to = sides[s][1 - k];
            size_t length = strlen(from);
            if (strncmp(name + at, from, length) != 0 || (whole && is_lower(name[at + length])))
                continue;
            int found = find_exchanged(model, name, at, from, to);
            if (found >= 0)
                return found;
        }
    return -1;
}

/* The body that changes places with this one, or itself. A character's name (robot/) has no sides; the last
 * word for a side counts, and without one a first letter (lshank). */
static int image_of_body(const KipModel *model, int body)
{
    const char *name = model->body[body].name, *slash = strrchr(name, '/');
    size_t first = slash ? (size_t)(slash + 1 - name) : 0;
    int found = -1;
    if (body == 0)
        return 0;
    for (size_t at = strlen(name); found < 0 && at-- > first;)
        found = find_other_side(model, name, at, 0, true);
    if (found < 0)
        found = find_other_side(model, name, first, LETTERS, false);
    return found < 0 ? body : found;
}

/* -- symmetry -------------------------------------------------------------------------------------------- */

static KipVec3 reflected(KipVec3 v)
{
    return v3(v.x, -v.y, v.z);
}

static KipQuat reflected_turn(KipQuat q)
{
    return quat(q.w, -q.x, q.y, -q.z);
}

static bool are_images(KipVec3 a, KipVec3 b)
{
    return v3_length(v3_sub(reflected(a), b)) <= alike;
}

/* The factor of the joint's coordinate in its image: 1, -1, or 0 where the axes are not images. */
static double sign_of_image(const KipJoint *joint, const KipJoint *image)
{
    if (joint_has_quat(joint))
        return 1;
    double sign = joint->type == KIP_JOINT_SLIDE ? 1 : -1;
    return are_images(joint->axis, image->axis)           ? sign
           : are_images(v3_neg(joint->axis), image->axis) ? -sign
                                                          : 0;
}

static bool joints_are_images(const KipJoint *joint, const KipJoint *image)
{
    bool anchored = joint->type == KIP_JOINT_HINGE || joint->type == KIP_JOINT_BALL;
    return joint->type == image->type && (!anchored || are_images(joint->pos, image->pos)) &&
           sign_of_image(joint, image) != 0;
}

/* At the reference, in the frames of their parents. */
static bool places_are_images(const KipBody *body, const KipBody *image)
{
    return are_images(body->pos, image->pos) &&
           1 - fabs(q_dot(reflected_turn(body->quat), image->quat)) <= 0.125 * alike * alike;
}

/* The first joint of the body or one of its descendants, or NULL. */
static const KipJoint *joint_below(const KipModel *model, int body)
{
    for (int j = 0; j < model->njoint; j++)
        for (int b = model->joint[j].body; b > 0; b = model->body[b].parent)
            if (b == body)
                return model->joint + j;
    return NULL;
}

static KipStatus check_body(const KipModel *model, int b, KipError *error)
{
    const KipJoint *moved = joint_below(model, b);
    if (!moved)
        return KIP_OK;
    int other = image_of_body(model, b);
    const KipBody *body = model->body + b, *image = model->body + other;
    bool floats = body->njoint == 1 && model->joint[body->joint].type == KIP_JOINT_FREE;
    const char *why = NULL;
    if (image_of_body(model, other) != b || image->parent != image_of_body(model, body->parent))
        why = "do not hang on each other's mirror images";
    else if (body->njoint != image->njoint)
        why = "have different numbers of joints";
    else if (!floats && !places_are_images(body, image))
        why = "do not stand at mirrored places in their parents' frames";
    if (why && other == b)
        return kip_fail(error, KIP_BAD_INPUT, moved->place,
                        "the motion of joint '%s' has no mirror image: body '%s' is not in the middle, and "
                        "no other body is called the same with l for r or r for l",
                        moved->name, body->name);
    if (why)
        return kip_fail(error, KIP_BAD_INPUT, moved->place,
                        "the motion of joint '%s' has no mirror image: bodies '%s' and '%s' %s", moved->name,
                        body->name, image->name, why);
    for (int k = 0; k < body->njoint; k++) {
        const KipJoint *joint = model->joint + body->joint + k, *twin = model->joint + image->joint + k;
        if (!joints_are_images(joint, twin))
            return kip_fail(error, KIP_BAD_INPUT, joint->place,
                            "the motion of joint '%s' has no mirror image: its type, anchor and axis are not "
                            "the reflection of %s%s%s",
                            joint->name, joint == twin ? "themselves" : "those of '",
                            joint == twin ? "" : twin->name, joint == twin ? "" : "'");
    }
    return KIP_OK;
}

/* -- reflection ------------------------------------------------------------------------------------------ */

static void mirror_joint(const KipJoint *joint, const double *q, const double *v, const KipJoint *image,
                         double *q_image, double *v_image)
{
    int lines = joint_lines(joint);
    if (lines == 1) {
        double sign = sign_of_image(joint, image);
        *q_image = sign * *q + (image->ref - sign * joint->ref);
        *v_image = sign * *v;
        return;
    }
    if (lines == 3) {
        v3_store(q_image, reflected(v3_from(q)));
        v3_store(v_image, reflected(v3_from(v)));
    }
    q_store(q_image + lines, reflected_turn(q_from(q + lines)));
    v3_store(v_image + lines, v3_neg(reflected(v3_from(v + lines))));
}

KipStatus kip_motion_mirror(const KipMotion *motion, KipMotion **mirrored, KipError *error)
{
    *mirrored = NULL;
    const KipModel *model = motion->model;
    KipStatus status = KIP_OK;
    for (int b = 1; b < model->nbody && status == KIP_OK; b++)
        status = check_body(model, b, error);
    KipMotion *made;
    if (status == KIP_OK)
        status = kip_motion_create(model, motion->nframe, motion->period, motion->allocator, &made, error);
    if (status != KIP_OK)
        return status;
    size_t nq = (size_t)model->nq, nv = (size_t)model->nv;
    for (int j = 0; j < model->njoint; j++) {
        const KipJoint *joint = model->joint + j;
        const KipBody *body = model->body + joint->body;
        const KipJoint *image =
            model->joint + model->body[image_of_body(model, joint->body)].joint + (j - body->joint);
        const double *q = motion->q + joint->q, *v = motion->v + joint->v;
        double *q_image = made->q + image->q, *v_image = made->v + image->v;
        for (size_t i = 0; i < (size_t)motion->nframe; i++)
            mirror_joint(joint, q + i * nq, v + i * nv, image, q_image + i * nq, v_image + i * nv);
    }
    *mirrored = made;
    return KIP_OK;
}
