/* Position and orientation: pos with quat, axisangle, euler, xyaxes or zaxis; or fromto. */
#include "mjcf_parts.h"

KipMjcfPose kip_mjcf_pose_def(void)
{
    KipMjcfPose pose = {.quat = {1, 0, 0, 0}, .form = MJCF_QUAT};
    return pose;
}

void kip_mjcf_pose_read(KipMjcf *m, const KipXmlElement *e, KipMjcfPose *pose)
{
    static const struct {
        const char *name;
        int n;                                                                              /* numbers */
    } forms[] = {{"quat", 4}, {"axisangle", 4}, {"euler", 3}, {"xyaxes", 6}, {"zaxis", 3}}; /* by form */
    const char *first = NULL;
    kip_mjcf_vec3(m, e, "pos", &pose->pos);
    for (int i = MJCF_QUAT; i <= MJCF_ZAXIS; i++) {
        if (kip_mjcf_numbers(m, e, forms[i].name, i == MJCF_QUAT ? pose->quat : pose->value, forms[i].n,
                             forms[i].n) == 0)
            continue;
        if (first)
            kip_mjcf_fail(m, kip_mjcf_place(e, forms[i].name),
                          "<%s> has two orientations, %s and %s; give one", e->name, first, forms[i].name);
        first = forms[i].name;
        if (i != MJCF_QUAT)
            pose->form = (KipMjcfForm)i;
    }
    if (kip_mjcf_numbers(m, e, "fromto", pose->fromto, 6, 6))
        pose->has_fromto = true;
}

/* -- the forms ------------------------------------------------------------------------------------------- */

/* v / |v|; fails where v is 0. */
static KipVec3 direction(KipMjcf *m, const KipXmlElement *e, const char *attribute, KipVec3 v)
{
    double length = v3_length(v);
    if (!(length > 1e-14 && length < 1e150)) {
        kip_mjcf_fail(m, kip_mjcf_place(e, attribute),
                      "%s of <%s> has a vector of length %g, which has no direction", attribute, e->name,
                      length);
        return v3(0, 0, 1);
    }
    return v3(v.x / length, v.y / length, v.z / length);
}

/* The smallest rotation of z to the unit vector `axis`, about z x axis, or about x where axis = -z. Sine and cosine of the
 * half angle follow from the larger of 1 + z and 1 - z, so that neither loses digits. */
static KipQuat turn_z_to(KipVec3 axis)
{
    double across = sqrt(axis.x * axis.x + axis.y * axis.y), c, s;
    if (across == 0)
        return axis.z > 0 ? q_identity() : quat(0, 1, 0, 0);
    if (axis.z > 0) {
        c = sqrt((1 + axis.z) / 2);
        s = across / (2 * c);
    } else {
        s = sqrt((1 - axis.z) / 2);
        c = across / (2 * s);
    }
    return q_normalize(quat(c, -s * axis.y / across, s * axis.x / across, 0));
}

/* The rotation with x as given, y orthogonalized to it, and z = x x y. */
static KipQuat from_xyaxes(KipMjcf *m, const KipXmlElement *e, const double *value)
{
    KipVec3 x = direction(m, e, "xyaxes", v3_from(value));
    KipVec3 y = direction(m, e, "xyaxes", v3_from(value + 3));
    y = direction(m, e, "xyaxes", v3_add_scaled(y, -v3_dot(x, y), x));
    KipVec3 z = v3_cross(x, y);
    KipMat3 R = {x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z};
    KipQuat q = q_from_matrix(R);
    return q.w < -0.5 ? quat(-q.w, -q.x, -q.y, -q.z) : q; /* MuJoCo's sign, visible in q of a free body */
}

/* Three rotations in the order of eulerseq: intrinsic for small letters, extrinsic for capitals. */
static KipQuat from_euler(const KipMjcf *m, const double *value)
{
    KipQuat q = q_identity();
    for (int i = 0; i < 3; i++) {
        char letter = m->eulerseq[i], axis = letter | 0x20;
        KipQuat turn = q_axis_angle(v3(axis == 'x', axis == 'y', axis == 'z'), value[i] * m->angle);
        q = letter == axis ? q_mul(q, turn) : q_mul(turn, q);
    }
    return q_normalize(q);
}

static KipQuat orientation(KipMjcf *m, const KipXmlElement *e, const KipMjcfPose *pose)
{
    const double *value = pose->value;
    KipQuat q = q_from(pose->quat);
    switch (pose->form) {
    case MJCF_AXISANGLE:
        return q_axis_angle(direction(m, e, "axisangle", v3_from(value)), value[3] * m->angle);
    case MJCF_EULER:
        return from_euler(m, value);
    case MJCF_XYAXES:
        return from_xyaxes(m, e, value);
    case MJCF_ZAXIS:
        return turn_z_to(direction(m, e, "zaxis", v3_from(value)));
    default:
        break;
    }
    if (!(q_dot(q, q) > 1e-20 && q_dot(q, q) < 1e300))
        kip_mjcf_fail(m, kip_mjcf_place(e, "quat"), "quat of <%s> has length %g, so it is no orientation",
                      e->name, sqrt(q_dot(q, q)));
    return q_normalize(q);
}

double kip_mjcf_pose_resolve(KipMjcf *m, const KipXmlElement *e, const KipMjcfPose *pose, KipVec3 *pos,
                             KipQuat *quat)
{
    KipVec3 from = v3_from(pose->fromto), to = v3_from(pose->fromto + 3), along = v3_sub(from, to);
    *pos = pose->pos;
    if (!pose->has_fromto) {
        *quat = orientation(m, e, pose);
        return 0;
    }
    if (v3_length(pose->pos) > 0)
        kip_mjcf_fail(m, kip_mjcf_place(e, "fromto"), "<%s> has a pos as well as a fromto; give one",
                      e->name);
    *quat = turn_z_to(direction(m, e, "fromto", along)); /* z runs from the second point to the first */
    *pos = v3_scale(0.5, v3_add(from, to));
    return 0.5 * v3_length(along);
}
