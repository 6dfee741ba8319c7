/* Orientations of a model's bodies for the clip's rest pose (retarget.h). */
#include "retarget_parts.h"

static const double short_of = 1e-6; /* m: shorter vectors count as without direction */

KipVec3 kip_joint_place(const Work *w, int body)
{
    const KipBody *b = w->model->body + body;
    const KipJoint *joint = w->model->joint + b->joint;
    bool anchored = b->njoint && (joint->type == KIP_JOINT_HINGE || joint->type == KIP_JOINT_BALL);
    return kip_point_position(w->d, body, anchored ? joint->pos : v3_zero());
}

bool kip_is_axial(const Work *w, int body)
{
    Part part = w->role[body].part;
    return body == w->root || part == SPINE || part == NECK || part == HEAD;
}

int kip_only_child(const Work *w, int body)
{
    int found = 0, n = 0;
    for (int b = 1; b < w->model->nbody; b++)
        if (w->bone[b] >= 0 && w->above[b] == body)
            found = b, n++;
    return n == 1 ? found : 0;
}

/* The directions, at rest, of the body (from its joint to the next one or its centre of mass) and of its bone. */
static void directions(const Work *w, int body, KipVec3 *of_body, KipVec3 *of_bone)
{
    int child = kip_only_child(w, body), bone = w->bone[body];
    KipVec3 to = child ? kip_joint_place(w, child) : kip_point_position(w->d, body, w->model->body[body].com);
    *of_body = v3_sub(to, kip_joint_place(w, body));
    *of_bone = v3_sub(child ? w->rest[w->bone[child]] : w->far_end[bone], w->rest[bone]);
}

/* The smallest rotation of one direction to another. */
static KipQuat shortest(KipVec3 from, KipVec3 to)
{
    double a = v3_length(from), b = v3_length(to);
    if (a < short_of || b < short_of)
        return q_identity();
    from = v3_scale(1 / a, from), to = v3_scale(1 / b, to);
    KipVec3 axis = v3_cross(from, to), unused;
    double w = 1 + v3_dot(from, to);
    if (w < 1e-12) {
        v3_basis(from, &axis, &unused);
        w = 0;
    }
    return q_normalize(quat(w, axis.x, axis.y, axis.z));
}

/* -- how the figures stand ------------------------------------------------------------------------------- */

static KipVec3 nearest_axis(KipVec3 v)
{
    double x = fabs(v.x), y = fabs(v.y), z = fabs(v.z);
    if (x > y && x > z)
        return v3(v.x < 0 ? -1 : 1, 0, 0);
    if (y > z)
        return v3(0, v.y < 0 ? -1 : 1, 0);
    return v3(0, 0, v.z < 0 ? -1 : 1);
}

/* Axes of the figure: z is the coordinate axis nearest to up, y is to the left and normal to it; false for a figure without
 * sides. */
static bool stance_of(KipVec3 left, KipVec3 right, KipVec3 up, KipMat3 *axes)
{
    KipVec3 z = nearest_axis(up), y = v3_sub(left, right);
    y = v3_add_scaled(y, -v3_dot(y, z), z);
    double length = v3_length(y);
    if (length < short_of)
        return false;
    y = v3_scale(1 / length, y);
    KipVec3 x = v3_cross(y, z);
    *axes = (KipMat3){x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    return true;
}

/* The rotation of the whole model to the clip's rest pose. */
static KipQuat whole_turn(const Work *w)
{
    int left = 0, right = 0, top = 0;
    KipMat3 model, clip;
    for (int b = w->model->nbody - 1; b > 0; b--)
        if (w->bone[b] >= 0 && w->role[b].part == THIGH)
            *(w->role[b].side == 'l' ? &left : &right) = b;
        else if (w->bone[b] >= 0 && kip_is_axial(w, b) && b != w->root && !top)
            top = b;
    if (!left || !right)
        return q_identity();
    KipVec3 l = kip_joint_place(w, left), r = kip_joint_place(w, right);
    KipVec3 bone_l = w->rest[w->bone[left]], bone_r = w->rest[w->bone[right]];
    KipVec3 up = v3(0, 0, 1), bone_up = up;
    if (top) {
        up = v3_sub(kip_joint_place(w, top), v3_scale(0.5, v3_add(l, r)));
        bone_up = v3_sub(w->rest[w->bone[top]], v3_scale(0.5, v3_add(bone_l, bone_r)));
    }
    if (!stance_of(l, r, up, &model) || !stance_of(bone_l, bone_r, bone_up, &clip))
        return q_identity();
    return q_from_matrix(m3_mul(clip, m3_transpose(model)));
}

/* -- feet ------------------------------------------------------------------------------------------------ */

/* `stand` rotated about its own vertical until the foot has the heading of its bone. */
static KipQuat heading(const Work *w, int body, KipQuat stand)
{
    KipVec3 from, to, up = q_rotate(stand, v3(0, 0, 1));
    directions(w, body, &from, &to);
    from = q_rotate(stand, from);
    from = v3_add_scaled(from, -v3_dot(from, up), up);
    to = v3_add_scaled(to, -v3_dot(to, up), up);
    return q_mul(shortest(from, to), stand);
}

/* The flatness of the sole while the foot stands in the clip: the sum of the cosines of its tilt. */
static double flatness(const Work *w, int body, KipQuat align)
{
    KipVec3 up = q_rotate(align, v3(0, 0, 1));
    double sum = 0;
    for (int f = 0; f < w->nfoot; f++)
        for (int i = 0; w->foot[f].body == body && i < w->clip->nframe; i++)
            if (w->foot[f].stands[i])
                sum += q_rotate(w->foot[f].turned[i], up).z;
    return sum;
}

static KipQuat align_foot(const Work *w, int body, KipQuat whole, const KipQuat *align)
{
    KipQuat flat = heading(w, body, whole), square = heading(w, body, align[w->above[body]]);
    if (w->role[body].part == TOE) /* toes take the foot's */
        return square;
    double gain = flatness(w, body, square) - flatness(w, body, flat);
    return gain > 1e-9 * w->clip->nframe ? square : flat;
}

/* -- all ------------------------------------------------------------------------------------------------- */

void kip_align(Work *w)
{
    KipQuat whole = whole_turn(w), *align = w->now;
    align[0] = whole;
    for (int b = 1; b < w->model->nbody; b++) {
        KipVec3 of_body, of_bone;
        Part part = w->role[b].part;
        if (w->bone[b] < 0)
            continue;
        align[b] = whole;
        directions(w, b, &of_body, &of_bone);
        if (part == FOOT || part == TOE)
            align[b] = align_foot(w, b, whole, align);
        else if (!kip_is_axial(w, b))
            align[b] = q_mul(shortest(q_rotate(whole, of_body), of_bone), whole);
        KipQuat reference = kip_body_orientation(w->d, b);
        w->aligned[b] = q_mul(align[b], reference);
        if (part == FOOT || part == TOE) /* the sole's normal */
            of_body = v3(0, 0, 1);
        double length = v3_length(of_body);
        bool limb = part == FOOT || part == TOE || (kip_only_child(w, b) && !kip_is_axial(w, b));
        if (limb && length > short_of)
            w->axis[b] = q_rotate(q_conjugate(reference), v3_scale(1 / length, of_body));
    }
}
